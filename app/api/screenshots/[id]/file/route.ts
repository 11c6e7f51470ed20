import * as resource from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import { findScreenshot, readImage, replaceImage } from "@/lib/domain/screenshots/screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readScreenshotFile, async ({ actor, params }) => {
    const { row, content } = await readImage(actor, params.id);
    return resource.imageAnswer(row, content);
  }),
  on(
    resource.postScreenshotFile,
    async ({ actor, params, body }) => {
      await replaceImage(actor, params.id, await resource.bytesOf(body.image));
      return { result: true as const };
    },
    ({ actor, params }) => findScreenshot(actor, params.id),
  ),
  on(
    resource.putScreenshotFile,
    async ({ actor, params, body }) => {
      await replaceImage(actor, params.id, await resource.bytesOf(body.image));
      return { result: true as const };
    },
    ({ actor, params }) => findScreenshot(actor, params.id),
  ),
);
