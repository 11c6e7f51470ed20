import { randomUUID } from "node:crypto";
import { operationLanguages, operations } from "@/lib/generated/tables";
import { names, row } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { inOperation } from "@/lib/platform/operation-mark";
import { type Actor, ledgerUser } from "../access/actor";
import type { Permission } from "../access/permissions";

/** What one act does to many strings: the unit of undo. */

/** What is told of an operation. */
export interface OperationDetails {
  /** What was done, in words of the API: a repository operation, a method of uploads, the name of an add-on or of a removed language. */
  name: string;
  /** Who has all of these rights where the operation worked may take it back. */
  needs: readonly Permission[];
  /** The components where it worked. Strings elsewhere came to it by propagation. */
  components: readonly number[];
  /** Set when it worked in one language only. */
  language?: number;
  /** True when it worked in several languages, and each string was asked for by itself: so is taking it back. */
  eachString?: boolean;
  /** What an undo took back: the kind that the name is one of. */
  of?: OperationKind;
  [more: string]: unknown;
}

export interface NewOperation {
  kind: OperationKind;
  details: OperationDetails;
  /** Its id, when somebody has named it already. */
  id?: string;
  /** Who did it; the actor when left out. */
  userId?: number | null;
}

export const OPERATION_KINDS = [
  "repository",
  "upload",
  "auto-translate",
  "add-on",
  "bulk-edit",
  "source-edit",
  "removal",
  "settings",
  "undo",
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Writes an operation down; once, however often it is begun. Gives its id. */
export async function openOperation(tx: Tx, actor: Actor, given: NewOperation): Promise<string> {
  const { id = randomUUID(), kind, details, userId = ledgerUser(actor) } = given;
  await tx.run(sql`
    insert into ${operations} ${row(operations, { id, kind, userId, details })}
    on conflict (${names(operations, "id")}) do nothing`);
  return id;
}

/**
 * Does work as an operation: all strings that it changes, removes or adds can be taken back. One that has changed no string
 * is forgotten.
 * @returns what the work gives, and the id of the operation where one is kept
 */
export async function asOperation<T>(
  actor: Actor,
  given: NewOperation,
  work: (id: string) => Promise<T>,
): Promise<{ result: T; operation: string | null }> {
  const id = await inTransaction((tx) => openOperation(tx, actor, given));
  let idle = false;
  const end = async () => {
    idle = await inTransaction((tx) => forgetIdle(tx, id));
  };
  const result = await inOperation(id, () => work(id)).catch(async (error: unknown) => {
    await end().catch(() => {});
    throw error;
  });
  await end();
  return { result, operation: idle ? null : id };
}

async function forgetIdle(tx: Tx, id: string): Promise<boolean> {
  const texts = sql`select from ${operationLanguages} where ${operationLanguages.operationId} = ${id}`;
  return (await tx.run(sql`delete from ${operations} where ${operations.id} = ${id} and not exists (${texts})`)) > 0;
}
