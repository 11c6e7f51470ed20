import { Reply } from "@/lib/api/endpoint";
import { decideSuggestion } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/suggest-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(decideSuggestion, async ({ actor, body: { suggestion, decision } }) => {
    const outcome = await editor.decideSuggestion(actor, suggestion, decision);
    return new Reply(outcome, {}, outcome.kind === "changed" ? 412 : 200);
  }),
);
