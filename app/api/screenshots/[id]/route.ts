import * as resource from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import * as screenshots from "@/lib/domain/screenshots/screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readScreenshot, async ({ actor, params }) =>
    resource.presentScreenshot(await screenshots.findScreenshot(actor, params.id)),
  ),
  on(
    resource.replaceScreenshot,
    async ({ actor, params, body }) => {
      const { name, repository_filename: repositoryFilename, found_text: foundText } = body;
      return resource.presentScreenshot(
        await screenshots.updateScreenshot(actor, params.id, { name, repositoryFilename, foundText }),
      );
    },
    ({ actor, params }) => screenshots.findScreenshot(actor, params.id),
  ),
  on(
    resource.changeScreenshot,
    async ({ actor, params, body }) => {
      const { name, repository_filename: repositoryFilename, found_text: foundText } = body;
      return resource.presentScreenshot(
        await screenshots.updateScreenshot(actor, params.id, { name, repositoryFilename, foundText }),
      );
    },
    ({ actor, params }) => screenshots.findScreenshot(actor, params.id),
  ),
  on(resource.deleteScreenshot, async ({ actor, params }) => screenshots.removeScreenshot(actor, params.id)),
);
