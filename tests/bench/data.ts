/** Made-up catalogues: the same text on every machine. */

export const LANGUAGES =
  "af ar az be bg bn bs ca cs cy da de el eo es et eu fa fi fr ga gl he hi hr hu id is it ja ka ko lt lv mk nl pl pt ro ru".split(
    " ",
  );

const WORDS =
  "open close save file folder window server project string change remove add search result list page user team branch commit message".split(
    " ",
  );

function sentence(seed: number, words: readonly string[]): string {
  let state = (seed * 2654435761) >>> 0;
  const picked: string[] = [];
  for (let index = 0; index < 4 + (seed % 9); index++) {
    state = (state * 1664525 + 1013904223) >>> 0;
    picked.push(words[state % words.length] as string);
  }
  return `${picked.join(" ")} ${seed}`;
}

/** One PO file: nine of ten strings are translated, every twentieth has plurals. */
export function catalogue(language: string, strings: number): string {
  const parts = [
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n`,
  ];
  for (let index = 0; index < strings; index++) {
    const source = sentence(index, WORDS);
    const target = index % 10 === 9 ? "" : `${language} ${sentence(index + 7, WORDS)}`;
    const place = `#: src/part${index % 60}.c:${index}`;
    if (index % 20 === 3)
      parts.push(
        `${place}\nmsgid "${source}"\nmsgid_plural "${source} many"\nmsgstr[0] "${target}"\nmsgstr[1] "${target}"\n`,
      );
    else parts.push(`${place}\nmsgid "${source}"\nmsgstr "${target}"\n`);
  }
  return parts.join("\n");
}
