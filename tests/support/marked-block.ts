/** Parts of the documents that a command writes stand between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */

/** Where the content of a block starts and ends. @throws when the document has no such block */
function bounds(document: string, name: string): [number, number] {
  const begin = `<!-- ${name}:begin -->\n`;
  const start = document.indexOf(begin);
  const end = document.indexOf(`<!-- ${name}:end -->`);
  if (start < 0 || end < start) throw new Error(`The document has no block “${name}”.`);
  return [start + begin.length, end];
}

/** The content of a block, without the line end at its end. */
export function blockOf(document: string, name: string): string {
  return document.slice(...bounds(document, name)).replace(/\n$/, "");
}

/** The document with another content of a block. */
export function withBlock(document: string, name: string, content: string): string {
  const [start, end] = bounds(document, name);
  return `${document.slice(0, start)}${content}\n${document.slice(end)}`;
}
