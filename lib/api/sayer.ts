import { denialWords } from "@/lib/domain/access/denial-words";
import type { Denial, Worded } from "@/lib/domain/errors";
import { builtinEnglish, chooseLanguage, textsOf } from "@/lib/text/messages/catalogue";
import type { Texts } from "@/lib/text/messages/translator";
import { wirePath } from "./wire-names";

/** In whose words an answer says what is refused. */
export interface Sayer {
  /** Of the words, as in HTML: `de`. */
  language: string;
  /** One sentence of an error, such as that of a field; as it came where it comes from outside, such as from a remote. */
  sentence(worded: Worded): string;
  denial(denial: Pick<Denial, "text" | "said">): string;
}

/** A setting that a sentence names goes by its name in the API. */
function sayIn(language: string, texts: () => Texts): Sayer {
  return {
    language,
    sentence({ message, said }) {
      if (!said) return message;
      const { namedSetting: setting } = said.values ?? {};
      const named = typeof setting === "string" ? { ...said.values, namedSetting: wirePath(setting) } : said.values;
      return denialWords(texts(), { text: message, said: named ? { ...said, values: named } : said });
    },
    denial: (denial) => denialWords(texts(), denial),
  };
}

/** The words of the API for callers who ask for no language. */
export const IN_ENGLISH: Sayer = {
  ...sayIn("en", builtinEnglish),
  denial: ({ text }) => text,
};

/** Answers of the API follow `Accept-Language`; the contract 9.4. @param accepted the header, null where there is none */
export function sayerFor(accepted: string | null | undefined): Sayer {
  const language = chooseLanguage(accepted ?? "");
  return language === "en" ? IN_ENGLISH : sayIn(language, () => textsOf(language));
}
