import { servePage } from "@/app/ui/serve-page";
import { readBeside } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { textsBeside } from "@/lib/domain/editor/beside";

const MOST = 100;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readBeside, async ({ actor, query: { units, language } }) => {
    const ids = units.split(",").slice(0, MOST).map(Number);
    return textsBeside(
      actor,
      ids.filter((id) => Number.isSafeInteger(id) && id > 0),
      language,
    );
  }),
);
