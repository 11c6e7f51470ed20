import { components, languages, sourceUnits, translations, units } from "@/lib/generated/tables";
import { combined, named, pick, subquery } from "@/lib/platform/columns";
import { type Connection, db, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, asText, asTexts, orNull } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";

/** What a rehearsal does to texts: the strings as they were set aside before it, and as they are at its end. */

const [u, s, t, c, l] = [
  units.as("u"),
  sourceUnits.as("s"),
  translations.as("t"),
  components.as("c"),
  languages.as("l"),
];

/** What becomes of the strings of one language of a component. */
export interface LanguageDifference {
  componentId: number;
  component: string;
  language: string;
  /** New strings, and strings that are there no more. */
  added: number;
  removed: number;
  /** Texts where none was, texts that are another one, and texts that go. */
  filled: number;
  changed: number;
  emptied: number;
  /** The text stays, and its state does not. */
  restated: number;
  /** Translated or approved before, and not any more; those that are emptied are among them. */
  lowered: number;
  /** Texts that are emptied, removed or lowered, each counted once. */
  lost: number;
}

/** One string that is another one afterwards. */
export interface TextDifference {
  component: string;
  language: string;
  unit: number;
  context: string;
  source: string;
  before: string[] | null;
  after: string[] | null;
  stateBefore: number | null;
  stateAfter: number | null;
}

export interface TextDifferences {
  languages: LanguageDifference[];
  /** The first of them; `LanguageDifference` counts all. */
  strings: TextDifference[];
}

/** Strings that are named one by one. */
const NAMED = 200;

/** Strings of components, with what a difference tells of them. */
const stringsOf = (componentIds: readonly number[]) => sql`
  select ${combined(
    pick(u, "id", "targets"),
    pick(s, "context"),
    pick(t, "componentId"),
    named({
      state: asNumber(sql`${u.state}::int`),
      source: asText(sql`${s.sources}[1]`),
      component: c.slug,
      language: l.code,
    }),
  )}
  from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    join ${c} on ${c.id} = ${t.componentId} join ${l} on ${l.id} = ${t.languageId}
  where ${anyOf(t.componentId, componentIds)}`;

/** Sets the strings of components aside, before a rehearsal begins. */
export async function setTextsAside(on: Connection, componentIds: readonly number[]): Promise<void> {
  await on.run(sql`create temp table texts_before on commit drop as ${stringsOf(componentIds)}`);
}

const b = subquery(
  "b",
  sql`
    select ${named({
      id: asNumber(sql`x.id`),
      componentId: asNumber(sql`x.component_id`),
      component: asText(sql`x.component`),
      language: asText(sql`x.language`),
      context: asText(sql`x.context`),
      source: asText(sql`x.source`),
      targets: asTexts(sql`x.targets`),
      state: asNumber(sql`x.state`),
    })} from texts_before x`,
);

/** What has become of the strings that were set aside; to be asked in the rehearsal. */
export async function textDifferences(componentIds: readonly number[]): Promise<TextDifferences> {
  const n = subquery("n", stringsOf(componentIds));
  const text = (side: typeof n | typeof b) => sql`array_to_string(${side.targets}, '')`;
  const done = (side: typeof n | typeof b) => sql`${side.state} in (${STATE.TRANSLATED}, ${STATE.APPROVED})`;
  const d = subquery(
    "d",
    sql`
      select ${named({
        unit: asNumber(sql`coalesce(${n.id}, ${b.id})`),
        componentId: asNumber(sql`coalesce(${n.componentId}, ${b.componentId})`),
        component: asText(sql`coalesce(${n.component}, ${b.component})`),
        language: asText(sql`coalesce(${n.language}, ${b.language})`),
        context: asText(sql`coalesce(${n.context}, ${b.context})`),
        source: asText(sql`coalesce(${n.source}, ${b.source})`),
        before: orNull(b.targets),
        after: orNull(n.targets),
        stateBefore: orNull(b.state),
        stateAfter: orNull(n.state),
        lowered: asFlag(sql`coalesce(${done(b)} and not (${done(n)}), false)`),
        kind: asText(sql`
          case when ${b.id} is null then 'added' when ${n.id} is null then 'removed'
            when ${b.targets} is distinct from ${n.targets} and ${text(b)} = '' then 'filled'
            when ${b.targets} is distinct from ${n.targets} and ${text(n)} = '' then 'emptied'
            when ${b.targets} is distinct from ${n.targets} then 'changed' else 'restated' end`),
      })}
      from ${b} full join ${n} on ${n.id} = ${b.id}
      where ${b.id} is null or ${n.id} is null or ${b.targets} is distinct from ${n.targets} or ${b.state} <> ${n.state}`,
  );
  const counted = (kind: string) => asNumber(sql`count(*) filter (where ${d.kind} = ${kind})::int`);
  const languageRows = await db.rows(sql`
    select ${pick(d, "componentId", "component", "language")}, ${named({
      added: counted("added"),
      removed: counted("removed"),
      filled: counted("filled"),
      changed: counted("changed"),
      emptied: counted("emptied"),
      restated: counted("restated"),
      lowered: asNumber(sql`count(*) filter (where ${d.lowered})::int`),
      lost: asNumber(sql`
        count(*) filter (where ${d.lowered} or (${d.kind} in ('emptied', 'removed') and array_to_string(${d.before}, '') <> ''))::int`),
    })} from ${d} group by ${d.componentId}, ${d.component}, ${d.language} order by ${d.component}, ${d.language}`);
  const strings = await db.rows(sql`
    select ${pick(d, "component", "language", "unit", "context", "source", "before", "after", "stateBefore", "stateAfter")}
    from ${d} order by ${d.component}, ${d.language}, ${d.unit} limit ${NAMED}`);
  return { languages: languageRows, strings };
}
