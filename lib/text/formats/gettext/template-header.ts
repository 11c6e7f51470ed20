/** The header of templates (POT) that are made again from sources. */

const DATE = /^"POT-Creation-Date: .*\\n"$/m;

interface Parts {
  head: string;
  rest: string;
}

/** A template as its header and the strings behind it. */
function split(text: string): Parts {
  const end = text.search(/\r?\n\r?\n/);
  return end < 0 ? { head: text.trimEnd(), rest: "" } : { head: text.slice(0, end), rest: text.slice(end) };
}

const withDate = (head: string, date: string): string => head.replace(DATE, date);
const dateOf = (head: string): string => DATE.exec(head)?.[0] ?? "";

/**
 * A template made anew, in place of the one that is there: with that one's header, and the same to the byte where all
 * strings are.
 * @param keepHeader false takes the new header, too
 */
export function renewTemplate(former: string | undefined, made: string, keepHeader: boolean): string {
  const fresh = split(
    made.replace('"Content-Type: text/plain; charset=CHARSET\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"'),
  );
  if (former === undefined) return fresh.head + (fresh.rest || "\n");
  const old = split(former.replaceAll("\r\n", "\n"));
  const head = keepHeader ? old.head : fresh.head;
  const same = fresh.rest.trimEnd() === old.rest.trimEnd() && withDate(head, dateOf(old.head)) === old.head;
  return same ? former : withDate(head, dateOf(fresh.head)) + (fresh.rest || "\n");
}

/** A header that says of which program it is, in place of xgettext's placeholders. */
export function nameTemplate(made: string, name: string): string {
  const plain = name.replace(/[\r\n]+/g, " ");
  return made
    .replace(/^# SOME DESCRIPTIVE TITLE\.$/m, () => `# Translation template of ${plain}.`)
    .replace(/^# Copyright \(C\) YEAR .*\n/m, "")
    .replace(/^# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR\.\n/m, "");
}
