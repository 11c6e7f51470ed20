import { z } from "zod";
import type { SavedSearchInput, SavedSearchRow } from "@/lib/domain/search/saved-searches";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { idPart, timestamp } from "../fields";
import { moment } from "../json";
import { userParams } from "./users";

/** Searches that people keep. */

const SavedSearch = schema(
  "SavedSearch",
  z.object({
    id: z.int(),
    name: z.string(),
    q: z.string().describe("A search, or the name of a filter such as todo."),
    timestamp,
  }),
);

const NewSavedSearch = z.object({ name: z.string().min(1).max(100), q: z.string().min(1).max(5000) });

const params = userParams.extend({ search: idPart });
const tag = "Users";
const permission = "your own, or user.edit";

export const listSavedSearches = endpoint({
  method: "GET",
  path: "/api/users/{username}/searches/",
  tag,
  summary: "Saved searches of a user",
  permission,
  params: userParams,
  answer: pageOf(SavedSearch),
});
export const createSavedSearch = endpoint({
  method: "POST",
  path: listSavedSearches.path,
  tag,
  summary: "Save a search",
  permission,
  params: userParams,
  body: NewSavedSearch,
  answer: SavedSearch,
  status: 201,
});
export const readSavedSearch = endpoint({
  method: "GET",
  path: "/api/users/{username}/searches/{search}/",
  tag,
  summary: "Saved search",
  permission,
  params,
  answer: SavedSearch,
});
export const changeSavedSearch = endpoint({
  method: "PATCH",
  path: readSavedSearch.path,
  tag,
  summary: "Change a saved search",
  permission,
  params,
  body: NewSavedSearch.partial(),
  answer: SavedSearch,
});
export const deleteSavedSearch = endpoint({
  method: "DELETE",
  path: readSavedSearch.path,
  tag,
  summary: "Delete a saved search",
  permission,
  params,
});

/** A saved search. */
export const presentSavedSearch = ({ id, name, query, createdAt }: SavedSearchRow): Answer<typeof SavedSearch> => ({
  id,
  name,
  q: query,
  timestamp: moment(createdAt),
});

/** What the domain is given; what was not sent is not there. */
export const readSavedSearchInput = ({
  name,
  q,
}: Partial<z.output<typeof NewSavedSearch>>): Partial<SavedSearchInput> => ({
  ...(name === undefined ? {} : { name }),
  ...(q === undefined ? {} : { query: q }),
});
