import { sourceUnits, units } from "@/lib/generated/tables";
import { combined, cte, defined, named, pick, subquery, unnest } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { asText, hashText, TYPE } from "@/lib/platform/expressions";
import type { FileString } from "../../files/strings";
import type { TranslationRow } from "../../translations/translations";

const [s, u] = [sourceUnits.as("s"), units.as("u")];

/** Which strings of a translation the strings of an uploaded file are. */

/** Strings asked for in one statement. */
const ASKED = 5000;

/** Ids of the units that strings of a file belong to, by identity. */
export async function knownUnits(
  translation: TranslationRow,
  strings: readonly FileString[],
): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (let at = 0; at < strings.length; at += ASKED) {
    const hashes = strings.slice(at, at + ASKED).map((string) => string.idHash);
    const asked = unnest("asked", { hash: TYPE.hash }, { hash: hashes });
    const rows = await db.rows(sql`
      select ${pick(u, "id")}, ${named({ idHash: hashText(s.idHash) })}
      from ${asked} join ${s} on ${s.componentId} = ${translation.component.id} and ${s.idHash} = ${asked.hash}
        join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${translation.id}`);
    for (const row of rows) known.set(row.idHash, row.id);
  }
  return known;
}

/** The number that our own downloads in other formats give a string, and the forms of a plural one. */
const DOWNLOADED_ID = /(?:^|\/)(-?\d{1,19})(?:\[\d+\])?$/;

/** The number in a context, where it is one that an identity can be. */
function numberIn(context: string): string[] {
  const digits = DOWNLOADED_ID.exec(context)?.[1];
  return digits !== undefined && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits) ? [digits] : [];
}

const CANDIDATE = combined(
  pick(s, "context"),
  named({ idHash: hashText(s.idHash), source: asText(sql`${s.sources}[1]`) }),
);

type Candidate = SelectedRow<typeof CANDIDATE>;

/** Strings of a translation that some strings of a file may be, by identity, number or source. */
function candidates(translation: TranslationRow, strings: readonly FileString[]): Promise<Candidate[]> {
  const component = translation.component.id;
  const hashes = strings.flatMap(({ idHash, context }) => [idHash, ...numberIn(context)]);
  const texts = strings.map((string) => string.sources[0] ?? "");
  const [asked, given] = [
    unnest("asked", { hash: TYPE.hash }, { hash: hashes }),
    unnest("given", { text: TYPE.text }, { text: texts }),
  ];
  const wanted = subquery("wanted", sql`select distinct ${pick(given, "text")} from ${given}`);
  // Two joins: with one condition over both, every string here would be compared with every one of the file.
  const found = cte(
    "found",
    sql`
      select ${pick(s, "id")} from ${asked} join ${s} on ${s.componentId} = ${component} and ${s.idHash} = ${asked.hash}
      union
      select ${s.id} from ${wanted} join ${s} on ${s.componentId} = ${component} and ${s.sources}[1] = ${wanted.text}`,
  );
  return db.rows(sql`
    with ${defined(found)} select ${CANDIDATE}
    from ${found} join ${s} on ${s.id} = ${found.id} join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${translation.id}`);
}

/**
 * The strings of a file in a format that is not the component's own, under the identities they have here: another
 * format may have no place for a context, so a string is also known by the number our downloads give it, or by its
 * source where that stands once. Undefined when none is known.
 */
export async function recognised(
  translation: TranslationRow,
  strings: readonly FileString[],
): Promise<FileString[] | undefined> {
  const taken = new Set<string>();
  const settled: FileString[] = [];
  for (let at = 0; at < strings.length; at += ASKED) {
    const some = strings.slice(at, at + ASKED);
    const rows = await candidates(translation, some);
    for (const string of some) settled.push(string);
    if (rows.length > 0) settle(settled, at, rows, taken);
  }
  return taken.size > 0 ? settled : undefined;
}

/** Gives strings from a place on the identities of the rows that they are. */
function settle(strings: FileString[], from: number, rows: readonly Candidate[], taken: Set<string>): void {
  const byHash = new Map(rows.map((row) => [row.idHash, row]));
  const bySource = new Map<string, Candidate | "several">();
  for (const row of rows) bySource.set(row.source, bySource.has(row.source) ? "several" : row);
  for (let at = from; at < strings.length; at++) {
    const string = strings[at]!;
    const source = string.sources[0] ?? "";
    const numbered = byHash.get(numberIn(string.context)[0] ?? "");
    const alike = bySource.get(source);
    const row =
      byHash.get(string.idHash) ??
      (numbered?.source === source ? numbered : undefined) ??
      (alike !== "several" && source !== "" ? alike : undefined);
    if (!row || taken.has(row.idHash)) continue;
    taken.add(row.idHash);
    strings[at] = { ...string, idHash: row.idHash, context: row.context };
  }
}
