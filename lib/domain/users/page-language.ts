import { users } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { directionOf, pageLanguages, textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated } from "../errors";
import type { UserRow } from "./users";

/** The language in which a person reads the pages, if it is not to be the browser's. */

/** The code that a user has chosen, as in HTML; undefined when the browser decides. */
export function pageLanguageOf({ preferences }: Pick<UserRow, "preferences">): string | undefined {
  return typeof preferences.language === "string" ? preferences.language : undefined;
}

/** What mails to a user say, and in which language: the one chosen, else English. */
export function mailLanguage(user: Pick<UserRow, "preferences">) {
  const chosen = pageLanguageOf(user);
  const language = chosen !== undefined && pageLanguages().includes(chosen) ? chosen : "en";
  return { t: textsOf(language), language, direction: directionOf(language) };
}

/**
 * Sets the actor's language of the pages.
 * @param code one of `offered`; undefined leaves it to the browser
 * @throws Invalid for another code
 */
export async function setPageLanguage(
  actor: Actor,
  code: string | undefined,
  offered: readonly string[],
): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInLanguage"));
  if (code !== undefined && !offered.includes(code))
    throw Invalid.field("language", refusal("chooseOneOf", { choices: offered.join(", ") }), "invalid_choice");
  const chosen = JSON.stringify(code === undefined ? {} : { language: code });
  const preferences = sql`(${users.preferences} - 'language') || ${chosen}::jsonb`;
  await db.run(sql`update ${users} set ${assigned(users, { preferences })} where ${users.id} = ${actor.userId}`);
}
