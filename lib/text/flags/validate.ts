import { FLAG_ALIASES } from "@/lib/text/flags/aliases";
import { type Flags, type FlagValue, formatFlags, scanFlags } from "@/lib/text/flags/flags";
import { type FlagShape, KNOWN_FLAGS } from "@/lib/text/flags/known";
import { compilePattern } from "@/lib/text/flags/pattern";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** What is wrong with parsed flags, one sentence each; empty when all is well. */
export function flagProblems(flags: Flags): Refusal[] {
  const problems: Refusal[] = [];
  for (const [name, values] of flags) {
    const shape = KNOWN_FLAGS.get(name);
    const problem = shape ? shapeProblem(name, values, shape) : unknownFlag(name);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

const unknownFlag = (name: string): Refusal => refusal("flagUnknown", { flag: name.slice(0, 60) });

function countProblem(
  name: string,
  values: readonly FlagValue[],
  [least, most]: [number, number],
): Refusal | undefined {
  if (values.length >= least && values.length <= most) return undefined;
  if (values.length === 0) return refusal("flagNeedsValue", { flag: name });
  const counts = { flag: name, most, given: values.length };
  return most === least ? refusal("flagCount", counts) : refusal("flagCounts", { ...counts, least });
}

function patternProblem(name: string, text: string): Refusal | undefined {
  const compiled = compilePattern(text);
  return "problem" in compiled ? refusal("flagPattern", { flag: name, why: compiled.problem }) : undefined;
}

function wordProblem(name: string, values: readonly FlagValue[], words: readonly string[]): Refusal | undefined {
  const unknown = values.find(({ text }) => !words.includes(text));
  if (!unknown) return undefined;
  const said = { flag: name, words: words.join(", "), value: unknown.text.slice(0, 40) };
  return words.length === 1 ? refusal("flagWord", said) : refusal("flagWords", said);
}

const isFlagName = (name: string): boolean => KNOWN_FLAGS.has(FLAG_ALIASES.get(name) ?? name);

function shapeProblem(name: string, values: readonly FlagValue[], shape: FlagShape): Refusal | undefined {
  switch (shape.kind) {
    case "plain":
      return values.length === 0 ? undefined : refusal("flagPlain", { flag: name });
    case "text":
      return (
        countProblem(name, values, shape.count) ??
        (values.some(({ text }) => text.trim() === "") ? refusal("flagText", { flag: name }) : undefined)
      );
    case "words":
      return countProblem(name, values, shape.count) ?? wordProblem(name, values, shape.words);
    case "form":
      return (
        countProblem(name, values, [1, 1]) ??
        (shape.form.test(values[0]?.text ?? "")
          ? undefined
          : refusal("flagForm", { flag: name, meant: shape.meant, value: (values[0]?.text ?? "").slice(0, 40) }))
      );
    case "flags": {
      const unknown = values.find(({ text }) => !isFlagName(text));
      return (
        countProblem(name, values, shape.count) ??
        (unknown ? refusal("flagNoFlag", { flag: name, value: unknown.text.slice(0, 60) }) : undefined)
      );
    }
    case "number": {
      const wrong = values.find(({ text }) => {
        const value = Number(text);
        return !/^-?\d{1,9}$/.test(text) || value < shape.least || value > shape.most;
      });
      if (wrong) {
        const { least, most } = shape;
        return refusal("flagNumber", { flag: name, least, most, value: wrong.text.slice(0, 40) });
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
      return values.length % 2 === 0 ? undefined : refusal("flagPairs", { flag: name, given: values.length });
  }
}

/** What is wrong with flags a person typed, one sentence each; empty when all is well. */
export function validateFlags(text: string): Refusal[] {
  const { flags, problems } = scanFlags(text);
  return [...problems, ...flagProblems(flags)];
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
export function validateFlagNames(text: string): Refusal[] {
  const { flags, problems } = scanFlags(text);
  const unknown = [...flags.keys()].filter((name) => !KNOWN_FLAGS.has(name));
  return [...problems, ...unknown.map(unknownFlag)];
}
