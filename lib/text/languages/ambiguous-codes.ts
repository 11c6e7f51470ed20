import { cleanLanguageCode, inCustomaryCase } from "@/lib/text/languages/resolve";

/** A code as a file has it, and the code of the language that it means. */
export interface CodeMeaning {
  written: string;
  meant: string;
  /** For a language that is not known yet: the known one that it is a variant of. */
  base?: string;
}

/**
 * Takes codes apart that mean one language by an alias alone, as `bn` and `bn-rBD`: an alias counts where one file
 * alone claims the language. The code for which `keeps` is true stays, else the exact one, else the first; the others
 * become languages of their own. Two spellings of one code stay one language.
 */
export function separateCodes(
  meanings: readonly CodeMeaning[],
  keeps: (meaning: CodeMeaning) => boolean = () => false,
): CodeMeaning[] {
  const claims = new Map<string, CodeMeaning[]>();
  for (const meaning of meanings) claims.set(meaning.meant, [...(claims.get(meaning.meant) ?? []), meaning]);
  const keepers = new Set(
    [...claims.values()].map(
      (group) => group.find(keeps) ?? group.find(({ written, meant }) => ownCode(written) === meant) ?? group[0],
    ),
  );
  return meanings.map((meaning) => {
    const code = ownCode(meaning.written);
    if (keepers.has(meaning) || code === meaning.meant) return meaning;
    return { written: meaning.written, meant: code, base: meaning.base ?? meaning.meant };
  });
}

/** The code that a spelling has by itself, without any alias: `b+uz+Latn` is `uz_Latn`. */
const ownCode = (written: string): string => inCustomaryCase(cleanLanguageCode(written));
