import { FetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { maskAddresses } from "@/lib/text/addresses";
import { MASK } from "../../secrets";
import type { Messenger } from "../addon";

/** One attempt to hand a message to another service. */

export interface Try {
  at: string;
  ms: number;
  status?: number;
  /** Why there is no status, or why it does not count. */
  error?: string;
  /** The beginning of what was answered. */
  answer?: string;
  /** Headers of the request, without secrets. */
  headers: Record<string, string>;
  /** Who asked for it; the service itself when absent. */
  by?: string;
}

/** What an attempt means: `refused` is about this message, `away` about whoever receives them. */
export type Outcome = "delivered" | "gone" | "refused" | "away";

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
  const { url, headers } = messenger.request({ ...given, now });
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
    const error = outcome === "delivered" ? {} : { error: `The address answered with status ${status}.` };
    return { attempt: { ...told, ms: ms(), status, answer, ...error }, outcome, wait: waitOf(answered["retry-after"]) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const status = error.status === undefined ? {} : { status: error.status };
    return { attempt: { ...told, ms: ms(), ...status, error: error.message }, outcome: "away", wait: 0 };
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
