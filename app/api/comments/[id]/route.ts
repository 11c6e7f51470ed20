import { changeComment, deleteComment, presentCommentDetails, readComment } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import * as changing from "@/lib/domain/discussion/change-comment";
import { findComment } from "@/lib/domain/discussion/comments";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readComment, async ({ actor, params }) => presentCommentDetails(await findComment(actor, params.id))),
  on(
    changeComment,
    async ({ actor, params, body: { comment: text, resolved } }) =>
      presentCommentDetails(await changing.changeComment(actor, params.id, { text, resolved })),
    ({ actor, params }) => findComment(actor, params.id),
  ),
  on(deleteComment, async ({ actor, params }) => changing.removeComment(actor, params.id)),
);
