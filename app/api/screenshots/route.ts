import { present } from "@/lib/api/endpoint";
import * as resource from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import * as screenshots from "@/lib/domain/screenshots/screenshots";
import { findScreenshots } from "@/lib/domain/search/find-screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listScreenshots, async ({ actor, query, window }) =>
    present(await findScreenshots(actor, query, window), resource.presentScreenshot),
  ),
  on(resource.createScreenshot, async ({ actor, body }) => {
    const translation = await resource.namedTranslation(actor, body);
    const row = await screenshots.createScreenshot(actor, translation, {
      name: body.name,
      repositoryFilename: body.repository_filename ?? "",
      content: await resource.bytesOf(body.image),
    });
    return resource.presentCreated(row);
  }),
);
