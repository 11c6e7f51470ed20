import * as resource from "@/lib/api/resources/glossary";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readGlossaryTerm, resource.glossaryIsGone),
  on(resource.addGlossaryTerm, resource.glossaryIsGone),
  on(resource.replaceGlossaryTerm, resource.glossaryIsGone),
  on(resource.changeGlossaryTerm, resource.glossaryIsGone),
  on(resource.removeGlossaryTerm, resource.glossaryIsGone),
);
