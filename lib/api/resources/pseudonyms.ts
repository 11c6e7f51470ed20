import { z } from "zod";
import type { PseudonymRow } from "@/lib/domain/users/pseudonyms";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, slugPart, timestamp } from "../fields";
import { moment } from "../json";
import { userParams } from "./users";

/** Names under which people's work leaves Loquat, by project. */

const Pseudonym = schema(
  "Pseudonym",
  z.object({
    project: address,
    name: z.string().describe("Stands in commits, files and credits."),
    own_address: z.boolean().describe("Whether commits carry the own confirmed address."),
    address: z.string().describe("What commits carry."),
    timestamp,
    url: address,
  }),
);

const params = userParams.extend({ project: slugPart });
const tag = "Users";
const permission = "your own, or user.edit";

export const listPseudonyms = endpoint({
  method: "GET",
  path: "/api/users/{username}/pseudonyms/",
  tag,
  summary: "Pseudonyms of a user, by project",
  permission,
  params: userParams,
  answer: pageOf(Pseudonym),
});
export const readPseudonym = endpoint({
  method: "GET",
  path: "/api/users/{username}/pseudonyms/{project}/",
  tag,
  summary: "Pseudonym in a project",
  permission,
  params,
  answer: Pseudonym,
});
export const setPseudonym = endpoint({
  method: "PUT",
  path: readPseudonym.path,
  tag,
  summary: "Choose a pseudonym for a project",
  description: "It holds for what is saved from now on. What was saved before keeps its name.",
  permission,
  params,
  body: z.object({
    name: z.string().max(500),
    own_address: z.boolean().default(false).describe("Else an address that reaches nobody stands in commits."),
  }),
  answer: Pseudonym,
});
export const removePseudonym = endpoint({
  method: "DELETE",
  path: readPseudonym.path,
  tag,
  summary: "Go by the name of the account again",
  permission,
  params,
});

/** A pseudonym. */
export const presentPseudonym = (username: string, row: PseudonymRow): Answer<typeof Pseudonym> => ({
  project: urls.project(row.projectSlug).api,
  name: row.name,
  own_address: row.ownAddress,
  address: row.address,
  timestamp: moment(row.createdAt),
  url: urls.pseudonym(username, row.projectSlug),
});
