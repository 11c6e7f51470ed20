import { db, isDuplicate } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { type Actor, isNobodysOwn } from "../access/actor";
import { Invalid, NotFound } from "../errors";
import { findOwnPerson } from "../users/manage-users";
import type { Window } from "../window";
import { readSearch } from "./condition";

/** Searches that people keep under a name. Each person has their own. */

export interface SavedSearchRow {
  id: number;
  name: string;
  query: string;
  createdAt: Date;
}

export interface SavedSearchInput {
  name: string;
  query: string;
}

/** More are not kept: nobody reads a longer list. */
const MOST = 100;

const LONGEST_NAME = 100;

const duplicate = () => Invalid.field("name", refusal("savedSearchName"), "unique");

/** What is kept of an input. @throws Invalid */
function checked({ name, query }: SavedSearchInput): SavedSearchInput {
  const [kept, asked] = [name.trim(), query.trim()];
  if (kept === "") throw Invalid.field("name", refusal("giveSearchName"), "blank");
  if (kept.length > LONGEST_NAME) throw Invalid.field("name", refusal("nameMayMost", { longestName: LONGEST_NAME }));
  if (asked === "") throw Invalid.field("q", refusal("emptySearchFinds"), "blank");
  readSearch(NAMED_FILTERS.get(asked) ?? asked);
  return { name: kept, query: asked };
}

/** Saved searches of a user, by name. For the user and for those with `user.edit`. */
export async function listSavedSearches(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ rows: SavedSearchRow[]; count: number }> {
  const person = await findOwnPerson(actor, username);
  const where = { userId: person.id };
  const [rows, count] = await Promise.all([
    db.prisma.savedSearch.findMany({
      where,
      omit: { userId: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: window.limit,
      skip: window.offset,
    }),
    db.prisma.savedSearch.count({ where }),
  ]);
  return { rows, count };
}

/** The saved searches of whoever asks; none of nobody's. */
export async function ownSavedSearches(actor: Actor): Promise<SavedSearchRow[]> {
  if (isNobodysOwn(actor)) return [];
  return db.prisma.savedSearch.findMany({
    where: { userId: actor.userId },
    omit: { userId: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST,
  });
}

/** A saved search of a user. @throws NotFound, Forbidden */
export async function findSavedSearch(actor: Actor, username: string, id: number): Promise<SavedSearchRow> {
  const person = await findOwnPerson(actor, username);
  const row = await db.prisma.savedSearch.findFirst({ where: { id, userId: person.id }, omit: { userId: true } });
  if (!row) throw new NotFound(refusal("noSavedSearch", { id }));
  return row;
}

/** Keeps a search. @throws Invalid for a name that is taken and a search that cannot be understood */
export async function saveSearch(actor: Actor, username: string, input: SavedSearchInput): Promise<SavedSearchRow> {
  const person = await findOwnPerson(actor, username);
  const data = checked(input);
  if ((await db.prisma.savedSearch.count({ where: { userId: person.id } })) >= MOST)
    throw Invalid.field("", refusal("noMoreSearches", { most: MOST }));
  try {
    return await db.prisma.savedSearch.create({ data: { userId: person.id, ...data }, omit: { userId: true } });
  } catch (error) {
    throw isDuplicate(error) ? duplicate() : error;
  }
}

/** Changes a saved search. @throws Invalid, NotFound */
export async function changeSavedSearch(
  actor: Actor,
  username: string,
  id: number,
  input: Partial<SavedSearchInput>,
): Promise<SavedSearchRow> {
  const before = await findSavedSearch(actor, username, id);
  const data = checked({ name: input.name ?? before.name, query: input.query ?? before.query });
  try {
    const [row] = await db.prisma.savedSearch.updateManyAndReturn({ where: { id }, data, omit: { userId: true } });
    if (!row) throw new NotFound(refusal("noSavedSearch", { id }));
    return row;
  } catch (error) {
    throw isDuplicate(error) ? duplicate() : error;
  }
}

/** Removes a saved search. @throws NotFound */
export async function removeSavedSearch(actor: Actor, username: string, id: number): Promise<void> {
  await findSavedSearch(actor, username, id);
  await db.prisma.savedSearch.deleteMany({ where: { id } });
}
