import { servePage } from "@/app/ui/serve-page";
import { mirrorDrafts } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { dropDraft, keepDraft } from "@/lib/domain/editor/drafts";
import { NotFound, Unauthenticated } from "@/lib/domain/errors";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(mirrorDrafts, async ({ actor, body: { account, keep, drop } }) => {
    if (actor.userId !== account)
      throw new Unauthenticated(
        "You have been signed out. Sign in again: what you typed is kept in this browser.",
        true,
      );
    for (const unit of drop) await dropDraft(actor, unit);
    for (const { unit, ...draft } of keep) {
      await keepDraft(actor, unit, draft).catch((error) => {
        // The string has gone: there is nothing left to write a draft on.
        if (!(error instanceof NotFound)) throw error;
      });
    }
    return { kept: keep.length, dropped: drop.length };
  }),
);
