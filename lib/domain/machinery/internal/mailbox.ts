import { createHash, randomBytes } from "node:crypto";
import { machineryQuestions } from "@/lib/generated/tables";
import { pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import type { Mailbox, Outcome } from "@/lib/platform/machinery/engine";
import { urls } from "@/lib/urls";
import type { OutsideService } from "../services";

/**
 * Questions to services that answer later. They wait in a table, so that the answer may come to any process. Its address
 * ends in a secret that is good for one answer, of which a fingerprint is kept.
 */

const q = machineryQuestions.as("q");

/** An answer is of use to who asks the same in this time, and may come that late. */
export const KEPT_HOURS = 24;
/** A question that has waited longer is asked anew: its answer may be lost. */
const PENDING_MINUTES = 15;

const PAUSES_MS = { first: 100, last: 2000 };

export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The address for a question, or the same question as it was asked already. @param asked whatever the answer depends on */
export async function openMailbox(
  projectId: number,
  service: OutsideService,
  asked: readonly string[],
): Promise<Mailbox> {
  const question = fingerprint(JSON.stringify([service.id, asked]));
  const secret = randomBytes(32).toString("base64url");
  const { id, isNew } = await inTransaction(async (tx) => {
    // Who asks the same at one moment waits here, and finds the question.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext(${question}), ${projectId}::int)`);
    const known = await tx.one(sql`
      select ${pick(q, "id")} from ${q}
      where ${q.projectId} = ${projectId} and ${q.question} = ${question} and ${q.refusal} is null
        and ${q.askedAt} > now() - case when ${q.answeredAt} is null
          then make_interval(mins => ${PENDING_MINUTES}::int) else make_interval(hours => ${KEPT_HOURS}::int) end
      order by ${q.answeredAt} nulls last, ${q.id} desc limit 1`);
    if (known) return { id: known.id, isNew: false };
    const made = await tx.one(sql`
      insert into ${machineryQuestions} ${row(machineryQuestions, {
        ...{ projectId, service: service.id, question },
        token: fingerprint(secret),
      })} returning ${pick(machineryQuestions, "id")}`);
    if (!made) throw new Error("A question was not kept.");
    return { id: made.id, isNew: true };
  });
  return {
    address: isNew ? urls.machineAnswer(id, secret) : undefined,
    outcome: (ms) => outcomeOf(id, ms),
    close: () => forget(id),
  };
}

async function forget(id: number): Promise<void> {
  await db.run(sql`delete from ${q} where ${q.id} = ${id}::bigint`);
}

/** Looks for the outcome now and then, without holding a connection meanwhile. */
async function outcomeOf(id: number, withinMs: number): Promise<Outcome | undefined> {
  const until = performance.now() + withinMs;
  for (let pause = PAUSES_MS.first; ; pause = Math.min(pause * 1.5, PAUSES_MS.last)) {
    const found = await db.one(sql`select ${pick(q, "answer", "refusal")} from ${q} where ${q.id} = ${id}::bigint`);
    if (!found) return undefined;
    if (found.refusal !== null) return { refusal: found.refusal };
    if (found.answer !== null) return { answer: found.answer };
    const left = until - performance.now();
    if (left <= 0) return undefined;
    await new Promise((done) => setTimeout(done, Math.min(pause, left)));
  }
}
