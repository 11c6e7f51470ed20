import { randomUUID } from "node:crypto";
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
    insert into operations (id, kind, user_id, details) values (${id}, ${kind}, ${ledgerUser(actor)}, ${JSON.stringify(details)}::jsonb)`);
  return id;
}
