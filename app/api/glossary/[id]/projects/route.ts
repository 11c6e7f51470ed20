import * as resource from "@/lib/api/resources/glossary";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readGlossaryProjects, resource.glossaryIsGone),
  on(resource.addGlossaryProjects, resource.glossaryIsGone),
  on(resource.replaceGlossaryProjects, resource.glossaryIsGone),
  on(resource.changeGlossaryProjects, resource.glossaryIsGone),
  on(resource.removeGlossaryProjects, resource.glossaryIsGone),
);
