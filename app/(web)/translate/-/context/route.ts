import { callerOf } from "@/lib/api/actor";
import { type EditorContext, loadContext } from "@/lib/domain/editor/context";
import { NotFound } from "@/lib/domain/errors";
import { answer } from "../answer";

const MOST = 5;

/** What stands beside a few strings: suggestions, other languages, history. */
export async function GET(request: Request): Promise<Response> {
  return answer(async () => {
    const { actor } = await callerOf(request);
    const ids = (new URL(request.url).searchParams.get("units") ?? "")
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
    return { body: found.filter((context) => context !== undefined) };
  });
}
