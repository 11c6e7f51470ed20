import { servePage } from "@/app/ui/serve-page";
import { readEditorFonts } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { editorFonts } from "@/lib/domain/editor/fonts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readEditorFonts, async ({ actor, query }) => ({
    fonts: await editorFonts(actor, query.translation, query.group),
  })),
);
