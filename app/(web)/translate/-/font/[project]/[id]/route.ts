import { servePage } from "@/app/ui/serve-page";
import { showFont } from "@/lib/api/resources/editor";
import { shownFont } from "@/lib/api/resources/fonts";
import { on } from "@/lib/api/serve";
import { readFontFile } from "@/lib/domain/fonts/fonts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(showFont, async ({ actor, params }) => {
    const { row, content } = await readFontFile(actor, params.project, params.id);
    return shownFont(row, content);
  }),
);
