import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** First strings of a component, typed or pasted into a form. */

export interface TypedString {
  key: string;
  text: string;
  /** Line that it stands in, from 1. */
  line: number;
}

/** How many strings are typed at most: what is more comes as a file. */
export const MOST_TYPED = 2000;

/** As many problems as one mends at a time. */
const MOST_PROBLEMS = 5;

/**
 * Strings of a text, one a line; blank lines count for nothing. With keys a line is a key, then `=` or a tab, then the text,
 * as spreadsheets paste two columns. Without keys it is the text, with its context before a tab where it has one.
 * @returns sentences on the lines that cannot be read
 */
export function readTypedStrings(typed: string, keyed: boolean): { strings: TypedString[]; problems: Refusal[] } {
  const strings: TypedString[] = [];
  const problems: Refusal[] = [];
  const known = new Map<string, number>();
  for (const [at, whole] of typed.split(/\r\n|\r|\n/).entries()) {
    if (whole.trim() === "") continue;
    const line = at + 1;
    const { key, text } = keyed ? splitKeyed(whole) : splitPlain(whole);
    const name = keyed ? key : `${key}\t${text}`;
    const before = known.get(name);
    if (keyed && key === "") problems.push(refusal("typedNoKey", { line }));
    else if (text === "") problems.push(refusal("typedNoText", { line }));
    else if (before !== undefined)
      problems.push(
        keyed
          ? refusal("typedKeyTwice", { line, key: key.slice(0, 100), before })
          : refusal("typedTextTwice", { line, before }),
      );
    else {
      known.set(name, line);
      strings.push({ key, text, line });
    }
    if (strings.length > MOST_TYPED) problems.push(refusal("typedMany", { most: MOST_TYPED }));
    if (problems.length >= MOST_PROBLEMS || strings.length > MOST_TYPED) break;
  }
  return { strings, problems };
}

function splitKeyed(line: string): { key: string; text: string } {
  const at = /\t|=/.exec(line)?.index;
  return at === undefined
    ? { key: "", text: line.trim() }
    : { key: line.slice(0, at).trim(), text: line.slice(at + 1).trim() };
}

function splitPlain(line: string): { key: string; text: string } {
  const at = line.indexOf("\t");
  return at < 0 ? { key: "", text: line.trim() } : { key: line.slice(0, at).trim(), text: line.slice(at + 1).trim() };
}
