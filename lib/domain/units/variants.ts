import { components, projects, sourceUnits, stringVariants, waitingVariants } from "@/lib/generated/tables";
import {
  assigned,
  columnsOf,
  combined,
  eachRow,
  named,
  names,
  pick,
  recordset,
  unionAll,
} from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { orNull, TYPE } from "@/lib/platform/expressions";
import { type BareKey, bareKeys } from "@/lib/text/flags/variants";
import { grouped } from "@/lib/text/grouped";
import { textHash } from "@/lib/text/hash";
import { effectiveFlags, outerFlags } from "../quality/check-unit";
import { inTaskReader, TooCostly } from "../repository-files";

/**
 * Variants of strings: those whose keys are equal without what the component's expression matches, and those of which a flag
 * `variants:SOURCE` of the string, its component or its project names the other one. Triggers say which strings wait
 * (`string_variants`, and `waiting_variants` for whole components); they are grouped behind whatever has changed.
 */

const [v, w, s, c, p] = [
  stringVariants.as("v"),
  waitingVariants.as("w"),
  sourceUnits.as("s"),
  components.as("c"),
  projects.as("p"),
];
const [m, g, o] = [stringVariants.as("m"), stringVariants.as("g"), sourceUnits.as("o")];

const BATCH = 2000;
/** Keys that are looked at without a reader: an expression that takes time holds up nobody. */
const IN_PLACE = 50;

/** Groups strings that wait for it; called every minute. Gives how many were looked at. */
export async function groupVariants(): Promise<number> {
  await spreadToStrings();
  let looked = 0;
  for (let after = 0; ; ) {
    const rows = await db.rows(sql`
      select ${WAITING} from ${v} join ${s} on ${s.id} = ${v.sourceId} join ${c} on ${c.id} = ${v.componentId} join ${p} on ${p.id} = ${c.projectId}
      where ${v.waiting} > 0 and ${v.sourceId} > ${after} order by ${v.sourceId} limit ${BATCH}`);
    const last = rows.at(-1);
    if (!last) return looked;
    after = last.sourceId;
    looked += rows.length;
    await write(await grouping(rows));
  }
}

/** Has the strings of components wait whose expression or flags have changed: one statement for each component. */
async function spreadToStrings(): Promise<void> {
  for (const { componentId, round } of await db.rows(sql`select ${pick(w, "componentId", "round")} from ${w}`))
    await inTransaction(async (tx) => {
      await tx.run(sql`
        insert into ${stringVariants} ${eachRow(stringVariants, { sourceId: s.id, componentId: s.componentId })}
        from ${s} join ${c} on ${c.id} = ${s.componentId} join ${p} on ${p.id} = ${c.projectId}
        where ${s.componentId} = ${componentId}
          and (${c.variantRegex} <> '' or ${c.checkFlags} like '%variants%' or ${p.checkFlags} like '%variants%'
            or exists (select from ${v} where ${v.sourceId} = ${s.id}))
        order by ${s.id}
        on conflict (${names(stringVariants, "sourceId")}) do update set waiting = ${stringVariants.waiting} + 1`);
      await tx.run(sql`delete from ${w} where ${w.componentId} = ${componentId} and ${w.round} = ${round}`);
    });
}

const WAITING = combined(
  pick(v, "sourceId", "componentId", "waiting"),
  pick(s, "context", "flags", "extraFlags"),
  pick(c, "variantRegex", "checkFlags", "fileFormat", "isGlossary"),
  named({ projectFlags: p.checkFlags }),
);

type Waiting = SelectedRow<typeof WAITING>;

interface Grouping {
  sourceId: number;
  /** `waiting` when the string was read. */
  seen: number;
  keyGroup: string | null;
  shortened: boolean;
  named: string | null;
}

async function grouping(rows: readonly Waiting[]): Promise<Grouping[]> {
  const made: Grouping[] = [];
  for (const some of grouped(rows, (row) => row.componentId).values()) {
    const bare = await withoutMatches(some);
    made.push(
      ...some.map((row, place) => {
        const { key = "", shortened = false } = bare[place] ?? {};
        return {
          sourceId: row.sourceId,
          seen: row.waiting,
          keyGroup: key === "" ? null : textHash("variant", key).toString(),
          shortened: shortened && key !== "",
          named: namedBy(row),
        };
      }),
    );
  }
  return made;
}

/** Keys of strings of one component; none where there is no expression, or one that takes too long. */
async function withoutMatches(rows: readonly Waiting[]): Promise<readonly BareKey[]> {
  const expression = rows[0]?.variantRegex ?? "";
  if (expression === "") return [];
  const keys = rows.map((row) => row.context);
  if (keys.length <= IN_PLACE) return bareKeys(expression, keys);
  try {
    return (await inTaskReader<BareKey[]>("bareKeys", { expression, keys })).value;
  } catch (error) {
    if (error instanceof TooCostly) return [];
    throw error;
  }
}

