import { DEMO_LOCKS, type SessionLock, takeSessionLock } from "@/lib/platform/session-lock";

const WAIT_MS = 20_000;

/** Keeps others from making or removing the demo until it is released; undefined while somebody else does so. */
export function takeDemo(): Promise<SessionLock | undefined> {
  return takeSessionLock(DEMO_LOCKS, 0, WAIT_MS);
}
