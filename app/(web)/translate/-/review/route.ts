import { readReview, reviewStrings } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { reviewFacts } from "@/lib/domain/editor/review";
import * as editor from "@/lib/domain/editor/review-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(readReview, async ({ actor, query }) => {
    const ids = query.units.split(",").map(Number);
    return reviewFacts(
      actor,
      ids.filter((id) => Number.isSafeInteger(id) && id > 0),
    );
  }),
  on(reviewStrings, async ({ actor, body: { account, what } }) => editor.reviewStrings(actor, what, account)),
);
