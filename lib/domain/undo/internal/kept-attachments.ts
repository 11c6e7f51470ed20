import {
  clashes,
  comments,
  drafts,
  operationRows,
  screenshots,
  screenshotUnits,
  sourceUnits,
  suggestions,
  translations,
  units,
  users,
  votes,
} from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, names, outer } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { openlyCommented, refreshCommented } from "../../units/commented";
import { refreshSuggested } from "../../units/suggested";

/** What hangs on the strings of a language that comes back. Of people who are gone it stays without a name. */

const [r, u, s, a] = [operationRows.as("r"), units.as("u"), sourceUnits.as("s"), users.as("a")];
const [g, v, o, h] = [suggestions.as("g"), votes.as("v"), comments.as("o"), screenshots.as("h")];
const [y, d, c] = [screenshotUnits.as("y"), drafts.as("d"), clashes.as("c")];
const [t, excluded] = [translations.as("t"), drafts.as("excluded")];
const author = outer(a);

const list = (of: Sql): Sql => sql`coalesce(nullif(${of}, 'null'), '[]')`;

/** Everything that hung on the strings, where these came back with their ids. */
export async function returnAttachments(tx: Tx, operationId: string, translationId: number): Promise<void> {
  await returnSuggestions(tx, operationId, sql`${u.id} = ${g.unitId} and ${u.translationId} = ${translationId}`);
  await returnComments(tx, operationId, translationId);
  await returnScreenshots(tx, operationId, translationId);
  await tx.run(sql`
    insert into ${drafts} ${eachRow(drafts, {
      ...columnsOf(d, "userId", "unitId", "targets", "updatedAt"),
      ...columnsOf(t, "componentId", "languageId"),
      sources: s.sources,
      baseVersion: u.version,
    })}
    from ${r} cross join lateral jsonb_populate_recordset(null::drafts, ${list(sql`${r.row} -> 'drafts'`)}) as d
      join ${a} on ${a.id} = ${d.userId} join ${u} on ${u.id} = ${r.rowId} and ${u.translationId} = ${translationId}
      join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'unit'
    on conflict (${names(drafts, "userId", "unitId")}) do update set ${assigned(drafts, { baseVersion: excluded.baseVersion })}`);
  const person = (id: Sql): Sql => sql`(select ${a.id} from ${a} where ${a.id} = ${id})`;
  await tx.run(sql`
    insert into ${clashes} ${eachRow(clashes, {
      ...columnsOf(c, "id", "componentId", "context", "sources", "kind", "refusal", "rule", "baseTargets"),
      ...columnsOf(c, "translatorTargets", "translatorState", "translatorName", "translatedAt", "upstreamTargets"),
      ...columnsOf(c, "upstreamState", "upstreamAuthorName", "commit", "committedAt", "leftTargets", "leftState"),
      ...columnsOf(c, "createdAt", "decidedAt", "decision"),
      translationId,
      unitId: sql`(select ${u.id} from ${u} where ${u.id} = ${c.unitId})`,
      translatorId: person(c.translatorId),
      upstreamAuthorId: person(c.upstreamAuthorId),
      decidedBy: person(c.decidedBy),
    })}
    from ${r} cross join lateral jsonb_populate_record(null::clashes, ${r.row}) as c
    where ${r.operationId} = ${operationId} and ${r.kind} = 'clash' on conflict do nothing`);
}

/** Suggestions with their votes; one that says what the string or another suggestion says is not made again. */
export async function returnSuggestions(tx: Tx, operationId: string, unit: Sql): Promise<void> {
  const other = suggestions.as("other");
  await tx.run(sql`
    insert into ${suggestions} ${eachRow(suggestions, {
      ...columnsOf(g, "id", "targets", "cause", "createdAt"),
      unitId: u.id,
      userId: author.id,
    })}
    from ${r} cross join lateral jsonb_populate_record(null::suggestions, ${r.row}) as g
      join ${u} on ${unit} left join ${author} on ${author.id} = ${g.userId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'suggestion' and ${u.targets} <> ${g.targets}
      and not exists (select from ${other} where ${other.unitId} = ${u.id} and ${other.targets} = ${g.targets})
    order by ${r.rowId} on conflict do nothing`);
  await tx.run(sql`
    insert into ${votes} ${eachRow(votes, columnsOf(v, "suggestionId", "userId", "value"))}
    from ${r} cross join lateral jsonb_populate_recordset(null::votes, ${list(sql`${r.row} -> 'votes'`)}) as v
      join ${g} on ${g.id} = ${v.suggestionId} join ${a} on ${a.id} = ${v.userId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'suggestion' on conflict do nothing`);
}

