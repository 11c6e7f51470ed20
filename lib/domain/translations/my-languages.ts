import { languages, userLanguages } from "@/lib/generated/tables";
import { eachRow, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated } from "../errors";

const [u, l] = [userLanguages.as("u"), languages.as("l")];

/** A language a person translates into, or (secondary) only reads beside the source. */
export interface MyLanguage {
  id: number;
  code: string;
  name: string;
  nativeName: string;
  direction: string;
  secondary: boolean;
}

/** Languages of a user, those translated into first. Public: the page of a person shows them. */
export async function readUserLanguages(userId: number): Promise<MyLanguage[]> {
  return db.rows(sql`
    select ${pick(l, "id", "code", "name", "nativeName", "direction")}, ${pick(u, "secondary")} from ${u} join ${l} on ${l.id} = ${u.languageId}
    where ${u.userId} = ${userId} order by ${u.secondary}, ${l.name}, ${l.id}`);
}

/** How many languages one person may name. */
const MOST = 50;

/**
 * Replaces the languages of the actor.
 * @param codes languages translated into; `secondary` are read beside the source
 * @throws Invalid for an unknown code
 */
export async function setMyLanguages(
  actor: Actor,
  codes: readonly string[],
  secondary: readonly string[],
): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInOwnLanguages"));
  if (codes.length + secondary.length > MOST)
    throw Invalid.field("languages", refusal("chooseMostLanguages", { most: MOST }));
  await inTransaction(async (tx) => {
    const known = await tx.rows(
      sql`select ${pick(languages, "code")} from ${languages} where ${anyOf(languages.code, [...codes, ...secondary])}`,
    );
    const found = new Set(known.map((row) => row.code));
    const stranger = [...codes, ...secondary].find((code) => !found.has(code));
    if (stranger !== undefined) throw Invalid.field("languages", refusal("noLanguage", { code: stranger }));
    await tx.run(sql`delete from ${userLanguages} where ${userLanguages.userId} = ${actor.userId}`);
    await tx.run(sql`
      insert into ${userLanguages} ${eachRow(userLanguages, { userId: sql`${actor.userId}::int`, languageId: l.id, secondary: false })}
      from ${l} where ${anyOf(l.code, codes)}
      union select ${actor.userId}::int, ${l.id}, true from ${l} where ${anyOf(l.code, secondary)}`);
  });
}
