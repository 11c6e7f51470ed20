import { settingsPlans } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import { Conflict, NotFound } from "../../errors";

/** Plans for settings that somebody looks at, each kept for a day. */

const b = settingsPlans.as("b");

/** A plan that was kept. */
export interface Kept<Wish> {
  id: string;
  path: string;
  wish: Wish;
  version: string;
  /** The operation that carried it out. */
  operationId: string | null;
}

/** Keeps what was asked for, and gives its id. `projectId` is 0 for the installation. */
export async function keep(
  actor: Actor,
  plan: { projectId: number; path: string; wish: object; version: string },
): Promise<string> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    await tx.run(sql`delete from ${b} where ${b.createdAt} < now() - interval '1 day'`);
    const made = await tx.one(sql`
      insert into ${settingsPlans} ${row(settingsPlans, { id: sql`gen_random_uuid()`, userId, ...plan })} returning ${pick(settingsPlans, "id")}`);
    return made?.id ?? "";
  });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A plan of one's own. @throws NotFound */
export async function findKept<Wish>(actor: Actor, path: string, id: string): Promise<Kept<Wish>> {
  const [kept] = UUID.test(id)
    ? await db.rows(sql`
        select ${pick(b, "id", "path", "version", "operationId")}, ${named({ wish: asJson<Wish>(b.wish) })} from ${b}
        where ${b.id} = ${id}::uuid and ${b.userId} = ${actor.userId} and ${b.path} = ${path}`)
    : [];
  if (!kept) throw new NotFound(refusal("noPreviewMore"));
  return kept;
}

/** Carries a kept plan out inside a transaction, once: again it gives the same operation. @throws Conflict */
export async function carryOutOnce(
  tx: Tx,
  { id }: { id: string },
  work: () => Promise<string | null>,
): Promise<string | null> {
  const now = await tx.one(sql`select ${pick(b, "operationId")} from ${b} where ${b.id} = ${id}::uuid for update`);
  if (!now) throw new Conflict(refusal("previewNoLonger"));
  if (now.operationId !== null) return now.operationId;
  const operationId = await work();
  await tx.run(sql`update ${b} set ${assigned(b, { operationId })} where ${b.id} = ${id}::uuid`);
  return operationId;
}
