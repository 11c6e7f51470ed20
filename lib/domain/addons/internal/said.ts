/** Words that several add-ons say of what they do. */

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Names that a line of a preview has room for. */
const NAMED = 10;

/** Some names, and how many more there are. */
export function namedFirst(names: readonly string[]): string {
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : "";
  return `${names.slice(0, NAMED).join(", ")}${more}`;
}
