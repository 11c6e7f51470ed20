import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { readContexts } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { type EditorContext, loadContext } from "@/lib/domain/editor/context";
import { NotFound } from "@/lib/domain/errors";
import { namedContext } from "../../reader-names";

const MOST = 5;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readContexts, async ({ actor, query, request }) => {
    const ids = query.units
      .split(",")
      .slice(0, MOST)
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0);
    const found = await Promise.all(
      ids.map((id) =>
        loadContext(actor, id).catch((error): EditorContext | undefined => {
          // One that went away meanwhile must not hide the others.
          if (error instanceof NotFound) return undefined;
          throw error;
        }),
      ),
    );
    const t = await textsOfRequest(request, actor);
    return found.filter((context) => context !== undefined).map((context) => namedContext(t, context));
  }),
);
