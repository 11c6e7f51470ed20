/**
 * Makes objects of rows. A list of a hundred rows has thousands of members: setting them one by one by name costs more
 * than reading them from the wire, so each set of columns gets a function of its own that writes the object whole.
 */

type RowMaker = (row: readonly unknown[], shared: object | undefined) => unknown;

/** Sets of columns that are remembered; those of our statements are far fewer. */
const MOST = 2000;
const makers = new Map<string, RowMaker>();

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** What may stand for null in a column, as it is written behind the name of the column. */
const DEFAULT = /=(''|false|0|\[\]|\{\})$/;

/** Name of a column, and what stands for null in it as a text of code; see `emptyAsNull` and its like. */
function withDefault(name: string): [column: string, otherwise: string] {
  const value = DEFAULT.exec(name)?.[1];
  return value === undefined ? [name, ""] : [name.slice(0, -1 - value.length), ` ?? ${value}`];
}

/** Text of an object with these members, each an expression. */
function objectText(members: ReadonlyMap<string, string>): string {
  // The names are those of our own statements, and stand in the text as JSON.
  return `{ ${[...members].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")} }`;
}

/**
 * The function that makes an object of a row with these columns.
 * @param columns names as the statement gives them: they become camelCase, of equal ones the last counts, and
 *   `"repository.push_url"` is the member `pushUrl` of a member `repository`; behind `=` may stand what null means
 * @param shared an object whose members every row gets, too, behind its own
 */
export function rowMaker(columns: readonly string[], shared?: object): RowMaker {
  const others = shared ? Object.keys(shared) : [];
  const key = `${columns.join()};${others.join()}`;
  let made = makers.get(key);
  if (!made) {
    const members = new Map<string, string>();
    const inner = new Map<string, Map<string, string>>();
    for (const [at, name] of columns.entries()) {
      const [column, otherwise] = withDefault(name);
      const value = `row[${at}]${otherwise}`;
      const dot = column.indexOf(".");
      const outer = camel(dot > 0 ? column.slice(0, dot) : column);
      if (dot > 0) {
        const below = inner.get(outer) ?? new Map<string, string>();
        inner.set(outer, below.set(camel(column.slice(dot + 1)), value));
      }
      members.set(outer, value);
    }
    for (const [name, below] of inner) members.set(name, objectText(below));
    for (const name of others) members.set(name, `shared[${JSON.stringify(name)}]`);
    made = new Function("row", "shared", `return ${objectText(members)};`) as RowMaker;
    if (makers.size >= MOST) makers.clear();
    makers.set(key, made);
  }
  return made;
}
