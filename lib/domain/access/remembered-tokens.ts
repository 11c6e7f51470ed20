import { whenDatabaseCloses } from "@/lib/platform/database";
import type { Actor } from "./actor";

/** Actors of tokens that were seen a moment ago, so that a client in full swing does not load its rights each time. */

interface Remembered {
  actor: Actor;
  /** Its id. */
  token: number;
  until: number;
}

const remembered = new Map<string, Remembered>();
const MOST = 5000;
/** How long a token's actor is remembered; a revocation in another process takes effect within this time. */
const REMEMBER_MS = 2_000;

/** The actor of a token by its hash; undefined when it was not seen lately. */
export function rememberedActor(hash: string): Pick<Remembered, "actor" | "token"> | undefined {
  const known = remembered.get(hash);
  return known && known.until > Date.now() ? known : undefined;
}

export function rememberActor(hash: string, actor: Actor, token: number): void {
  if (remembered.size > MOST) remembered.clear();
  remembered.set(hash, { actor, token, until: Date.now() + REMEMBER_MS });
}

/** Forgets all of them: to be called by whoever changes rights or tokens. */
export function forgetTokens(): void {
  remembered.clear();
}
whenDatabaseCloses(forgetTokens);
