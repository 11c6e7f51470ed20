import { components, memoryEntries, projects, sourceUnits, translations, units, users } from "@/lib/generated/tables";
import { assigned, cte, eachRow, named, names, outer } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { asFlag, asText } from "@/lib/platform/expressions";
import { ch, followLedger } from "../changes/follow-ledger";
import { ORIGIN } from "./strings";

/**
 * The memory follows the ledger with a cursor, after the fact: a save costs nothing more than before, an edit of a
 * hundred thousand strings is taken in by small steps, and what is read twice is stored once. It lags by a minute.
 */

/** Takes in what people have accepted since the last time. Gives the number of lines read. */
export function followForMemory(): Promise<number> {
  return followLedger("memory-cursor", "all", store);
}

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [c, p, a, m] = [components.as("c"), projects.as("p"), outer(users.as("a")), memoryEntries.as("m")];

/**
 * Accepted texts of some lines, for whoever wrote them; the project's memory is its strings. Texts of machines and of
 * glossaries are left out, and blanks. What is accepted once more becomes the newest; what a later line replaced is no
 * entry any more.
 */
async function store(tx: Tx, lines: Sql): Promise<void> {
  const texts = sql`
    select ${named({
      at: ch.at,
      source: asText(sql`coalesce(nullif(${ch.details}->>'source', ''), joined_forms(${s.sources}))`),
      target: ch.target,
      old: asText(sql`case when ${ch.action} <> 4 and ${ch.details} ? 'state' then ${ch.old} else '' end`),
      kept: asFlag(sql`(${a.id} is not null and ${ch.action} not in (4, 6, 26, 76) and ${ch.details}->>'state' in ('20', '30')
        and ${ch.target} ~ '[^[:space:]\\x1e]' and length(${ch.target}) <= 10000)`),
      sourceLanguageId: c.sourceLanguageId,
      targetLanguageId: t.languageId,
      origin: ORIGIN,
      userId: a.id,
    })}
    from ${ch} join ${u} on ${u.id} = ${ch.unitId} join ${s} on ${s.id} = ${u.sourceId}
      join ${t} on ${t.id} = ${u.translationId} and not ${t.isSource}
      join ${c} on ${c.id} = ${t.componentId} and not ${c.isGlossary} and ${c.removedAt} is null
      join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null
      left join ${a} on ${a.id} = ${ch.authorId} and not ${a.isBot} and ${a.isActive} and not ${a.isAnonymous}
    where ${lines}`;
  const e = cte("e", texts);
  const { at: createdAt, old: _, kept: __, ...entry } = e;
  const key = sql`${e.sourceLanguageId}, ${e.targetLanguageId}, ${e.source}, ${e.target}, ${e.origin}, ${e.userId}`;
  await tx.run(sql`
    with e as materialized (${texts})
    insert into ${m} ${eachRow(m, { ...entry, sourceHash: sql`memory_hash(${e.source})`, createdAt })}
    from (select distinct on (${key}) * from ${e} where ${e.kept} and length(${e.source}) between 1 and 10000
      order by ${key}, ${e.at} desc) as e
    on conflict (${names(m, "sourceHash", "targetLanguageId", "sourceLanguageId")}, md5(${names(m, "target")}), md5(${names(m, "origin")}),
      ${names(m, "projectId", "userId", "shared", "fromFile")})
      do update set ${assigned(m, { createdAt: sql`greatest(${m.createdAt}, ${memoryEntries.as("excluded").createdAt})` })}`);
  await tx.run(sql`
    with e as materialized (${texts})
    delete from ${m} using ${e}
    where ${e.old} <> '' and ${e.old} <> ${e.target} and ${m.sourceHash} = memory_hash(${e.source}) and ${m.source} = ${e.source}
      and ${m.targetLanguageId} = ${e.targetLanguageId} and ${m.sourceLanguageId} = ${e.sourceLanguageId}
      and ${m.target} = ${e.old} and ${m.origin} = ${e.origin} and not ${m.fromFile} and ${m.projectId} is null
      and ${m.createdAt} < ${e.at}`);
}
