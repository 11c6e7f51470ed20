/** The people in the comment at the head of a PO file. */

const PLACEHOLDER = /^#\s*FIRST AUTHOR <EMAIL@ADDRESS>/;
const AUTHOR = /^#\s*\S.*<[^<>]*>,\s*\d{4}/;

/**
 * The text with a line for somebody who translated in a year: a new one, or the year behind those that are there. A file
 * without a header stays as it is.
 * @param author `Name <address>`
 */
export function addAuthor(text: string, author: string, year: number): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(eol);
  const head = lines.findIndex((line) => line.startsWith("msgid"));
  if (head < 0 || !/^msgid\s+""\s*$/.test(lines[head] ?? "") || !/^msgstr/.test(lines[head + 1] ?? "")) return text;
  const name = author.replace(/\s+/g, " ").trim();
  const address = /<[^<>]*>$/.exec(name)?.[0].toLowerCase();
  const top = lines.slice(0, head);
  const own = top.findIndex(
    (line) => AUTHOR.test(line) && (/<[^<>]*>/.exec(line)?.[0].toLowerCase() ?? "") === address,
  );
  if (own >= 0) {
    const line = top[own] ?? "";
    if (line.slice(line.lastIndexOf(">")).includes(String(year))) return text;
    lines[own] = `${line.replace(/\.?\s*$/, "")}, ${year}.`;
    return lines.join(eol);
  }
  const written = `# ${name}, ${year}.`;
  const placeholder = top.findIndex((line) => PLACEHOLDER.test(line));
  if (placeholder >= 0) lines[placeholder] = written;
  else lines.splice(placeOf(top), 0, written);
  return lines.join(eol);
}

/** Behind the last author, else behind the last line of the comment that people write. */
function placeOf(top: readonly string[]): number {
  const author = top.findLastIndex((line) => AUTHOR.test(line));
  if (author >= 0) return author + 1;
  const said = top.findLastIndex((line) => /^#\s+\S/.test(line));
  return said + 1;
}
