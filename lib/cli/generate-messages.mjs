import compile from "icu-minify/compile";

/**
 * The module of messages, lib/generated/messages.ts: the catalogues as the pages want them, and of English what each
 * message takes. The types are written out, because a compiler that reads them off the messages takes minutes.
 */

/** Numbers for kinds of arguments in messages of icu-minify. */
const [POUND, SELECT, PLURAL, SELECTORDINAL, NUMBER, DATE, TIME] = [0, 1, 2, 3, 4, 5, 6];

/**
 * Subjects that are not among all messages: those found by keys that are put together, and those that are filled in with
 * more than texts and numbers.
 */
const APART = ["addonFields", "machineryFields", "refusals"];

/** Each message as the pages want it: read already, in the form of icu-minify. */
function compiled(messages, path = "") {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => {
      if (typeof value !== "string") return [key, compiled(value, `${path}${key}.`)];
      try {
        return [key, compile(value)];
      } catch (error) {
        throw new Error(`${path}${key}: ${error.message}`);
      }
    }),
  );
}

/** Adds the type of each argument and tag below the nodes, as the parameters of the interfaces name it. */
function readArguments(nodes, types) {
  if (!Array.isArray(nodes)) return types;
  for (const node of nodes) {
    if (!Array.isArray(node)) continue;
    const [name, kind, options] = node;
    if (kind === undefined) types.set(name, "Text");
    else if (typeof kind !== "number" || kind === POUND) {
      types.set(name, "Tag");
      readArguments(node.slice(1), types);
    } else if (kind === DATE || kind === TIME) types.set(name, "Date");
    else if (kind === NUMBER) types.set(name, "Count");
    else if (kind === SELECT || kind === PLURAL || kind === SELECTORDINAL) {
      types.set(name, kind === SELECT ? "string" : "Count");
      for (const option of Object.values(options)) readArguments(option, types);
    }
  }
  return types;
}

const argumentsOf = (message) => [...readArguments(message, new Map())];

/** All messages below, as [key, message]. */
function* flat(messages, path = "") {
  for (const [key, value] of Object.entries(messages))
    if (typeof value === "string" || Array.isArray(value)) yield [`${path}${key}`, value];
    else yield* flat(value, `${path}${key}.`);
}

const isPlain = ([, message]) => argumentsOf(message).length === 0;

const union = (names) => names.map((name) => `\n  | ${JSON.stringify(name)}`).join("");

const row = ([key, message]) =>
  `  ${JSON.stringify(key)}: {${argumentsOf(message)
    .map(([name, type]) => ` ${JSON.stringify(name)}: ${type}`)
    .join(";")} };\n`;

/** The interface of what messages take, by their keys. */
const taken = (name, about, messages) =>
  `/** ${about} */\nexport interface ${name}<Text, Count, Tag> {\n${messages.map(row).join("")}}\n\n`;

/**
 * The text of the module.
 * @param catalogues language → its messages, nested; with "en"
 * @throws Error with the language and the key of a message that is not valid
 */
export function messagesModule(catalogues) {
  const made = Object.fromEntries(
    Object.entries(catalogues).map(([language, messages]) => {
      try {
        return [language, compiled(messages)];
      } catch (error) {
        throw new Error(`app/messages/${language}.json: ${error.message}`);
      }
    }),
  );
  const english = made.en;
  const subjects = Object.keys(english).filter((name) => !APART.includes(name));
  const messages = subjects.flatMap((name) => [...flat(english[name], `${name}.`)]);
  return (
    `import type { MessageTree } from "../text/messages/translator";\n\n` +
    `/** First parts of keys. */\nexport type Subject =${union(subjects)};\n\n` +
    `/** Messages that take nothing. */\nexport type PlainKey =${union(messages.filter(isPlain).map(([key]) => key))};\n\n` +
    taken(
      "Arguments",
      "What the others take.",
      messages.filter((message) => !isPlain(message)),
    ) +
    taken("FindingArguments", "What each message below `findings` takes.", [...flat(english.findings)]) +
    taken("RefusalArguments", "What each message below `refusals` takes.", [...flat(english.refusals)]) +
    `/** Messages below \`machineryFields\`. */\nexport type MachineryField =${union(Object.keys(english.machineryFields))};\n\n` +
    `/** Each is a text that is parsed when somebody reads the language, as most servers need one or two of them. */\n` +
    `export const catalogues: Readonly<Record<string, () => MessageTree>> = {\n` +
    Object.entries(made)
      .map(([name, tree]) => `  ${name}: () => JSON.parse(${JSON.stringify(JSON.stringify(tree))}),\n`)
      .join("") +
    `};\n`
  );
}
