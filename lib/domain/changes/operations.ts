import { randomUUID } from "node:crypto";
import { operations } from "@/lib/generated/tables";
import { row } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../access/actor";

/** Opens an operation: what one act does to many rows, the unit of undo. Gives its id. */
export async function openOperation(
  tx: Tx,
  actor: Actor,
  kind: string,
  details: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  await tx.run(sql`
    insert into ${operations} ${row(operations, {
      id,
      kind,
      userId: ledgerUser(actor),
      details,
    })}`);
  return id;
}
