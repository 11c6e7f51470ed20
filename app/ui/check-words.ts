import type { TextKey, Texts } from "#texts";
import { describeCheck } from "@/lib/text/checks/describe";

/** What checks of format directives say of themselves, with examples of these. */
const OF_FORMAT = /^The format directives of the translation differ from those of the source \((.*)\)\.$/;

/**
 * Name and description of a check in the language of the page; in English, as the API has them, where it has none. A check that
 * nothing makes any more goes by its identifier.
 */
export function checkWords(t: Texts, id: string): { name: string; about: string } {
  const check = describeCheck(id);
  if (!check) return { name: id, about: "" };
  const { name, about } = check;
  const [, examples] = OF_FORMAT.exec(about) ?? [];
  if (examples !== undefined && t.has("checkTypes.format.about")) {
    const syntax = name.replace(/ format$/, "");
    return {
      // Names of products and standards are the same everywhere.
      name: syntax === name ? name : t("checkTypes.format.name", { syntax }),
      about: t("checkTypes.format.about", { examples }),
    };
  }
  const say = (part: string, english: string) => {
    const key = `checkTypes.${id.replaceAll("-", "_")}.${part}`;
    return t.has(key as TextKey) ? t(key as TextKey) : english;
  };
  return { name: say("name", name), about: say("about", about) };
}
