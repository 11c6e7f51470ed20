import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { findCheck } from "@/lib/text/checks/registry";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";

/** The checks of the server, run in the browser over what is being written. Loaded when the page has time. */
export function checkTexts(head: EditorHead, unit: EditorUnit, texts: readonly string[]): EditorFinding[] {
  const sources = head.isTemplate ? texts : unit.sources;
  // Values are no plural forms: each is compared with the first source, and fields without one do not count.
  const places = texts.flatMap((text, place) => (head.severalValues && text === "" ? [] : [place]));
  const results = runChecks({
    sources: head.severalValues ? sources.slice(0, 1) : sources,
    targets: places.map((place) => texts[place] ?? ""),
    flags: parseFlags(unit.flags),
    languageCode: head.language.code,
    sourceLanguageCode: head.sourceLanguage.code,
    plural: head.plural,
    sourcePlural: head.sourcePlural,
    isSource: head.isSource,
  });
  return results.map(({ check, form, findings }) => {
    const about = findCheck(check);
    return {
      check,
      name: about?.name ?? check,
      message: findings[0]?.message ?? about?.about ?? check,
      form: places[form] ?? 0,
    };
  });
}
