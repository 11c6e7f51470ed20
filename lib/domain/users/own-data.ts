import {
  accounts,
  agreements,
  announcementDismissals,
  apiTokens,
  changes,
  comments,
  drafts,
  memoryEntries,
  notices,
  pseudonyms,
  savedSearches,
  screenshots,
  secondFactors,
  sessions,
  settingsSaves,
  subscriptions,
  suggestions,
  teamMembers,
  userBlocks,
  userLanguages,
  users,
  votes,
  watches,
} from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Unauthenticated } from "../errors";
import { refuseWhileViewing } from "./viewing";

/** All that is known of a person, as one JSON text that is written while it is read: years of work take no memory. */

/** Columns that are secrets, or only of use to the database. */
const LEFT_OUT = [
  "hash",
  "password_hash",
  "session_version",
  "secret",
  "last_step",
  "public_key",
  "source_hash",
  "sketch",
  "sketch_marks",
  "tx",
];

/** Rows of one statement. */
const BATCH = 2000;

/** Tables in which a row has an id of its own. */
const WITH_ID = [
  accounts,
  apiTokens,
  secondFactors,
  sessions,
  subscriptions,
  savedSearches,
  notices,
  screenshots,
  suggestions,
  comments,
  memoryEntries,
  settingsSaves,
] as const;

/** Tables with a few rows for each person, which are named by several columns. */
const WITHOUT_ID = [
  userLanguages,
  watches,
  announcementDismissals,
  teamMembers,
  userBlocks,
  agreements,
  drafts,
  pseudonyms,
  votes,
] as const;

/** Pieces of a JSON text with everything that is known of the actor. @throws Unauthenticated for nobody, and for a token */
export async function* ownData(actor: Actor): AsyncGenerator<string> {
  refuseWhileViewing(actor);
  if (actor.isAnonymous || actor.tokenProjectId !== undefined || actor.cause === "api")
    throw new Unauthenticated(refusal("signInOwnData"));
  const { userId } = actor;
  const json = asText(sql`(to_jsonb(${users}) - ${LEFT_OUT}::text[])::text`);
  const own = await db.one(sql`select ${named({ json })} from ${users} where ${users.id} = ${userId}`);
  yield `{\n"account": ${own?.json ?? "null"}`;
  for (const table of WITHOUT_ID) {
    const json = asText(sql`(to_jsonb(${table}) - ${LEFT_OUT}::text[])::text`);
    const rows = await db.rows(sql`select ${named({ json })} from ${table} where ${table.userId} = ${userId}`);
    yield `,\n"${table.userId.owner}": [${rows.map((row) => row.json).join(",\n")}]`;
  }
  for (const table of WITH_ID) {
    yield `,\n"${table.userId.owner}": [`;
    const json = asText(sql`(to_jsonb(${table}) - ${LEFT_OUT}::text[])::text`);
    for (let last = 0, first = true; ; first = false) {
      const rows = await db.rows(sql`
        select ${named({ id: table.id, json })} from ${table}
        where ${table.userId} = ${userId} and ${table.id} > ${last} order by ${table.id} limit ${BATCH}`);
      yield (first || rows.length === 0 ? "" : ",\n") + rows.map((row) => row.json).join(",\n");
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) break;
    }
    yield "]";
  }
  yield* ownChanges(userId);
  yield "\n}\n";
}

/** Lines of the ledger, in the order of the index that finds them. */
async function* ownChanges(userId: number): AsyncGenerator<string> {
  yield `,\n"changes": [`;
  const json = asText(sql`(to_jsonb(${changes}) - ${LEFT_OUT}::text[])::text`);
  const at = asText(sql`${changes.at}::text`);
  for (let last = { at: "-infinity", id: 0 }, first = true; ; first = false) {
    const rows = await db.rows(sql`
      select ${named({ at, id: changes.id, json })} from ${changes}
      where ${changes.userId} = ${userId} and (${changes.at}, ${changes.id}) > (${last.at}::timestamptz, ${last.id}::bigint)
      order by ${changes.at}, ${changes.id} limit ${BATCH}`);
    yield (first || rows.length === 0 ? "" : ",\n") + rows.map((row) => row.json).join(",\n");
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) break;
  }
  yield "]";
}
