import type { TextKey, Texts } from "#texts";
import { sayFinding } from "@/lib/text/checks/say";
import type { Phrase } from "@/lib/text/checks/sentences";

/** What checks of format directives say of themselves, with examples of these. */
const OF_FORMAT = /^The format directives of the translation differ from those of the source \((.*)\)\.$/;

/** A check by its words in English, as the API has them. */
export interface NamedCheck {
  check: string;
  name: string;
  about?: string;
}

/**
 * Name and description of a check in the language of the page; in English where it has none. The checks themselves are not
 * asked, which are too heavy for the first load of the editor.
 */
export function checkTexts(t: Texts, { check, name, about = "" }: NamedCheck): { name: string; about: string } {
  const say = (part: string, english: string) => {
    const key = `checkTypes.${check.replaceAll("-", "_")}.${part}`;
    return t.has(key as TextKey) ? t(key as TextKey) : english;
  };
  const own = { name: say("name", name), about: say("about", about) };
  // Checks of format directives differ in the name of their syntax, which is the same in all languages.
  const syntax = own.name === name ? /^(.*) format$/.exec(name)?.[1] : undefined;
  const examples = OF_FORMAT.exec(about)?.[1];
  return {
    name: syntax === undefined || !t.has("checkTypes.format.name") ? own.name : t("checkTypes.format.name", { syntax }),
    about:
      examples === undefined || !t.has("checkTypes.format.about")
        ? own.about
        : t("checkTypes.format.about", { examples }),
  };
}

/** What a check found in a string; what it looks for where it says no more. */
export function findingText(t: Texts, finding: NamedCheck & { sentences: readonly Phrase[] }): string {
  const [first, ...more] = finding.sentences;
  return first ? sayFinding(t, { sentences: [first, ...more] }) : checkTexts(t, finding).about;
}
