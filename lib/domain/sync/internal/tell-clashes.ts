import { pendingChanges } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText } from "@/lib/platform/expressions";
import { type ClashKind, STATE } from "@/lib/text/codes";
import { upstreamBot } from "../../clashes/bot";
import { type NewClash, recordClashes } from "../../clashes/record";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { filled } from "../../files/strings";
import { keepClashes } from "./merge-pending";
import type { FoundClash } from "./merge-strings";
import { type AuthorOf, type UpstreamSpan, upstreamAuthors } from "./upstream-authors";

const p = pendingChanges.as("p");

const KIND: Readonly<Record<FoundClash["kind"], ClashKind>> = {
  changed: "changed",
  added: "added",
  "removed-by-them": "removed-upstream",
  "removed-by-us": "removed-here",
};

/**
 * Who wrote upstream's side of strings that edits of ours wait for; to be asked before anything is locked.
 * @param span undefined where nobody can be asked
 */
export async function authorsOfTouched(
  span: UpstreamSpan | undefined,
  context: SyncContext,
  translation: SyncTranslation,
  path: string,
  changes: readonly StringChange[],
): Promise<AuthorOf> {
  if (!span) return () => ({ commit: "", name: "", at: null, userId: null });
  const hashes = changes.map((change) => (change.after ?? change.before).idHash);
  const rows = await db.rows(sql`
    select distinct ${named({ idHash: hashText(p.idHash) })} from ${p}
    where ${p.translationId} = ${translation.id} and ${anyOf(asHash(p.idHash), hashes)}`);
  const touched = new Set(rows.map((row) => row.idHash));
  if (touched.size === 0) return () => ({ commit: span.to, name: "", at: null, userId: null });
  const asked = changes.filter((change) => touched.has((change.after ?? change.before).idHash));
  return upstreamAuthors(span, context, translation, path, asked);
}

/**
 * Writes clashes down, once the rows say what the merge made of them, and keeps upstream's texts that lost as
 * suggestions of those who wrote them.
 */
export async function tellClashes(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  found: readonly FoundClash[],
  authorOf: AuthorOf,
): Promise<void> {
  if (found.length === 0) return;
  const clashes = found.map((clash) => newClash(clash, authorOf));
  const lost = clashes.filter(({ winner, upstream }) => winner === "ours" && filled(upstream.targets).length > 0);
  const bot = lost.length > 0 ? await upstreamBot(tx) : null;
  await keepClashes(
    tx,
    context,
    translation,
    lost.map(({ idHash, upstream: { targets, author } }) => ({
      ours: { idHash },
      targets: [...targets],
      authorId: author.userId ?? bot,
      settled: true,
    })),
  );
  const place = { componentId: context.component.id, translationId: translation.id };
  await recordClashes(tx, place, context.component.clashRule, clashes);
}

function newClash({ ours, kind, before, theirs, winner }: FoundClash, authorOf: AuthorOf): NewClash {
  const { idHash, context, sources, authorName: name, authorId: userId, createdAt: at } = ours;
  const isRemoval = ours.kind === "remove";
  return {
    ...{ idHash, context, sources, winner, refusal: "", refusalSaid: null },
    kind: KIND[kind],
    base: before?.targets ?? [],
    translator: {
      ...{ name, userId, at },
      targets: isRemoval ? [] : ours.targets,
      state: isRemoval ? STATE.EMPTY : ours.state,
    },
    upstream: { targets: theirs?.targets ?? [], state: theirs?.state ?? STATE.EMPTY, author: authorOf(idHash) },
  };
}
