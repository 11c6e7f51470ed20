import * as resource from "@/lib/api/resources/glossary";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readGlossary, resource.glossaryIsGone),
  on(resource.addGlossary, resource.glossaryIsGone),
  on(resource.replaceGlossary, resource.glossaryIsGone),
  on(resource.changeGlossary, resource.glossaryIsGone),
  on(resource.removeGlossary, resource.glossaryIsGone),
);
