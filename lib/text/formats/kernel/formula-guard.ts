/**
 * Texts that a spreadsheet would run as a formula. Guarded, such a text stands between apostrophes with its `|`
 * escaped; reading takes away exactly that, so every text comes back.
 */

const APOSTROPHE = 39;
const DANGEROUS = /^[=+\-@]/;
const GUARDED = /^'('*[=+\-@][\s\S]*)'$/;

/** Text of a cell; texts that look guarded are guarded too, or reading would strip them. */
export function guardFormula(text: string): string {
  return DANGEROUS.test(text) ? wrap(text) : keepFromReading(text);
}

/** Text of a cell in a file whose owner does not want formulas guarded: only what reading would strip is wrapped. */
export function keepFromReading(text: string): string {
  return GUARDED.test(text) ? wrap(text) : text;
}

function wrap(text: string): string {
  return `'${text.replaceAll("|", "\\|")}'`;
}

/** The text that was guarded; any other text as it is. */
export function unguardFormula(cell: string): string {
  // Nearly no cell is guarded.
  const inside = cell.charCodeAt(0) === APOSTROPHE ? GUARDED.exec(cell)?.[1] : undefined;
  return inside === undefined ? cell : inside.replaceAll("\\|", "|");
}
