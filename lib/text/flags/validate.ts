import { FLAG_ALIASES } from "@/lib/text/flags/aliases";
import { type Flags, type FlagValue, formatFlags, scanFlags } from "@/lib/text/flags/flags";
import { type FlagShape, KNOWN_FLAGS } from "@/lib/text/flags/known";
import { compilePattern } from "@/lib/text/flags/pattern";

/** What is wrong with parsed flags, one sentence each; empty when all is well. */
export function flagProblems(flags: Flags): string[] {
  const problems: string[] = [];
  for (const [name, values] of flags) {
    const shape = KNOWN_FLAGS.get(name);
    const problem = shape ? shapeProblem(name, values, shape) : `Unknown flag "${name.slice(0, 60)}".`;
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function countProblem(name: string, values: readonly FlagValue[], [least, most]: [number, number]): string | undefined {
  if (values.length >= least && values.length <= most) return undefined;
  if (values.length === 0) return `Flag "${name}" needs a parameter, as in ${name}:value.`;
  return `Flag "${name}" takes ${most === least ? most : `${least} to ${most}`} parameter${most === 1 ? "" : "s"}, not ${values.length}. Put a value that contains a colon in quotes.`;
}

function patternProblem(name: string, text: string): string | undefined {
  const compiled = compilePattern(text);
  return "problem" in compiled ? `Flag "${name}": ${compiled.problem}` : undefined;
}

function wordProblem(name: string, values: readonly FlagValue[], words: readonly string[]): string | undefined {
  const unknown = values.find(({ text }) => !words.includes(text));
  if (!unknown) return undefined;
  return `Flag "${name}" takes ${words.length === 1 ? "only" : "one of"} ${words.join(", ")}, not "${unknown.text.slice(0, 40)}".`;
}

const isFlagName = (name: string): boolean => KNOWN_FLAGS.has(FLAG_ALIASES.get(name) ?? name);

function shapeProblem(name: string, values: readonly FlagValue[], shape: FlagShape): string | undefined {
  switch (shape.kind) {
    case "plain":
      return values.length === 0 ? undefined : `Flag "${name}" takes no parameter.`;
    case "text":
      return (
        countProblem(name, values, shape.count) ??
        (values.some(({ text }) => text.trim() === "") ? `Flag "${name}" needs a text behind the colon.` : undefined)
      );
    case "words":
      return countProblem(name, values, shape.count) ?? wordProblem(name, values, shape.words);
    case "form":
      return (
        countProblem(name, values, [1, 1]) ??
        (shape.form.test(values[0]?.text ?? "")
          ? undefined
          : `Flag "${name}" needs ${shape.meant}, not "${(values[0]?.text ?? "").slice(0, 40)}".`)
      );
    case "flags": {
      const unknown = values.find(({ text }) => !isFlagName(text));
      return (
        countProblem(name, values, shape.count) ??
        (unknown ? `Flag "${name}" takes names of flags, and "${unknown.text.slice(0, 60)}" is none.` : undefined)
      );
    }
    case "number": {
      const wrong = values.find(({ text }) => {
        const value = Number(text);
        return !/^-?\d{1,9}$/.test(text) || value < shape.least || value > shape.most;
      });
      if (wrong) {
        return `Flag "${name}" needs a whole number from ${shape.least} to ${shape.most}, not "${wrong.text.slice(0, 40)}".`;
      }
      return countProblem(name, values, shape.count);
    }
    case "pattern":
      return countProblem(name, values, [1, 1]) ?? patternProblem(name, values[0]?.text ?? "");
    case "placeholders": {
      if (values.length === 0) return countProblem(name, values, [1, 100]);
      const patterns = values.filter((value) => value.pattern);
      return patterns.map((value) => patternProblem(name, value.text)).find((problem) => problem !== undefined);
    }
    case "pairs":
      if (values.length === 0) return countProblem(name, values, [2, 100]);
      return values.length % 2 === 0
        ? undefined
        : `Flag "${name}" needs pairs of values (from, to), but has ${values.length} parameters.`;
  }
}

/** What is wrong with flags a person typed, one sentence each; empty when all is well. */
export function validateFlags(text: string): string[] {
  const { flags, problems } = scanFlags(text);
  return [
    ...problems.map(({ message, position }) => `${message} at character ${position + 1}.`),
    ...flagProblems(flags),
  ];
}

/**
 * Flags as they are stored: sorted, joined with comma and blank, aliases replaced. A text with mistakes stays as it is, so
 * that it can be refused.
 */
export function canonicalFlags(text: string): string {
  const { flags, problems } = scanFlags(text);
  return problems.length > 0 ? text : formatFlags(flags);
}

/** What is wrong with flags that are only named, such as those that are to go: parameters may be left out. */
export function validateFlagNames(text: string): string[] {
  const { flags, problems } = scanFlags(text);
  const unknown = [...flags.keys()].filter((name) => !KNOWN_FLAGS.has(name));
  return [
    ...problems.map(({ message, position }) => `${message} at character ${position + 1}.`),
    ...unknown.map((name) => `Unknown flag "${name.slice(0, 60)}".`),
  ];
}