function namedBy({ flags, extraFlags, projectFlags, ...component }: Waiting): string | null {
  const outer = outerFlags({ component: { ...component, project: { checkFlags: projectFlags } } });
  return effectiveFlags([...outer, flags, extraFlags]).get("variants")?.[0]?.text || null;
}

const GROUPED = {
  sourceId: v.sourceId,
  seen: TYPE.number,
  keyGroup: orNull(TYPE.hash),
  ...columnsOf(v, "shortened", "named"),
};

/** Strings that have changed since they were read go on waiting. */
async function write(made: readonly Grouping[]): Promise<void> {
  const e = recordset("e", GROUPED, made);
  const nothing = sql`${e.keyGroup} is null and ${e.named} is null`;
  await inTransaction(async (tx) => {
    await tx.run(sql`
      select 1 from ${v} join ${e} on ${e.sourceId} = ${v.sourceId} order by ${v.sourceId} for update of v`);
    await tx.run(sql`
      delete from ${v} using ${e} where ${v.sourceId} = ${e.sourceId} and ${v.waiting} = ${e.seen} and ${nothing}`);
    await tx.run(sql`
      update ${v} set ${assigned(v, { waiting: 0, keyGroup: e.keyGroup, ...columnsOf(e, "shortened", "named") })}
      from ${e} where ${v.sourceId} = ${e.sourceId} and ${v.waiting} = ${e.seen} and not (${nothing})`);
  });
}

/** Source strings of which the others of a group are told at most, for each way of being a variant. */
const FEW = 100;

/** Source strings of the other variants of one, in no order; some may come twice. */
export function variantsOf(sourceId: number): Sql<{ id: number }> {
  const hash = (text: Sql): Sql => sql`hashtextextended(${text}, 0)`;
  return unionAll(
    // Equal keys.
    sql`
      (select ${named({ id: m.sourceId })} from ${g} join ${m} on ${m.componentId} = ${g.componentId} and ${m.keyGroup} = ${g.keyGroup}
      where ${g.sourceId} = ${sourceId} and ${m.sourceId} <> ${g.sourceId} and exists (
        select from ${v} where ${v.componentId} = ${g.componentId} and ${v.keyGroup} = ${g.keyGroup} and ${v.shortened}) limit ${FEW})`,
    // Others that name the same text.
    sql`
      (select ${named({ id: m.sourceId })} from ${g} join ${m} on ${m.componentId} = ${g.componentId}
        and ${hash(m.named)} = ${hash(g.named)} and ${m.named} = ${g.named}
      where ${g.sourceId} = ${sourceId} and ${m.sourceId} <> ${g.sourceId} limit ${FEW})`,
    // Those whose text it names.
    sql`
      (select ${named({ id: o.id })} from ${g} join ${o} on ${o.componentId} = ${g.componentId} and ${o.sources}[1] = ${g.named}
        and cardinality(${o.sources}) = 1 and ${hash(sql`joined_forms(${o.sources})`)} = ${hash(g.named)}
      where ${g.sourceId} = ${sourceId} and ${o.id} <> ${g.sourceId} limit ${FEW})`,
    sql`
      (select ${named({ id: o.id })} from ${g} join ${o} on ${o.componentId} = ${g.componentId} and ${o.sources}[1] = ${g.named}
        and cardinality(${o.sources}) > 1 and ${hash(sql`${o.sources}[1]`)} = ${hash(g.named)}
      where ${g.sourceId} = ${sourceId} and ${o.id} <> ${g.sourceId} limit ${FEW})`,
    // Those that name its text.
    sql`
      (select ${named({ id: m.sourceId })} from ${o} join ${m} on ${m.componentId} = ${o.componentId}
        and ${hash(m.named)} = ${hash(sql`${o.sources}[1]`)} and ${m.named} = ${o.sources}[1]
      where ${o.id} = ${sourceId} and ${m.sourceId} <> ${o.id} limit ${FEW})`,
  );
}

/** Condition on a source string `s`: it has variants, of all strings that are grouped by now. */
export const HAS_VARIANTS: Sql = sql`(${s.id} in (
    select same.id from (
      select ${v.sourceId} as id, count(*) over alike as strings, bool_or(${v.shortened}) over alike as shortened
      from ${v} where ${v.keyGroup} is not null window alike as (partition by ${v.componentId}, ${v.keyGroup})) as same
    where same.strings > 1 and same.shortened)
  or ${s.id} in (
    select same.id from (
      select ${v.sourceId} as id, count(*) over (partition by ${v.componentId}, ${v.named}) as strings from ${v} where ${v.named} is not null) as same
    where same.strings > 1)
  or ${s.id} in (
    select unnest(array[${v.sourceId}, ${o.id}]) from ${v} join ${o} on ${o.componentId} = ${v.componentId} and ${o.id} <> ${v.sourceId}
      and ${o.sources}[1] = ${v.named} where ${v.named} is not null))`;
