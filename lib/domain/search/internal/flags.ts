import { components, findings, screenshotUnits, sourceUnitLabels, sourceUnits, units } from "@/lib/generated/tables";
import { literal, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { HAS_VARIANTS } from "../../units/variants";
import { hasComment } from "./related";

const [f, v, xu] = [findings.as("f"), sourceUnits.as("v"), screenshotUnits.as("xu")];
const [g, gc, oc, sl] = [sourceUnits.as("g"), components.as("gc"), components.as("oc"), sourceUnitLabels.as("sl")];

const [u, s] = [units.as("u"), sourceUnits.as("s")];

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

/** Scripts that put no blanks between words, or their particles behind them without one. */
const JOINED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff";

/** Whether a text holds a term from one end of a word to another; it holds the term somewhere. */
const asWord = (text: Sql, term: Sql): Sql => sql`${text} ~* (
  case when ${term} ~ '^[[:alnum:]]' then ${`(?:^|[^[:alnum:]]|[${JOINED}])`} else '' end
  || regexp_replace(${term}, '([^[:alnum:]_[:space:]])', '\\\\\\1', 'g')
  || case when ${term} ~ '[[:alnum:]]$' then ${`(?:$|[^[:alnum:]]|[${JOINED}])`} else '' end)`;

/** Strings that hold the source of a term of a glossary of their project, in any case, as whole words. */
const GLOSSARY = sql`${s.id} in (
  select ${v.id} from ${g} join ${gc} on ${gc.id} = ${g.componentId}
    join ${oc} on ${oc.projectId} = ${gc.projectId} and ${oc.sourceLanguageId} = ${gc.sourceLanguageId} and ${oc.id} <> ${gc.id}
    join ${v} on ${v.componentId} = ${oc.id}
      and (${v.sources}[1] ilike search_pattern(${g.sources}[1]) or (cardinality(${v.sources}) > 1 and joined_forms(${v.sources}) ilike search_pattern(${g.sources}[1])))
      and ${asWord(sql`joined_forms(${v.sources})`, sql`${g.sources}[1]`)}
  where ${gc.isGlossary} and ${gc.removedAt} is null and ${g.sources}[1] <> '')`;

/** What belongs to the source string that a column names. */
const hangs = (sourceId: Sql): Readonly<Record<string, Sql>> => ({
  screenshot: sql`exists (select from ${xu} where ${xu.sourceId} = ${sourceId})`,
  label: sql`exists (select from ${sl} where ${sl.sourceId} = ${sourceId})`,
});
const HANGS = hangs(s.id);

const HAS: Readonly<Record<string, Sql>> = {
  ...hangs(u.sourceId),
  plural: sql`cardinality(${s.sources}) > 1`,
  context: sql`${s.context} <> ''`,
  suggestion: u.suggested,
  comment: u.commented,
  "resolved-comment": hasComment(sql`true`, { resolved: true }),
  "source-comment": hasComment(sql`true`, { resolved: false, ofSource: true }),
  check: u.failing,
  "dismissed-check": sql`exists (select from ${f} where ${f.unitId} = ${u.id} and ${f.dismissed})`,
  // A text that needs editing is none.
  translation: sql`${u.state} >= ${literal(STATE.TRANSLATED)}`,
  variant: HAS_VARIANTS,
  // Those that people gave to the string, not those of its file.
  flags: sql`${s.extraFlags} <> ''`,
  glossary: GLOSSARY,
  note: sql`${s.note} <> ''`,
  location: sql`${s.location} <> ''`,
};

/** Words of `has:` that are told by the row of the source string. */
const OF_SOURCE: ReadonlySet<string> = new Set("plural context variant flags glossary note location".split(" "));

/** A condition, whether it reads the row of the source string, and the same of a source string alone where it is about that. */
interface FlagCondition {
  condition: Sql;
  ofSource: boolean;
  source?: Sql;
}

/** Condition of `is:` or `has:` with one of their words; undefined for any other field. */
export function flagCondition(field: string, name: string): FlagCondition | undefined {
  const words = field === "is" ? IS : field === "has" ? HAS : undefined;
  const condition = words && Object.hasOwn(words, name) ? words[name] : undefined;
  if (!condition) return undefined;
  const ofSource = field === "has" && OF_SOURCE.has(name);
  const source = ofSource ? condition : field === "has" && Object.hasOwn(HANGS, name) ? HANGS[name] : undefined;
  return { condition: sql`(${condition})`, ofSource, source: source && sql`(${source})` };
}
