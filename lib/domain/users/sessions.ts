import { createHash, randomBytes } from "node:crypto";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { shownNetwork } from "@/lib/platform/network";
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

/** A session as its owner sees it. */
export interface SessionRow {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string;
  network: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

/**
 * Begins a session and gives its id, which belongs into the cookie and nowhere else.
 * @throws Unauthenticated when the account's sessions were ended since the password was checked
 */
export async function beginSession(user: { id: number; sessionVersion: number }, browser: Browser): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await inTransaction(async (tx) => {
    const begun = await tx.one(sql`
      insert into sessions (user_id, hash, version, expires_at, user_agent, network)
      select u.id, ${fingerprint(id)}, u.session_version, now() + make_interval(days => ${SESSION_DAYS}), ${browser.userAgent.slice(0, 300)}, ${shownNetwork(browser.address)}
      from users u where u.id = ${user.id} and u.session_version = ${user.sessionVersion} and u.is_active returning id`);
    if (!begun) throw new Unauthenticated("This account was signed out everywhere a moment ago. Sign in again.");
    await tx.run(sql`
      delete from sessions where expires_at < now() or (user_id = ${user.id} and id not in (
        select id from sessions where user_id = ${user.id} and version = ${user.sessionVersion} order by last_seen_at desc, id desc limit ${MOST_SESSIONS}))`);
  });
  return id;
}

/** The user of a live session, or undefined. Notes, every few minutes at most, that it was seen. */
export async function sessionUser(id: string): Promise<number | undefined> {
  const hash = fingerprint(id);
  const row = await db.one<{ userId: number }>(sql`
    with seen as (
      update sessions set last_seen_at = now()
      where hash = ${hash} and last_seen_at < now() - interval '5 minutes' and expires_at > now()
    )
    select s.user_id from sessions s join users u on u.id = s.user_id and u.session_version = s.version
    where s.hash = ${hash} and s.expires_at > now()`);
  return row?.userId;
}

/** Ends the session with this id, if there is one. */
export async function endSession(id: string): Promise<void> {
  await db.run(sql`delete from sessions where hash = ${fingerprint(id)}`);
}

/** The actor's live sessions, the last seen first. @param current id of the session that asks */
export async function listSessions(actor: Actor, current: string | undefined): Promise<SessionRow[]> {
  return db.rows<SessionRow>(sql`
    select s.id, s.created_at, s.last_seen_at, s.user_agent, s.network, s.hash = ${fingerprint(current ?? "")} as current
    from sessions s join users u on u.id = s.user_id and u.session_version = s.version
    where s.user_id = ${actor.userId} and s.expires_at > now() order by current desc, s.last_seen_at desc, s.id desc`);
}

/** Ends one of the actor's own sessions. @throws NotFound */
export async function removeSession(actor: Actor, sessionId: number): Promise<void> {
  const ended = await db.run(sql`delete from sessions where id = ${sessionId} and user_id = ${actor.userId}`);
  if (ended === 0) throw new NotFound("This device is signed out already.");
}

/** Ends every session of the actor, this one too. @param mark of the browser that asks: only it stays known */
export async function removeAllSessions(actor: Actor, mark: string | undefined): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`update users set session_version = session_version + 1 where id = ${actor.userId}`);
    await dropSessions(tx, actor.userId, mark);
  });
}

/** Removes the rows of sessions that a raised session_version has ended, and forgets all browsers but one. */
export async function dropSessions(tx: Tx, userId: number, mark?: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId}`);
  await forgetBrowsers(tx, userId, mark);
}
