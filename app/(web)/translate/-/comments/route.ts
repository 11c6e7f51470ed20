import { servePage } from "@/app/ui/serve-page";
import { writeComment } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { commentString } from "@/lib/domain/editor/comment-string";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(writeComment, async ({ actor, body: { unit, account, what } }) =>
    commentString(actor, { unitId: unit, accountId: account, what }),
  ),
);
