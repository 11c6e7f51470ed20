import { Reply } from "@/lib/api/endpoint";
import { HttpError } from "@/lib/api/errors";
import { saveUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { saveString } from "@/lib/domain/editor/save-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(saveUnit, async ({ actor, body: { unit, targets, state, account, suggestion, keep }, request }) => {
    const base = /^"?(\d{1,9})"?$/.exec(request.headers.get("if-match") ?? "");
    if (!base) throw new HttpError(428, "precondition_required", "Name the version of the string as If-Match.");
    const outcome = await saveString(actor, {
      unitId: unit,
      targets,
      state,
      baseVersion: Number(base[1]),
      accountId: account,
      suggestionId: suggestion,
      keepTranslations: keep,
    });
    return new Reply(outcome, {}, outcome.kind === "conflict" ? 412 : 200);
  }),
);
