import { components, languages, projects, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import { takeTurn } from "@/lib/platform/throttle-store";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { componentsById } from "../components/components";
import { Conflict, Forbidden, Invalid, Throttled, Unauthenticated } from "../errors";
import { findLanguage, type LanguageRow } from "../languages/languages";
import {
  type AskedPlace,
  answersLanguages,
  endLanguageRequest,
  findLanguageRequest,
  ownLanguageRequests,
  storeLanguageRequest,
} from "../translations/language-requests";
import { knownLanguage, languageToAdd } from "./add-language";
import { type AddedToMany, addToComponents, componentsWithout } from "./add-to-project";

/** Asking for a language where the component says that its managers are to be asked, and adding what was asked for. */

const [l, c, p, t] = [languages.as("l"), components.as("c"), projects.as("p"), translations.as("t")];

/** How often one person may ask, whichever the places. */
const PER_PERSON = "20/day";
const MOST_CHARACTERS = 500;

/** Components of a project that take requests, as far as the actor may know of them. */
const takers = (actor: Actor, project: { id: number }) => sql`
  from ${c} join ${p} on ${p.id} = ${c.projectId}
  where ${c.projectId} = ${project.id} and ${c.newLang} = 'contact' and ${c.importedAt} is not null
    and not ${c.isGlossary} and ${visibleComponents(actor)}`;

/** Whether the actor may ask for languages in a place: where they are asked for, and the actor is not who answers. */
export async function mayAskForLanguages(actor: Actor, place: AskedPlace): Promise<boolean> {
  if (actor.isAnonymous || actor.isBot || actor.tokenProjectId !== undefined) return false;
  if (actor.blockedIn.has(place.project.id) || answersLanguages(actor, place)) return false;
  if (place.component) return place.component.newLang === "contact" && place.component.importedAt !== null;
  return (await db.one(sql`select ${present} ${takers(actor, place.project)} limit 1`)) !== undefined;
}

/** Those of some languages that a place lacks, where the actor may ask for them. */
export async function languagesToAskFor(
  actor: Actor,
  place: AskedPlace,
  languageIds: readonly number[],
): Promise<{ code: string; name: string }[]> {
  if (languageIds.length === 0 || !(await mayAskForLanguages(actor, place))) return [];
  const lacks = (component: Sql) =>
    sql`not exists (select from ${t} where ${t.componentId} = ${component} and ${t.languageId} = ${l.id})`;
  const where = place.component
    ? lacks(sql`${place.component.id}::int`)
    : sql`exists (select ${takers(actor, place.project)} and ${lacks(c.id)})`;
  return db.rows(sql`
    select ${pick(l, "code", "name")} from ${l} where ${anyOf(l.id, [...languageIds])} and ${where} order by ${l.name}, ${l.id}`);
}

/**
 * Asks those who add languages for one. The place has been found for the actor.
 * @throws Conflict when the actor has asked already, Invalid, Throttled, Forbidden
 */
export async function askForLanguage(actor: Actor, place: AskedPlace, code: string, message: string): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInAskLanguage"));
  if (actor.isBot || actor.tokenProjectId !== undefined)
    throw new Forbidden(denied("not-supported", refusal("denyAskPeople")));
  if (actor.blockedIn.has(place.project.id)) throw new Forbidden(denied("blocked", refusal("denyAskBlocked")));
  if (!(await mayAskForLanguages(actor, place))) throw new Conflict(refusal("takesNoLanguageRequests"));
  if (message.length > MOST_CHARACTERS)
    throw Invalid.field("message", refusal("atMostCharacters", { most: MOST_CHARACTERS }), "max_length");
  const language = place.component
    ? await languageToAdd(place.component, code)
    : await lackingSomewhere(actor, place, code);
  const asked = (await ownLanguageRequests(actor, place)).find((one) => one.code === language.code);
  if (asked) throw new Conflict(refusal(asked.declinedAt ? "languageDeclinedLately" : "languageAskedAlready"));
  const verdict = await takeTurn("language-request", String(actor.userId), PER_PERSON);
  if (verdict && !verdict.allowed) throw new Throttled(refusal("askedMuchToday"), verdict.reset);
  const where = { projectId: place.project.id, componentId: place.component?.id ?? null };
  await inTransaction(async (tx) => {
    if (!(await storeLanguageRequest(tx, { userId: actor.userId, ...where, languageId: language.id }, message))) return;
    const details = { language: language.code };
    await record(tx, actor, [{ action: ACTION.LANGUAGE_REQUESTED, ...where, languageId: language.id, details }]);
  });
}

/** A language that at least one component lacks which takes requests. @throws Invalid */
async function lackingSomewhere(actor: Actor, { project }: AskedPlace, code: string): Promise<LanguageRow> {
  const language = await knownLanguage(code);
  const lacks = await db.one(sql`
    select ${pick(c, "id")} ${takers(actor, project)}
      and not exists (select from ${t} where ${t.componentId} = ${c.id} and ${t.languageId} = ${language.id}) limit 1`);
  if (!lacks)
    throw Invalid.field(
      "languageCode",
      refusal("alreadyTranslationInto", { component: project.name, language: language.name }),
      "unique",
    );
  return language;
}

/**
 * Adds what was asked for: to the component of the request, or to all components of its project that lack it and that the
 * actor may add it to. Who asked is told.
 * @throws as `addToComponents`, of a single component with its own error; NotFound, Forbidden
 */
export async function addAskedLanguage(
  actor: Actor,
  place: AskedPlace,
  id: number,
  everywhere: boolean,
): Promise<AddedToMany & { language: string }> {
  const found = await findLanguageRequest(actor, place, id);
  const language = await findLanguage(found.code);
  const wanted =
    everywhere || found.componentId === null
      ? (await componentsWithout(actor, place.project, language)).filter(({ isGlossary }) => !isGlossary)
      : await componentsById(actor, [found.componentId]);
  const done =
    wanted.length === 0
      ? { added: 0, problems: [] }
      : await addToComponents(
          actor,
          wanted.map((component) => component.id),
          found.code,
        );
  const [first] = done.problems;
  if (done.added === 0 && first) throw first.error;
  // Where some component cannot take it, those of the whole project are answered all the same.
  if (found.componentId === null) await inTransaction((tx) => endLanguageRequest(tx, found));
  return { ...done, language: found.language };
}
