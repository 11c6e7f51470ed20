import { BusError, publishToBus } from "@/lib/platform/message-bus";
import { FetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { maskAddresses } from "@/lib/text/addresses";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Worded, worded } from "../../errors";
import { MASK } from "../../secrets";
import type { BusMessage, Messenger } from "../addon";

/** One attempt to hand a message to another service. */

export interface Try {
  at: string;
  ms: number;
  status?: number;
  /** Why there is no status, or why it does not count. */
  error?: string;
  /** The same as a message, for readers of other languages. */
  said?: Refusal;
  /** The beginning of what was answered. */
  answer?: string;
  /** Headers of the request, without secrets. */
  headers: Record<string, string>;
  /** Who asked for it; the service itself when absent. */
  by?: string;
}

/** What an attempt means: `refused` is about this message, `away` about whoever receives them. */
export type Outcome = "delivered" | "gone" | "refused" | "away";

/** Every broker has it, and consumers bind their queues to it. */
const EXCHANGE = "amq.topic";
const LONGEST_ANSWER = 1000;
const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_S = 86_400;

/** Statuses below 500 that say nothing of the message. */
const LATER = new Set([408, 425, 429]);

export interface Attempt {
  attempt: Try;
  outcome: Outcome;
  /** Seconds that the other side asked us to wait. */
  wait: number;
}

/** Sends a message once. @throws nothing that the other side could cause */
export async function sendMessage<S>(
  messenger: Messenger<S>,
  given: { settings: S; id: string; body: string; by?: string; timeoutMs?: number },
): Promise<Attempt> {
  const now = new Date();
  const request = messenger.request({ ...given, now });
  if ("broker" in request) return publish(request, given, now);
  const { url, headers } = request;
  const told = { at: now.toISOString(), headers: shownHeaders(headers), ...(given.by ? { by: given.by } : {}) };
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const {
      status,
      text,
      headers: answered,
    } = await safeFetch(url, {
      method: "POST",
      headers,
      jsonText: given.body,
      timeoutMs: given.timeoutMs ?? TIMEOUT_MS,
      maxBytes: 4 * LONGEST_ANSWER,
      cut: true,
    });
    const answer = maskAddresses(text.replaceAll("\0", "").slice(0, LONGEST_ANSWER));
    const outcome = outcomeOf(status);
    const error = outcome === "delivered" ? {} : errorOf(worded(refusal("deliveryStatus", { status })));
    return { attempt: { ...told, ms: ms(), status, answer, ...error }, outcome, wait: waitOf(answered["retry-after"]) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const status = error.status === undefined ? {} : { status: error.status };
    return { attempt: { ...told, ms: ms(), ...status, ...errorOf(error) }, outcome: "away", wait: 0 };
  }
}

const errorOf = ({ message, said }: Worded): Pick<Try, "error" | "said"> => ({ error: message, ...(said && { said }) });

/** The same by a message broker. What it refuses for the message's sake has the status that HTTP has for that. */
async function publish(
  { broker, topic, headers }: BusMessage,
  given: { id: string; body: string; by?: string; timeoutMs?: number },
  now: Date,
): Promise<Attempt> {
  const shown = Object.fromEntries(Object.entries({ topic, ...headers }).map(([name, value]) => [name, String(value)]));
  const told = { at: now.toISOString(), headers: shown, ...(given.by ? { by: given.by } : {}) };
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const message = { exchange: EXCHANGE, topic, id: given.id, headers, body: given.body };
  try {
    await publishToBus(broker, message, given.timeoutMs ?? TIMEOUT_MS);
    return { attempt: { ...told, ms: ms() }, outcome: "delivered", wait: 0 };
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    const attempt = { ...told, ms: ms(), error: maskAddresses(error.message) };
    if (!error.refused) return { attempt, outcome: "away", wait: 0 };
    return { attempt: { ...attempt, status: 400 }, outcome: "refused", wait: 0 };
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 410) return "gone";
  return status >= 400 && status < 500 && !LATER.has(status) ? "refused" : "away";
}

/** Whether an attempt that was written down was refused. */
export const wasRefused = ({ status }: Try): boolean => status !== undefined && outcomeOf(status) === "refused";

/** What Retry-After says, in seconds; a date says nothing here. */
function waitOf(header: string | undefined): number {
  return header && /^\d{1,9}$/.test(header.trim()) ? Math.min(Number(header), LONGEST_WAIT_S) : 0;
}

function shownHeaders(headers: Record<string, string>): Record<string, string> {
  const shown = { "content-type": "application/json", ...headers };
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, name.endsWith("signature") && value ? `v1,${MASK}` : value]),
  );
}
