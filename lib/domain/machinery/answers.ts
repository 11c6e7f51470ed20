import { timingSafeEqual } from "node:crypto";
import { machineryQuestions } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { Delivery } from "@/lib/platform/machinery/engine";
import { findEngine } from "@/lib/platform/machinery/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { NotFound } from "../errors";
import { fingerprint, KEPT_HOURS } from "./internal/mailbox";

/** Answers that services bring later, to the address of a question. */

const q = machineryQuestions.as("q");

/** A question that an answer may be brought to. */
export interface OpenQuestion {
  id: number;
  service: string;
  /** False where an answer was brought before. */
  open: boolean;
}

/**
 * The question of an address. That of none, of one that is too old and of another secret are not told apart.
 * @throws NotFound
 */
export async function findQuestion(id: string, secret: string): Promise<OpenQuestion> {
  const found = /^[1-9]\d{0,17}$/.test(id)
    ? await db.one(sql`
        select ${pick(q, "id", "service", "token", "answeredAt")} from ${q}
        where ${q.id} = ${id}::bigint and ${q.askedAt} > now() - make_interval(hours => ${KEPT_HOURS}::int)`)
    : undefined;
  const given = Buffer.from(fingerprint(secret));
  const kept = Buffer.from(found?.token ?? fingerprint(""));
  // Both are fingerprints, so that they are equally long.
  if (!timingSafeEqual(given, kept) || !found) throw new NotFound(refusal("nobodyWaits"));
  return { id: found.id, service: found.service, open: found.answeredAt === null };
}

/** Keeps what a service says of a question, once. What says nothing of the outcome, and what comes again, changes nothing. */
export async function takeAnswer({ id, service, open }: OpenQuestion, delivery: Delivery): Promise<void> {
  const outcome = open ? findEngine(service)?.receive?.(delivery) : undefined;
  if (!outcome) return;
  const { answer = null, refusal = null } = outcome as { answer?: string; refusal?: string };
  await db.run(sql`
    update ${q} set answered_at = now(), answer = ${answer && stored(answer)}::text, refusal = ${refusal && stored(refusal)}::text
    where ${q.id} = ${id}::bigint and ${q.answeredAt} is null`);
}

/** What the database takes. */
const stored = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Removes questions that nobody may answer any more. Gives how many. */
export const forgetQuestions = (): Promise<number> =>
  db.run(sql`delete from ${q} where ${q.askedAt} < now() - make_interval(hours => ${KEPT_HOURS}::int)`);
