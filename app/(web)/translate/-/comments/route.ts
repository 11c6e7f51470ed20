import { writeComment } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { commentString } from "@/lib/domain/editor/comment-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(writeComment, async ({ actor, body: { unit, account, what } }) =>
    commentString(actor, { unitId: unit, accountId: account, what }),
  ),
);
