import { renamedKeys, sourceUnits } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, names, pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, TYPE } from "@/lib/platform/expressions";
import type { StringChange } from "../../files/file-strings";
import type { FileString } from "../../files/strings";

const [k, s] = [renamedKeys.as("k"), sourceUnits.as("s")];

/** Keys that a base file has under other names now, and files of languages that are still edited under the former ones. */

/** Present names of strings by their former identities. */
export type FormerKeys = ReadonlyMap<string, Pick<FileString, "idHash" | "context">>;

/** Remembers keys that upstream renamed: new identities by the former ones. */
export async function keepRenames(tx: Tx, componentId: number, renamed: ReadonlyMap<string, string>): Promise<void> {
  if (renamed.size === 0) return;
  const n = unnest(
    "n",
    { formerHash: TYPE.hash, idHash: TYPE.hash },
    [...renamed].map(([formerHash, idHash]) => ({ formerHash, idHash })),
  );
  await tx.run(sql`
    update ${k} set ${assigned(k, { idHash: n.idHash })} from ${n}
    where ${k.componentId} = ${componentId} and ${k.idHash} = ${n.formerHash}`);
  await tx.run(sql`
    insert into ${renamedKeys} ${eachRow(renamedKeys, { componentId, ...columnsOf(n, "formerHash", "idHash") })} from ${n}
    on conflict (${names(k, "componentId", "formerHash")}) do update set id_hash = excluded.id_hash`);
}

/** Forgets former keys that are keys of strings again. */
export async function forgetRenames(tx: Tx, componentId: number): Promise<void> {
  await tx.run(sql`
    delete from ${k} using ${s}
    where ${k.componentId} = ${componentId} and ${s.componentId} = ${componentId} and ${s.idHash} = ${k.formerHash}`);
}

/** Present names of those changed strings whose keys were renamed. */
export async function presentNames(
  tx: Pick<Tx, "rows">,
  componentId: number,
  changes: readonly StringChange[],
): Promise<FormerKeys> {
  const hashes = changes.flatMap(({ after }) => after?.idHash ?? []);
  if (hashes.length === 0) return new Map();
  const rows = await tx.rows(sql`
    select ${named({ formerHash: hashText(k.formerHash), idHash: hashText(k.idHash) })}, ${pick(s, "context")}
    from ${k} join ${s} on ${s.componentId} = ${k.componentId} and ${s.idHash} = ${k.idHash}
    where ${k.componentId} = ${componentId} and ${anyOf(asHash(k.formerHash), hashes)}`);
  return new Map(rows.map(({ formerHash, ...name }) => [formerHash, name]));
}

/** Changes under the names that strings have since, where a file has these under the former ones alone. */
export function underPresentNames(
  changes: readonly StringChange[],
  present: FormerKeys,
  strings: ReadonlyMap<string, FileString>,
): { changes: StringChange[]; named: Set<string> } {
  const taken = new Set<string>();
  const called = changes.map((change): StringChange => {
    const { before, after } = change;
    const name = after && present.get(after.idHash);
    if (!name || strings.has(name.idHash) || taken.has(name.idHash)) return change;
    taken.add(name.idHash);
    return { before: before && { ...before, ...name }, after: { ...after, ...name } };
  });
  return { changes: called, named: taken };
}
