import { z } from "zod";
import { callerOf } from "@/lib/api/actor";
import { dropDraft, keepDraft } from "@/lib/domain/editor/drafts";
import { NotFound, Unauthenticated } from "@/lib/domain/errors";
import { answer, readBody } from "../answer";

const Drafts = z.object({
  account: z.int(),
  keep: z
    .array(
      z.object({
        unit: z.int().positive(),
        targets: z.array(z.string()).min(1).max(12),
        baseVersion: z.int().nonnegative(),
      }),
    )
    .max(50),
  drop: z.array(z.int().positive()).max(200),
});

/** Mirrors what a browser keeps of unsaved texts, so that another one finds it. */
export async function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { actor } = await callerOf(request);
    const { account, keep, drop } = await readBody(request, Drafts);
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
    return { body: { kept: keep.length, dropped: drop.length } };
  });
}
