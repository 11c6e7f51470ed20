import { z } from "zod";
import type { PersonInput, PersonRow, SeenPerson } from "@/lib/domain/users/manage-users";
import type { UserStatistics as StatisticsRow } from "@/lib/domain/users/user-statistics";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, int32, momentInput, timestamp } from "../fields";
import { moment } from "../json";
import { Translation } from "./translations";

/** All the outside sees of users; the contract 3.2 and 4.1. */

export const User = schema(
  "User",
  z.object({
    id: z.int(),
    username: z.string(),
    full_name: z.string(),
    email: z.string().nullable(),
    is_superuser: z.boolean(),
    is_active: z.boolean(),
    is_bot: z.boolean(),
    date_joined: timestamp,
    date_expires: timestamp.nullable(),
    last_login: timestamp.nullable(),
    groups: z.array(address),
    languages: z.array(z.string()),
    notifications: address,
    url: address,
    statistics_url: address,
    contributions_url: address,
  }),
);

const BasicUser = schema("BasicUser", z.object({ id: z.int(), full_name: z.string(), username: z.string() }));

/** All of a user for those who may see it, else what everybody signed in sees. */
const SeenUser = z.union([User, BasicUser]);

const UserStatistics = schema(
  "UserStatistics",
  z.object({
    translated: z.int(),
    suggested: z.int(),
    uploaded: z.int(),
    commented: z.int(),
    languages: z.int(),
  }),
);

const NewUser = z.object({
  username: z.string().min(1).max(150),
  full_name: z.string().min(1).max(150),
  email: z.string().max(190).nullable().optional(),
  is_superuser: z.boolean().optional(),
  is_active: z.boolean().optional(),
  is_bot: z.boolean().optional(),
  date_expires: momentInput.nullable().optional(),
});

const Membership = z.object({ group_id: int32 });

export const userParams = z.object({ username: z.string().min(1).max(150) });
const params = userParams;
const tag = "Users";

export const listUsers = endpoint({
  method: "GET",
  path: "/api/users/",
  since: "4.0",
  tag,
  summary: "Users",
  description:
    "Without user.view or user.edit, you see yourself, and other users by the first letters of their user name (at least two).",
  query: z.object({
    username: z.string().max(150).optional(),
    id: int32.optional(),
    is_active: z.boolean().optional(),
    email: z.string().max(190).optional(),
    q: z.string().max(10_000).optional().describe("A search for users: needs user.view or user.edit. Loquat only."),
  }),
  answer: pageOf(SeenUser),
});
export const createUser = endpoint({
  method: "POST",
  path: listUsers.path,
  since: "4.0",
  tag,
  summary: "Create a user",
  permission: "user.edit",
  body: NewUser,
  answer: User,
  status: 201,
});
export const readUser = endpoint({
  method: "GET",
  path: "/api/users/{username}/",
  since: "4.0",
  tag,
  summary: "User",
  params,
  answer: SeenUser,
});
export const replaceUser = endpoint({
  method: "PUT",
  path: readUser.path,
  since: "4.0",
  tag,
  summary: "Replace a user",
  permission: "user.edit, except for your own name",
  params,
  body: NewUser,
  answer: User,
});
export const changeUser = endpoint({
  method: "PATCH",
  path: readUser.path,
  since: "4.0",
  tag,
  summary: "Change a user",
  permission: "user.edit, except for your own name",
  params,
  body: NewUser.partial(),
  answer: User,
});
export const deleteUser = endpoint({
  method: "DELETE",
  path: readUser.path,
  since: "4.0",
  tag,
  summary: "Delete a user",
  description: "Personal data is deleted and the account becomes inactive. Contributions are kept.",
  permission: "user.edit",
  params,
});
export const addUserGroup = endpoint({
  method: "POST",
  path: "/api/users/{username}/groups/",
  since: "4.0",
  tag,
  summary: "Add a user to a group",
  permission: "user.edit",
  params,
  body: Membership,
  answer: User,
  status: 200,
});
export const removeUserGroup = endpoint({
  method: "DELETE",
  path: addUserGroup.path,
  since: "4.13.1",
  tag,
  summary: "Remove a user from a group",
  permission: "user.edit",
  params,
  body: Membership,
  answer: User,
  status: 200,
});
export const readUserStatistics = endpoint({
  method: "GET",
  path: "/api/users/{username}/statistics/",
  since: "4.0",
  tag,
  summary: "Statistics of a user",
  params,
  answer: UserStatistics,
});
export const listUserContributions = endpoint({
  method: "GET",
  path: "/api/users/{username}/contributions/",
  since: "5.5",
  tag,
  summary: "Translations that a user has worked on",
  params,
  answer: pageOf(Translation),
  flat: true,
});

/** A user with everything. */
export function presentUser(row: PersonRow): Answer<typeof User> {
  const links = urls.user(row.username);
  return {
    id: row.id,
    username: row.username,
    full_name: row.fullName,
    email: row.email,
    is_superuser: row.isSuperuser,
    is_active: row.isActive,
    is_bot: row.isBot,
    date_joined: moment(row.dateJoined),
    date_expires: moment(row.dateExpires),
    last_login: moment(row.lastLogin),
    groups: row.teams.map((id) => urls.group(id)),
    languages: row.languages,
    notifications: links.notifications,
    url: links.api,
    statistics_url: links.statistics,
    contributions_url: links.contributions,
  };
}

/** A user as the caller may see it. */
export function presentSeenUser({ person, full }: SeenPerson): Answer<typeof SeenUser> {
  return full ? presentUser(person) : { id: person.id, full_name: person.fullName, username: person.username };
}

/** Statistics of a user. */
export const presentUserStatistics = (row: StatisticsRow): Answer<typeof UserStatistics> => ({ ...row });

/** A user as the domain takes it; what was not sent stays undefined. */
export function readUserInput<T extends Partial<z.output<typeof NewUser>>>(body: T) {
  return {
    username: body.username as T["username"],
    fullName: body.full_name as T["full_name"],
    email: body.email === "" ? null : body.email,
    isSuperuser: body.is_superuser,
    isActive: body.is_active,
    isBot: body.is_bot,
    dateExpires: body.date_expires,
  } satisfies { [K in keyof PersonInput]: PersonInput[K] | undefined };
}
