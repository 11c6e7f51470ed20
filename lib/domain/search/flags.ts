import { rawSql, type Sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";

/** Conditions of `is:` and `has:`. */

const IS: Readonly<Record<string, string>> = {
  pending: "u.pending",
  translated: `u.state >= ${STATE.TRANSLATED}`,
  untranslated: `u.state < ${STATE.TRANSLATED}`,
  approved: `u.state = ${STATE.APPROVED}`,
  "read-only": `u.state = ${STATE.READ_ONLY}`,
  "needs-editing": `u.state between ${STATE.NEEDS_EDITING} and ${STATE.NEEDS_CHECKING}`,
  "automatically-translated": "u.automatic",
};

const HAS: Readonly<Record<string, string>> = {
  plural: "cardinality(s.sources) > 1",
  context: "s.context <> ''",
  suggestion: "u.suggested",
  comment: "u.commented",
  "resolved-comment":
    "exists (select 1 from comments cm where cm.source_id = s.id and cm.resolved and (cm.translation_id is null or cm.translation_id = t.id))",
  "source-comment":
    "exists (select 1 from comments cm where cm.source_id = s.id and cm.translation_id is null and not cm.resolved)",
  check: "u.failing",
  "dismissed-check": "exists (select 1 from findings f where f.unit_id = u.id and f.dismissed)",
  translation: `u.state > ${STATE.EMPTY}`,
  // Strings are variants of each other when their keys are equal but for the part that the component's pattern finds.
  variant: `(c.variant_regex <> '' and exists (select 1 from source_units v where v.component_id = c.id and v.id <> s.id
    and regexp_replace(v.context, c.variant_regex, '', 'g') = regexp_replace(s.context, c.variant_regex, '', 'g')))`,
  screenshot: "exists (select 1 from screenshot_units xu where xu.source_id = s.id)",
  flags: "(s.flags <> '' or s.extra_flags <> '')",
  explanation: "s.explanation <> ''",
  glossary: `exists (select 1 from source_units g join components gc on gc.id = g.component_id
    where gc.is_glossary and gc.removed_at is null and gc.project_id = c.project_id and gc.source_language_id = c.source_language_id
      and gc.id <> c.id and g.sources[1] <> '' and strpos(lower(array_to_string(s.sources, ' ')), lower(g.sources[1])) > 0)`,
  note: "s.note <> ''",
  label: "exists (select 1 from source_unit_labels sl where sl.source_id = s.id)",
  location: "s.location <> ''",
};

/** Condition of `is:` or `has:` with one of their words; undefined for any other field. */
export function flagCondition(field: string, name: string): Sql | undefined {
  const words = field === "is" ? IS : field === "has" ? HAS : undefined;
  const text = words && Object.hasOwn(words, name) ? words[name] : undefined;
  return text === undefined ? undefined : rawSql(`(${text})`);
}