/**
 * Comments of strings whose source string is there: those of a language in the one that it came back as, those of a source
 * and of other languages as they were.
 * @param where which of them, in a condition on the source string
 */
export async function returnComments(
  tx: Tx,
  operationId: string,
  translationId: number | null,
  where?: Sql,
): Promise<void> {
  const own = sql`exists (select from ${t} where ${t.id} = ${o.translationId})`;
  const known = sql`(${o.translationId} is null or ${own})`;
  await tx.run(sql`
    insert into ${comments} ${eachRow(comments, {
      ...columnsOf(o, "id", "sourceId", "text", "createdAt", "editedAt", "resolved"),
      // Rows that were kept by an earlier version know of no mentions and reports.
      mentions: sql`coalesce(${o.mentions}, '{}')`,
      report: sql`coalesce(${o.report}, false)`,
      translationId: sql`case when ${known} then ${o.translationId} else ${translationId}::int end`,
      userId: author.id,
    })}
    from ${r} cross join lateral jsonb_populate_record(null::comments, ${r.row}) as o
      join ${s} on ${s.id} = ${o.sourceId} left join ${author} on ${author.id} = ${o.userId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'comment' and ${where ?? sql`true`}
      and (${known} or ${translationId}::int is not null)
    order by ${r.rowId} on conflict do nothing`);
}

/** What hung on strings that came back by themselves: suggestions, comments, and their places on screenshots. */
export async function returnOfStrings(tx: Tx, operationId: string, unitIds: readonly number[]): Promise<void> {
  await returnSuggestions(tx, operationId, sql`${u.id} = ${g.unitId} and ${anyOf(u.id, unitIds)}`);
  const came = sql`${s.id} in (select ${u.sourceId} from ${u} where ${anyOf(u.id, unitIds)})`;
  await returnComments(tx, operationId, null, came);
  await tx.run(sql`
    insert into ${screenshotUnits} ${eachRow(screenshotUnits, columnsOf(y, "screenshotId", "sourceId", "region"))}
    from ${r} cross join lateral jsonb_populate_record(null::screenshot_units, ${r.row}) as y
      join ${s} on ${s.id} = ${y.sourceId} and ${came} join ${h} on ${h.id} = ${y.screenshotId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'screenshot-unit' on conflict do nothing`);
  await refreshSuggested(tx, unitIds);
  await refreshCommented(tx, unitIds);
}

/** Screenshots with the strings that they show. Their pictures were kept. */
export async function returnScreenshots(tx: Tx, operationId: string, translationId: number): Promise<void> {
  await tx.run(sql`
    insert into ${screenshots} ${eachRow(screenshots, {
      ...columnsOf(h, "id", "name", "repositoryFilename", "fileKey", "mimeType", "width", "height", "createdAt"),
      // What was kept before screenshots had a text has none.
      foundText: sql`coalesce(${h.foundText}, '')`,
      translationId,
      userId: author.id,
    })}
    from ${r} cross join lateral jsonb_populate_record(null::screenshots, ${r.row}) as h left join ${author} on ${author.id} = ${h.userId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'screenshot' on conflict do nothing`);
  await tx.run(sql`
    insert into ${screenshotUnits} ${eachRow(screenshotUnits, columnsOf(y, "screenshotId", "sourceId", "region"))}
    from ${r} cross join lateral jsonb_populate_recordset(null::screenshot_units, ${list(sql`${r.row} -> 'units'`)}) as y
      join ${s} on ${s.id} = ${y.sourceId}
    where ${r.operationId} = ${operationId} and ${r.kind} = 'screenshot' on conflict do nothing`);
}

/** Says of the strings of a language what hangs on them. */
export async function markAttachments(tx: Tx, translationId: number): Promise<void> {
  const suggested = sql`exists (select from ${g} where ${g.unitId} = ${u.id})`;
  const commented = openlyCommented(u);
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested, commented })} where ${u.translationId} = ${translationId}
      and (${u.suggested}, ${u.commented}) is distinct from (${suggested}, ${commented})`);
}
