import { notices } from "@/lib/generated/tables";
import { assigned, names } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { followLedger } from "../changes/follow-ledger";
import { mentionsIn, NAMED_LINES, NOTICE_ROWS, receivers } from "./internal/receivers";

/** Notices follow the ledger, and lag by a minute. */

const n = notices.as("n");

/**
 * Writes notices of what has happened since the last time. Where nobody has followed before, as after the restore of an old
 * backup, history is not told. Gives the number of lines read.
 */
export function followForNotices(): Promise<number> {
  return followLedger("notice-cursor", "now", writeNotices);
}

/** Writes the notices of some lines: two statements, however many people are told. */
async function writeNotices(tx: Tx, lines: Sql): Promise<void> {
  const mentions = await mentionsIn(tx, lines);
  const given = notices.as("excluded");
  await tx.run(sql`
    with ${receivers(lines, mentions)}
    insert into ${n} (${names(n, "userId", "notification", "frequency", "projectId", "componentId", "translationId", "day", "count", "changes", "lastAt", "unmailed")})
    select r.*, r.n from ${NOTICE_ROWS} r
    on conflict (${names(n, "userId", "notification", "frequency", "day", "projectId", "componentId", "translationId")}) where ${n.doneAt.bare} is null
    do update set ${assigned(n, {
      count: sql`${n.count} + ${given.count}`,
      unmailed: sql`${n.unmailed} + ${given.unmailed}`,
      changes: sql`(${given.changes} || ${n.changes})[1:${NAMED_LINES}::int]`,
      lastAt: sql`greatest(${n.lastAt}, ${given.lastAt})`,
    })}`);
}
