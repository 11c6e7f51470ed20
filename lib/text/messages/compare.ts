import type { CompiledMessage } from "icu-minify/format";

/** Whether a message of another language can stand for the English one. */

/** Numbers for kinds of arguments in messages of icu-minify. */
const [POUND, SELECT, PLURAL] = [0, 1, 2];

interface Taken {
  /** Names of arguments, and of tags as "<b>". */
  names: Set<string>;
  /** Each plural: its argument and its choices. */
  plurals: { name: string; choices: Set<string> }[];
  /** Argument → words between which a `select` chooses. */
  selects: Map<string, Set<string>>;
}

function readNodes(nodes: unknown, taken: Taken): void {
  if (!Array.isArray(nodes)) return;
  for (const node of nodes) {
    if (!Array.isArray(node)) continue;
    const [name, kind, options] = node as [string, unknown, unknown];
    if (kind !== undefined && (typeof kind !== "number" || kind === POUND)) {
      taken.names.add(`<${name}>`);
      readNodes(node.slice(1), taken);
      continue;
    }
    taken.names.add(name);
    if (kind !== SELECT && kind !== PLURAL) continue;
    const choices = new Set(Object.keys(options as object));
    if (kind === PLURAL) taken.plurals.push({ name, choices });
    else taken.selects.set(name, new Set([...(taken.selects.get(name) ?? []), ...choices]));
    for (const option of Object.values(options as object)) readNodes(option, taken);
  }
}

function takenBy(message: CompiledMessage): Taken {
  const taken: Taken = { names: new Set(), plurals: [], selects: new Map() };
  readNodes(message, taken);
  return taken;
}

/** Choices that whole numbers need in a language and that a plural does not have; "=1" does for the 1. */
function missingChoices(choices: ReadonlySet<string>, language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const missing = new Set<string>();
  for (let number = 0; number <= 200; number++)
    if (!choices.has(`=${number}`) && !choices.has(rules.select(number))) missing.add(rules.select(number));
  return [...missing];
}

/** What keeps a message from standing for the English one: arguments and tags that are missing or unknown, words of a choice. */
export function faultsOf(message: CompiledMessage, english: CompiledMessage): string[] {
  const [own, usual] = [takenBy(message), takenBy(english)];
  const shown = (name: string) => (name.startsWith("<") ? name : `{${name}}`);
  const faults = [
    ...[...usual.names].filter((name) => !own.names.has(name)).map((name) => `${shown(name)} is missing`),
    ...[...own.names]
      .filter((name) => !usual.names.has(name))
      .map((name) => `${shown(name)} is not in the English text`),
  ];
  for (const [name, words] of usual.selects)
    for (const word of words)
      if (own.names.has(name) && !own.selects.get(name)?.has(word))
        faults.push(`{${name}} does not say what ${word} is`);
  return faults;
}

/**
 * Plural forms of the language that a message has not, each with its argument. It can be said all the same: the form
 * "other" stands for them.
 */
export function missingForms(message: CompiledMessage, english: CompiledMessage, language: string): string[] {
  // Where English says the same of every number, so may others.
  const counted = new Set(
    takenBy(english)
      .plurals.filter(({ choices }) => choices.has("one"))
      .map(({ name }) => name),
  );
  return takenBy(message)
    .plurals.filter(({ name }) => counted.has(name))
    .flatMap(({ name, choices }) => missingChoices(choices, language).map((choice) => `{${name}} lacks "${choice}"`));
}
