import { present } from "@/lib/api/endpoint";
import { addUnitComment, listUnitComments, presentComment } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import { addComment, listComments } from "@/lib/domain/discussion/comments";
import { findUnit } from "@/lib/domain/units/units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUnitComments, async ({ actor, params, window }) =>
    present(await listComments(actor, params.id, window), presentComment),
  ),
  on(
    addUnitComment,
    async ({ actor, params, body }) => {
      const { comment: text, timestamp: createdAt, user_email: userEmail, scope } = body;
      return presentComment(await addComment(actor, params.id, { scope, text, createdAt, userEmail }));
    },
    ({ actor, params }) => findUnit(actor, params.id),
  ),
);
