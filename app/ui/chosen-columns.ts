import { cookies } from "next/headers";

/** Columns of tables that a reader wants to see, kept in their browser. */

/** Tables whose columns can be chosen. */
export const CHOOSABLE = [
  "work",
  "repositories",
  "tasks",
  "people",
  "members",
  "teams",
  "tokens",
  "languages",
  "backups",
  "memory",
] as const;
export type ChoosableTable = (typeof CHOOSABLE)[number];

const COOKIE = "loquat-columns";
const YEAR = 31_536_000;
const CHOICE = /^([a-z]{1,20}):([a-zA-Z.]{0,200})$/;

/** `work:todo.words|people:email`, a choice for each table; anything else counts as none. */
function read(text: string | undefined): Map<string, string[]> {
  const choices = new Map<string, string[]>();
  for (const part of (text ?? "").slice(0, 4000).split("|")) {
    const [, table, keys] = CHOICE.exec(part) ?? [];
    if (table !== undefined) choices.set(table, (keys ?? "").split(".").filter(Boolean));
  }
  return choices;
}

/** Keys of the columns that the reader wants in a table; undefined where nothing was chosen. */
export async function chosenColumns(table: ChoosableTable): Promise<ReadonlySet<string> | undefined> {
  const keys = read((await cookies()).get(COOKIE)?.value).get(table);
  return keys && new Set(keys);
}

/** Remembers for a year which columns of a table are wanted; undefined forgets it. */
export async function rememberColumns(table: ChoosableTable, keys: readonly string[] | undefined): Promise<void> {
  const store = await cookies();
  const choices = read(store.get(COOKIE)?.value);
  if (keys) choices.set(table, [...keys]);
  else choices.delete(table);
  const text = [...choices].map(([name, wanted]) => `${name}:${wanted.join(".")}`).join("|");
  if (text) store.set(COOKIE, text, { maxAge: YEAR, sameSite: "lax", path: "/", httpOnly: true });
  else store.delete(COOKIE);
}
