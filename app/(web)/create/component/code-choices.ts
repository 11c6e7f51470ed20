import type { Proposal } from "@/lib/domain/creation/discover";

/** Rows for codes in the wizard's form. */
const MOST = 40;

/** What a form says of single codes in files, by the code. The first one that is said counts. */
export function choicesOf(read: (name: string) => string | undefined): Map<string, string> {
  const choices = new Map<string, string>();
  for (let row = 0; row < MOST; row++) {
    const [code, language] = [read(`code-${row}`), read(`code_language-${row}`)];
    if (code && language !== undefined && !choices.has(code)) choices.set(code.slice(0, 50), language.slice(0, 50));
  }
  return choices;
}

export const codeChoices = (form: FormData): Map<string, string> =>
  choicesOf((name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  });

/** Codes in the files of a component that was found; of one that is described by hand all that something is said of. */
export const codesOf = (
  proposals: readonly Proposal[],
  index: number,
  choices: ReadonlyMap<string, string>,
): readonly string[] => proposals[index]?.languages.map(({ code }) => code) ?? [...choices.keys()];
