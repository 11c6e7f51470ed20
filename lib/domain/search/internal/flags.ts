import {
  comments,
  components,
  findings,
  screenshotUnits,
  sourceUnitLabels,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { literal, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";

const [cm, f, v, xu] = [comments.as("cm"), findings.as("f"), sourceUnits.as("v"), screenshotUnits.as("xu")];
const [g, gc, sl] = [sourceUnits.as("g"), components.as("gc"), sourceUnitLabels.as("sl")];

const [u, s, t, c] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("c")];

/** Conditions of `is:` and `has:`. */

const IS: Readonly<Record<string, Sql>> = {
  pending: u.pending,
  translated: sql`${u.state} >= ${literal(STATE.TRANSLATED)}`,
  untranslated: sql`${u.state} < ${literal(STATE.TRANSLATED)}`,
  approved: sql`${u.state} = ${literal(STATE.APPROVED)}`,
  "read-only": sql`${u.state} = ${literal(STATE.READ_ONLY)}`,
  "needs-editing": sql`${u.state} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.NEEDS_CHECKING)}`,
  "automatically-translated": u.automatic,
};

const HAS: Readonly<Record<string, Sql>> = {
  plural: sql`cardinality(${s.sources}) > 1`,
  context: sql`${s.context} <> ''`,
  suggestion: u.suggested,
  comment: u.commented,
  "resolved-comment": sql`exists (select 1 from ${cm} where ${cm.sourceId} = ${s.id} and ${cm.resolved} and (${cm.translationId} is null or ${cm.translationId} = ${t.id}))`,
  "source-comment": sql`exists (select 1 from ${cm} where ${cm.sourceId} = ${s.id} and ${cm.translationId} is null and not ${cm.resolved})`,
  check: u.failing,
  "dismissed-check": sql`exists (select 1 from ${f} where ${f.unitId} = ${u.id} and ${f.dismissed})`,
  translation: sql`${u.state} > ${literal(STATE.EMPTY)}`,
  // Strings are variants of each other when their keys are equal but for the part that the component's pattern finds.
  variant: sql`(${c.variantRegex} <> '' and exists (select 1 from ${v} where ${v.componentId} = ${c.id} and ${v.id} <> ${s.id}
    and regexp_replace(${v.context}, ${c.variantRegex}, '', 'g') = regexp_replace(${s.context}, ${c.variantRegex}, '', 'g')))`,
  screenshot: sql`exists (select 1 from ${xu} where ${xu.sourceId} = ${s.id})`,
  flags: sql`(${s.flags} <> '' or ${s.extraFlags} <> '')`,
  explanation: sql`${s.explanation} <> ''`,
  glossary: sql`exists (select 1 from ${g} join ${gc} on ${gc.id} = ${g.componentId}
    where ${gc.isGlossary} and ${gc.removedAt} is null and ${gc.projectId} = ${c.projectId} and ${gc.sourceLanguageId} = ${c.sourceLanguageId}
      and ${gc.id} <> ${c.id} and ${g.sources}[1] <> '' and strpos(lower(array_to_string(${s.sources}, ' ')), lower(${g.sources}[1])) > 0)`,
  note: sql`${s.note} <> ''`,
  label: sql`exists (select 1 from ${sl} where ${sl.sourceId} = ${s.id})`,
  location: sql`${s.location} <> ''`,
};

/** Condition of `is:` or `has:` with one of their words; undefined for any other field. */
export function flagCondition(field: string, name: string): Sql | undefined {
  const words = field === "is" ? IS : field === "has" ? HAS : undefined;
  const condition = words && Object.hasOwn(words, name) ? words[name] : undefined;
  return condition && sql`(${condition})`;
}
