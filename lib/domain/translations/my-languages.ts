import { db, inTransaction, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated } from "../errors";

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
  return db.rows<MyLanguage>(sql`
    select l.id, l.code, l.name, l.native_name, l.direction, u.secondary from user_languages u join languages l on l.id = u.language_id
    where u.user_id = ${userId} order by u.secondary, l.name, l.id`);
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
  if (actor.isAnonymous) throw new Unauthenticated("Sign in to keep your languages.");
  if (codes.length + secondary.length > MOST) throw Invalid.field("languages", `Choose at most ${MOST} languages.`);
  await inTransaction(async (tx) => {
    const known = await tx.rows<{ code: string }>(
      sql`select code from languages where code = any(${[...codes, ...secondary]}::text[])`,
    );
    const found = new Set(known.map((row) => row.code));
    const stranger = [...codes, ...secondary].find((code) => !found.has(code));
    if (stranger !== undefined) throw Invalid.field("languages", `There is no language with the code ${stranger}.`);
    await tx.run(sql`delete from user_languages where user_id = ${actor.userId}`);
    await tx.run(sql`
      insert into user_languages (user_id, language_id, secondary)
      select ${actor.userId}::int, l.id, false from languages l where l.code = any(${codes}::text[])
      union select ${actor.userId}::int, l.id, true from languages l where l.code = any(${secondary}::text[])`);
  });
}
