import { knownBrowsers, sessions, users } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid } from "../errors";

/** One act on many accounts at once. */

export const PEOPLE_ACTS = ["deactivate", "activate", "end-sessions"] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

/** Why an account was left as it was. */
export type LeftReason = "yourself" | "superuser" | "last-superuser" | "unchanged" | "gone";

export interface ActOutcome {
  /** User names of those on whom it was done. */
  done: string[];
  left: { username: string; reason: LeftReason }[];
}

const MOST = 1000;
const u = users.as("u");
const PERSON = pick(u, "id", "username", "isActive", "isSuperuser");

/**
 * Deactivates or activates accounts, or ends their sessions. Needs `user.edit`. What cannot be done to one does not hinder the
 * rest.
 * @throws Invalid without a name, or with more than 1000
 */
export async function actOnPeople(actor: Actor, usernames: readonly string[], act: PeopleAct): Promise<ActOutcome> {
  demand(actor, "user.edit");
  const asked = new Map(usernames.map((name) => [name.toLowerCase(), name]));
  if (asked.size === 0) throw Invalid.field("", refusal("selectLeastUser"), "required");
  if (asked.size > MOST) throw Invalid.field("", refusal("selectMostUsers", { most: MOST }));
  const outcome = await inTransaction(async (tx) => {
    // Two administrators who deactivate each other at one moment wait here for each other.
    const superusers = await tx.rows(
      sql`select ${PERSON} from ${u} where ${u.isSuperuser} and ${u.isActive} order by ${u.id} for update`,
    );
    const people = await tx.rows(sql`
      select ${PERSON} from ${u} where lower(${u.username}) = any(${[...asked.keys()]}::text[]) and not ${u.isAnonymous}
      order by ${u.id} for update`);
    const left: ActOutcome["left"] = [];
    const chosen = people.filter((person) => {
      const reason = reasonAgainst(actor, person, act);
      if (reason) left.push({ username: person.username, reason });
      return !reason;
    });
    const losing = new Set(chosen.map(({ id }) => id));
    const last = act === "deactivate" && superusers.length > 0 && superusers.every(({ id }) => losing.has(id));
    const done = last ? chosen.filter((person) => !person.isSuperuser) : chosen;
    if (last)
      for (const person of chosen)
        if (person.isSuperuser) left.push({ username: person.username, reason: "last-superuser" });
    const known = new Set(people.map(({ username }) => username.toLowerCase()));
    for (const [name, username] of asked) if (!known.has(name)) left.push({ username, reason: "gone" });
    await perform(
      tx,
      act,
      done.map(({ id }) => id),
    );
    return { done: done.map(({ username }) => username), left };
  });
  forgetTokens();
  return outcome;
}

function reasonAgainst(
  actor: Actor,
  person: { id: number; isActive: boolean; isSuperuser: boolean },
  act: PeopleAct,
): LeftReason | undefined {
  if (act === "deactivate" && person.id === actor.userId) return "yourself";
  if (person.isSuperuser && !actor.isSuperuser) return "superuser";
  return act !== "end-sessions" && person.isActive === (act === "activate") ? "unchanged" : undefined;
}

async function perform(tx: Tx, act: PeopleAct, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const values = {
    isActive: act === "end-sessions" ? undefined : act === "activate",
    sessionVersion: act === "activate" ? undefined : sql`${u.sessionVersion} + 1`,
  };
  await tx.run(sql`update ${u} set ${assigned(u, values)} where ${u.id} = any(${ids}::int[])`);
  if (act === "activate") return;
  await tx.run(sql`delete from ${sessions} where ${sessions.userId} = any(${ids}::int[])`);
  await tx.run(sql`delete from ${knownBrowsers} where ${knownBrowsers.userId} = any(${ids}::int[])`);
}
