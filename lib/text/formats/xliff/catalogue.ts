import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FileFormat, formatOptions } from "../kernel/format";
import { parseXliff, type XliffDialect } from "./read";

/**
 * XLIFF 2 as a catalogue of one language: the file itself says which, so that its name need not. Its one part is the
 * whole text.
 */
export function xliffCatalogue(dialect: XliffDialect): NonNullable<FileFormat["catalogue"]> {
  const languageOf = (text: string): string => parseXliff(text, formatOptions(), dialect).language;
  return {
    languages(text) {
      const language = languageOf(text);
      return language === "" ? [] : [language];
    },
    part: (text, code) => (languageOf(text) === code ? text : undefined),
    join(text, code, part) {
      const own = text === undefined ? code : languageOf(text);
      if (part === undefined) return own === code ? undefined : text;
      if (own !== code) {
        throw new EditRefused(
          own === ""
            ? refusal("writeXliffNone", { attribute: "trgLang", code })
            : refusal("writeXliffHolds", { holds: own, code }),
        );
      }
      const said = languageOf(part);
      if (said === code) return part;
      throw new EditRefused(
        said === ""
          ? refusal("writeXliffSilent", { attribute: "trgLang", code })
          : refusal("writeXliffSays", { said, attribute: "trgLang", code }),
      );
    },
  };
}
