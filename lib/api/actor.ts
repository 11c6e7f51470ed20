import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { denied } from "@/lib/domain/access/denied";
import { Forbidden, Unauthenticated } from "@/lib/domain/errors";
import { liveSession } from "@/lib/domain/users/sessions";
import { authenticateKey } from "@/lib/domain/users/tokens";
import { refuseWhileViewing, viewedActor } from "@/lib/domain/users/viewing";
import { isOwnRequest, readSession, type Session } from "@/lib/platform/sign-in";
import { refusal } from "@/lib/text/messages/refusal";
import { clientAddress } from "./throttle";

/** Who sends a request; the contract 6.1: token, then session, then nobody. */

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export interface Caller {
  actor: Actor;
  /** Set when the request came with a browser's session. */
  session: Session | undefined;
}

/** Whoever asks where nobody is asked who they are: without any right. */
export const NOBODY: Actor = {
  userId: 0,
  username: "",
  fullName: "",
  email: null,
  isAnonymous: true,
  isSuperuser: false,
  isBot: false,
  tokenProjectId: undefined,
  grants: [],
  blockedIn: new Set(),
  cause: "service",
};

/** How a token is sent. */
export const TOKEN_HEADER = "Authorization: Token <key>.";

/** The key of an Authorization header; undefined for another scheme. @throws Unauthenticated for a malformed one */
function keyOf(header: string): string | undefined {
  const [scheme = "", ...rest] = header.trim().split(/\s+/);
  if (!/^(token|bearer)$/i.test(scheme)) return undefined;
  const [key] = rest;
  if (key === undefined) throw new Unauthenticated(refusal("apiNoToken", { header: TOKEN_HEADER }), true);
  if (rest.length > 1) throw new Unauthenticated(refusal("apiTokenBlanks"), true);
  return key;
}

/** The actor of a session that is live and whose user is active; the one whose eyes it looks through, while it does. */
export async function sessionActor(session: Session | undefined): Promise<Actor | undefined> {
  const live = session && (await liveSession(session.id));
  if (!live || live.userId !== session.userId) return undefined;
  const actor = await loadActor(live.userId, { weak: !live.strong });
  return actor && live.viewing !== null ? viewedActor(actor, live.viewing) : actor;
}

/**
 * The caller of an API request.
 * @param viewable whether the answer may be shown to a session that looks through other eyes
 * @throws Unauthenticated for a bad token, even beside a valid session
 * @throws Forbidden for an unsafe method under a session that our own pages did not send, and for all that is not viewable
 *   under one that looks through other eyes
 */
export async function callerOf(request: Request, viewable = false): Promise<Caller> {
  const header = request.headers.get("authorization");
  const key = header ? keyOf(header) : undefined;
  if (key !== undefined)
    return {
      actor: await authenticateKey(key, request.headers.get("user-agent") ?? "", clientAddress(request)),
      session: undefined,
    };
  const session = await readSession(request);
  const actor = await sessionActor(session);
  if (actor && !(viewable && SAFE.has(request.method))) refuseWhileViewing(actor);
  if (!actor || !session) return { actor: await anonymousActor(clientAddress(request)), session: undefined };
  if (!SAFE.has(request.method) && !(await isOwnRequest(request, session)))
    throw new Forbidden(denied("missing-permission", refusal("apiCsrf")));
  return { actor, session };
}

/**
 * The viewer of the page that is being rendered. An action asks `currentActor`, which refuses those who look through other eyes.
 * @param client network address that the page is asked for from
 */
export async function viewer(client?: string): Promise<Actor> {
  return (await sessionActor(await readSession())) ?? (await anonymousActor(client));
}
