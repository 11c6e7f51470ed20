import { servePage } from "@/app/ui/serve-page";
import { showShot } from "@/lib/api/resources/editor";
import { shownImage } from "@/lib/api/resources/screenshots";
import { on } from "@/lib/api/serve";
import { readImage } from "@/lib/domain/screenshots/screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(showShot, async ({ actor, params }) => {
    const { row, content } = await readImage(actor, params.id);
    return shownImage(row, content);
  }),
);
