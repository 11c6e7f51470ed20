import { changes, users } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText, TYPE } from "@/lib/platform/expressions";
import type { MemoryMatch } from "./lookup";

const [ch, a] = [changes.as("ch"), users.as("a")];

/** Who wrote the texts of strings, by the string: the newest line of the ledger with that very text tells. */
export async function authorsOf(
  matches: readonly Pick<MemoryMatch, "unitId" | "target">[],
): Promise<ReadonlyMap<number, string>> {
  const asked = matches.flatMap(({ unitId, target }) => (unitId === null ? [] : [{ unitId, target }]));
  if (asked.length === 0) return new Map();
  const n = unnest("n", { unitId: TYPE.number, target: TYPE.text }, asked);
  const rows = await db.rows(sql`
    select distinct on (${ch.unitId}) ${pick(n, "unitId")}, ${named({ name: asText(sql`coalesce(nullif(${a.fullName}, ''), ${a.username})`) })}
    from ${n} join ${ch} on ${ch.unitId} = ${n.unitId} and ${ch.target} = ${n.target} and ${ch.details} ? 'state'
      join ${a} on ${a.id} = ${ch.authorId}
    order by ${ch.unitId}, ${ch.id} desc`);
  return new Map(rows.map((row) => [row.unitId, row.name]));
}
