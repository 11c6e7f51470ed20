import { readBeside } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import { textsBeside } from "@/lib/domain/editor/beside";

const MOST = 100;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readBeside, async ({ actor, query: { units, language } }) => {
    const ids = units.split(",").slice(0, MOST).map(Number);
    return textsBeside(
      actor,
      ids.filter((id) => Number.isSafeInteger(id) && id > 0),
      language,
    );
  }),
);
