import { Reply } from "@/lib/api/endpoint";
import { revertUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { revertString } from "@/lib/domain/editor/revert-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(revertUnit, async ({ actor, body }) => {
    const outcome = await revertString(actor, body);
    return new Reply(outcome, {}, outcome.kind === "changed" ? 412 : 200);
  }),
);
