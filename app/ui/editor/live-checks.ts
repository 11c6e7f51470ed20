import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { findCheck } from "@/lib/text/checks/registry";
import { type CheckedString, fixOf, runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";

/** The checks of the server, run in the browser over what is being written. Loaded when the page has time. */
export function checkTexts(head: EditorHead, unit: EditorUnit, texts: readonly string[]): EditorFinding[] {
  const { places, string } = subjectOf(head, unit, texts);
  // What somebody has dismissed stays so while it fails.
  const dismissed = new Set(unit.dismissed.map(({ check }) => check));
  return runChecks(string)
    .filter(({ check }) => !dismissed.has(check))
    .map(({ check, form, findings }) => {
      const about = findCheck(check);
      return {
        check,
        name: about?.name ?? check,
        message: findings[0]?.message ?? about?.about ?? check,
        severity: about?.severity ?? "warning",
        form: places[form] ?? 0,
        extra: findings[0]?.extra,
      };
    });
}

function subjectOf(head: EditorHead, unit: EditorUnit, texts: readonly string[]) {
  const sources = head.isTemplate ? texts : unit.sources;
  // Values are no plural forms: each is compared with the first source, and fields without one do not count.
  const places = texts.flatMap((text, place) => (head.severalValues && text === "" ? [] : [place]));
  const string: CheckedString = {
    sources: head.severalValues ? sources.slice(0, 1) : sources,
    targets: places.map((place) => texts[place] ?? ""),
    flags: parseFlags(unit.flags),
    languageCode: head.language.code,
    sourceLanguageCode: head.sourceLanguage.code,
    plural: head.plural,
    sourcePlural: head.sourcePlural,
    isSource: head.isSource,
  };
  return { places, string };
}

/** The text of a finding's form as its check would have it; undefined where the check cannot say. */
export function corrected(
  head: EditorHead,
  unit: EditorUnit,
  texts: readonly string[],
  { check, form }: Pick<EditorFinding, "check" | "form">,
): string | undefined {
  const { places, string } = subjectOf(head, unit, texts);
  const fixed = fixOf(string, check, places.indexOf(form));
  return fixed === texts[form] ? undefined : fixed;
}
