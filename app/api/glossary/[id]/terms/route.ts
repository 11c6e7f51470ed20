import * as resource from "@/lib/api/resources/glossary";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readGlossaryTerms, resource.glossaryIsGone),
  on(resource.addGlossaryTerms, resource.glossaryIsGone),
  on(resource.replaceGlossaryTerms, resource.glossaryIsGone),
  on(resource.changeGlossaryTerms, resource.glossaryIsGone),
  on(resource.removeGlossaryTerms, resource.glossaryIsGone),
);
