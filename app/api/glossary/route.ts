import * as resource from "@/lib/api/resources/glossary";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readGlossaries, resource.glossaryIsGone),
  on(resource.addGlossaries, resource.glossaryIsGone),
  on(resource.replaceGlossaries, resource.glossaryIsGone),
  on(resource.changeGlossaries, resource.glossaryIsGone),
  on(resource.removeGlossaries, resource.glossaryIsGone),
);
