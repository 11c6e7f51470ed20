import { components, projects, sourceUnits, translations, units, unlinkedUnits } from "@/lib/generated/tables";
import { pick, subquery, unnest } from "@/lib/platform/columns";
import { type Connection, literal, type Sql, sql } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { type Phrase, phrase, quoted } from "@/lib/text/checks/sentences";
import { STATE } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";

/** The other strings by which checks have found a string: what they say, as far as the actor may see them. */

const [u, s, t, i] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("i")];
const [u2, s2, t2] = [units.as("u2"), sourceUnits.as("s2"), translations.as("t2")];
// The aliases that `visibleComponents` looks at.
const [c, p] = [components.as("c"), projects.as("p")];
const x = unlinkedUnits.as("x");

/** Others that are named: that there are more says nothing new. */
const NAMED = 3;
/** Strings with the same content or text that are looked at: "OK" may stand in ten thousand components. */
const LOOKED_AT = 500;
/** Characters of a text that are shown. */
const SHOWN = 150;

/** A string, and the checks that it fails. */
export interface FoundString {
  id: number;
  failing: readonly string[];
}

/** What is said of the others, by the id of a string and the check that has found it. */
export type FoundBy = ReadonlyMap<number, Readonly<Record<string, readonly Phrase[]>>>;

/** Names the strings by which some were found, in one statement for each check. */
export async function foundBy(on: Connection, actor: Actor, strings: readonly FoundString[]): Promise<FoundBy> {
  const idsOf = (check: string) => strings.flatMap(({ id, failing }) => (failing.includes(check) ? [{ id }] : []));
  const [inconsistent, reused] = await Promise.all([
    differentTexts(on, actor, idsOf("inconsistent")),
    sourcesWithText(on, actor, idsOf("reused")),
  ]);
  return new Map(
    strings.map(({ id }) => [id, { inconsistent: inconsistent.get(id) ?? [], reused: reused.get(id) ?? [] }]),
  );
}

type Said = Map<number, readonly Phrase[]>;

/** A string, its component, and the others of its project and language in components that share what equal strings say. */
const OWN = sql`join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${i} on ${i.id} = ${t.componentId}`;
const shared = (actor: Actor): Sql => sql`
  join ${t2} on ${t2.id} = ${u2.translationId} and ${t2.languageId} = ${t.languageId} and not ${t2.isSource}
  join ${c} on ${c.id} = ${t2.componentId} and ${c.projectId} = ${i.projectId} and ${c.allowPropagation} and not ${c.isGlossary}
  join ${p} on ${p.id} = ${c.projectId} and ${visibleComponents(actor)}`;

/** How other components translate the same string. */
async function differentTexts(on: Connection, actor: Actor, ids: readonly { id: number }[]): Promise<Said> {
  if (ids.length === 0) return new Map();
  const e = unnest("e", { id: TYPE.number }, ids);
  const twin = subquery(
    "twin",
    sql`select ${pick(s2, "id")} from ${s2} where ${s2.contentHash} = ${s.contentHash} and ${s2.id} <> ${s.id} limit ${LOOKED_AT}`,
  );
  const other = subquery(
    "other",
    sql`
      select ${pick(c, "name")}, ${pick(u2, "targets")} from ${twin} join ${u2} on ${u2.sourceId} = ${twin.id} ${shared(actor)}
      where ${c.id} <> ${i.id} and ${u2.targets} <> ${u.targets} and ${u2.state} <> ${literal(STATE.EMPTY)}
        and greatest(${u.state}, ${u2.state}) >= ${literal(STATE.TRANSLATED)}
        and not exists (select from ${x} where ${x.unitId} = ${u2.id})
      order by ${u2.state} desc, ${c.name}, ${u2.id} limit ${NAMED}`,
  );
  const rows = await on.rows(sql`
    select ${pick(e, "id")}, ${pick(other, "name", "targets")}
    from ${e} join ${u} on ${u.id} = ${e.id} ${OWN} cross join lateral ${other}`);
  return saidOf(rows, ({ name, targets }) => phrase("differs", { component: quoted(name), text: shown(targets) }));
}

/** Other source strings with the same translation. */
async function sourcesWithText(on: Connection, actor: Actor, ids: readonly { id: number }[]): Promise<Said> {
  if (ids.length === 0) return new Map();
  const e = unnest("e", { id: TYPE.number }, ids);
  const twin = subquery(
    "twin",
    sql`
      select ${pick(u2, "id", "sourceId", "translationId")} from ${u2}
      where ${TEXT(u2)} = ${TEXT(u)} and ${u2.id} <> ${u.id} and ${u2.state} <> ${literal(STATE.EMPTY)} limit ${LOOKED_AT}`,
  );
  const other = subquery(
    "other",
    sql`
      select distinct ${pick(s2, "sources")} from ${twin} join ${u2} on ${u2.id} = ${twin.id} ${shared(actor)}
        join ${s2} on ${s2.id} = ${u2.sourceId} and ${s2.sources} <> ${s.sources}
      order by ${s2.sources} limit ${NAMED}`,
  );
  const rows = await on.rows(sql`
    select ${pick(e, "id")}, ${pick(other, "sources")}
    from ${e} join ${u} on ${u.id} = ${e.id} ${OWN} cross join lateral ${other}`);
  return saidOf(rows, ({ sources }) => phrase("sameText", { source: shown(sources) }));
}

/** As the index of texts has it. */
const TEXT = (unit: Pick<typeof u, "targets">): Sql => sql`hash_array_extended(${unit.targets}, 0)`;

function saidOf<Any extends { id: number }>(rows: readonly Any[], say: (row: Any) => Phrase): Said {
  return new Map([...grouped(rows, ({ id }) => id)].map(([id, some]) => [id, some.map(say)]));
}

function shown(forms: readonly string[]): Phrase {
  const text = forms.filter((form) => form !== "").join(" / ");
  return quoted(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
