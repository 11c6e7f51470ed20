import { createHash, randomBytes } from "node:crypto";
import { sessions, users, viewings } from "@/lib/generated/tables";
import { assigned, combined, named, names, pick } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asFlag, orNull, sqlNow } from "@/lib/platform/expressions";
import { shownNetwork } from "@/lib/platform/network";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { NotFound, Unauthenticated } from "../errors";
import { forgetBrowsers } from "./known-browsers";

/** Sign-ins: one row for each, so that it can be shown and ended. The cookie carries its id, the table a fingerprint. */

/** What is known of the browser behind a request. */
export interface Browser {
  /** The client's whole address; never stored. */
  address: string;
  userAgent: string;
  /** What its cookie says of earlier sign-ins; see known-browsers.ts. */
  mark: string | undefined;
}

/** How long a sign-in lasts. */
export const SESSION_DAYS = 30;
/** More devices than this are forgotten, the ones longest unseen first. */
const MOST_SESSIONS = 100;

const fingerprint = (id: string): string => createHash("sha256").update(`session:${id}`).digest("hex");

const [s, u, v] = [sessions.as("s"), users.as("u"), viewings.as("v")];

const columnsFor = (current: string | undefined) =>
  combined(
    pick(s, "id", "createdAt", "lastSeenAt", "userAgent", "network", "strong"),
    /** Whether it is the one that asks. */
    named({ current: asFlag(sql`${s.hash} = ${fingerprint(current ?? "")}`) }),
  );

/** A session as its owner sees it. */
export type SessionRow = SelectedRow<ReturnType<typeof columnsFor>>;

/**
 * Begins a session and gives its id, which belongs into the cookie and nowhere else.
 * @param strong whether a second factor was given, or what counts as one
 * @throws Unauthenticated when the account's sessions were ended since the password was checked
 */
export async function beginSession(
  user: { id: number; sessionVersion: number },
  browser: Browser,
  strong = false,
): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await inTransaction(async (tx) => {
    const begun = await tx.run(sql`
      insert into ${sessions} (${names(sessions, "userId", "hash", "version", "expiresAt", "userAgent", "network", "strong")})
      select ${u.id}, ${fingerprint(id)}, ${u.sessionVersion}, now() + make_interval(days => ${SESSION_DAYS}), ${browser.userAgent.slice(0, 300)}, ${shownNetwork(browser.address)}, ${strong}
      from ${u} where ${u.id} = ${user.id} and ${u.sessionVersion} = ${user.sessionVersion} and ${u.isActive}`);
    if (begun === 0) throw new Unauthenticated(refusal("signedOutEverywhere"));
    await tx.run(sql`
      delete from ${sessions} where ${sessions.expiresAt} < now() or (${sessions.userId} = ${user.id} and ${sessions.id} not in (
        select ${s.id} from ${s} where ${s.userId} = ${user.id} and ${s.version} = ${user.sessionVersion}
        order by ${s.lastSeenAt} desc, ${s.id} desc limit ${MOST_SESSIONS}))`);
  });
  return id;
}

/** The user of a live session, or undefined. */
export async function sessionUser(id: string): Promise<number | undefined> {
  return (await liveSession(id))?.userId;
}

/** What a session is, for whoever asks who it is. */
const LIVE = combined(
  pick(s, "userId", "strong"),
  /** The look through other eyes that is under way in it (viewing.ts); null for none. */
  named({ viewing: orNull(v.id) }),
);

/** A live session, or undefined. Notes, every few minutes at most, that it was seen. */
export async function liveSession(id: string): Promise<SelectedRow<typeof LIVE> | undefined> {
  const hash = fingerprint(id);
  return db.one(sql`
    with seen as (
      update ${sessions} set ${assigned(sessions, { lastSeenAt: sqlNow })}
      where ${sessions.hash} = ${hash} and ${sessions.lastSeenAt} < now() - interval '5 minutes' and ${sessions.expiresAt} > now()
    )
    select ${LIVE} from ${s} join ${u} on ${u.id} = ${s.userId} and ${u.sessionVersion} = ${s.version}
      left join ${v} on ${v.sessionId} = ${s.id} and ${v.endedAt} is null and ${v.until} > now()
    where ${s.hash} = ${hash} and ${s.expiresAt} > now()`);
}

/** The number of a live session of a user. @throws Unauthenticated */
export async function sessionNumber(tx: Tx, userId: number, id: string): Promise<number> {
  const found = await tx.one(sql`
    select ${pick(s, "id")} from ${s} where ${s.hash} = ${fingerprint(id)} and ${s.userId} = ${userId} and ${s.expiresAt} > now()
    for update`);
  if (!found) throw new Unauthenticated(refusal("signedOut"));
  return found.id;
}

/** Notes that a second factor was set up in a session, so that none is asked for in it. */
export async function strengthenSession(tx: Tx, userId: number, id: string): Promise<void> {
  await tx.prisma.session.updateMany({ where: { userId, hash: fingerprint(id) }, data: { strong: true } });
}

/** Whether a session of the user began within the last minutes: who has no password signs in again instead. */
export async function isFresh(userId: number, id: string, minutes: number): Promise<boolean> {
  const row = await db.one(sql`
    select ${pick(s, "id")} from ${s}
    where ${s.hash} = ${fingerprint(id)} and ${s.userId} = ${userId} and ${s.createdAt} > now() - make_interval(mins => ${minutes}::int)`);
  return row !== undefined;
}

/** Ends all sessions of the actor but the one that asks. @param mark of the browser that asks: only it stays known */
export async function removeOtherSessions(actor: Actor, current: string, mark: string | undefined): Promise<number> {
  return inTransaction(async (tx) => {
    const ended = await tx.prisma.session.deleteMany({
      where: { userId: actor.userId, hash: { not: fingerprint(current) } },
    });
    await forgetBrowsers(tx, actor.userId, mark);
    return ended.count;
  });
}

/** Ends the session with this id, if there is one. */
export async function endSession(id: string): Promise<void> {
  await db.prisma.session.deleteMany({ where: { hash: fingerprint(id) } });
}

/** The actor's live sessions, the last seen first. @param current id of the session that asks */
export async function listSessions(actor: Actor, current: string | undefined): Promise<SessionRow[]> {
  return db.rows(sql`
    select ${columnsFor(current)}
    from ${s} join ${u} on ${u.id} = ${s.userId} and ${u.sessionVersion} = ${s.version}
    where ${s.userId} = ${actor.userId} and ${s.expiresAt} > now()
    order by current desc, ${s.lastSeenAt} desc, ${s.id} desc`);
}

/** Ends one of the actor's own sessions. @throws NotFound */
export async function removeSession(actor: Actor, sessionId: number): Promise<void> {
  const ended = await db.prisma.session.deleteMany({ where: { id: sessionId, userId: actor.userId } });
  if (ended.count === 0) throw new NotFound(refusal("deviceAlreadySigned"));
}

/** Ends every session of the actor, this one too. @param mark of the browser that asks: only it stays known */
export async function removeAllSessions(actor: Actor, mark: string | undefined): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.prisma.user.updateMany({ where: { id: actor.userId }, data: { sessionVersion: { increment: 1 } } });
    await dropSessions(tx, actor.userId, mark);
  });
}

/** Removes the rows of sessions that a raised session_version has ended, and forgets all browsers but one. */
export async function dropSessions(tx: Tx, userId: number, mark?: string): Promise<void> {
  await tx.prisma.session.deleteMany({ where: { userId } });
  await forgetBrowsers(tx, userId, mark);
}
