import { servePage } from "@/app/ui/serve-page";
import { judgeTexts } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { glossarySays } from "@/lib/domain/editor/glossary-says";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(judgeTexts, ({ actor, body }) => glossarySays(actor, body.unit, body.texts)),
);
