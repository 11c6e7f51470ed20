import { z } from "zod";
import type { AccessRequestRow } from "@/lib/domain/projects/access-requests";
import type { BlockRow } from "@/lib/domain/projects/blocks";
import type { ProjectPerson } from "@/lib/domain/projects/people";
import type { Part } from "@/lib/domain/teams/team-members";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, idPart, momentInput, slugPart, timestamp } from "../fields";
import { moment } from "../json";
import { nextPage } from "../next-page";
import { projectParams } from "./projects";

/** People of a project, those whom it blocks, and those who ask to be let in; the contract 3.15. */

const team = z.object({
  id: z.int(),
  name: z.string(),
  url: address,
  is_admin: z.boolean().describe("Manages the members of the team."),
  site_wide: z.boolean().describe("Belongs to the installation, and is changed there."),
});
export const Member = schema(
  "ProjectMember",
  z.object({
    username: z.string(),
    full_name: z.string(),
    user: address,
    blocked: z.boolean(),
    teams: z.array(team).describe("Those that reach the project."),
  }),
);
const Block = schema(
  "ProjectBlock",
  z.object({
    username: z.string(),
    full_name: z.string(),
    user: address,
    since: timestamp,
    until: timestamp.nullable().describe("null for good."),
    note: z.string(),
    blocked_by: z.string().nullable(),
  }),
);
const Request = schema(
  "AccessRequest",
  z.object({ id: z.int(), username: z.string(), full_name: z.string(), user: address, message: z.string(), timestamp }),
);

const tag = "Projects";
const permission = "project.permissions";
const after = z.string().max(200).optional().describe("Where the page before ended; `next` uses it.");
const group = z.int().positive().describe("Id of a group of the project.");
const params = projectParams;
const ofUser = projectParams.extend({ user: slugPart });
const ofRequest = projectParams.extend({ id: idPart });

export const listMembers = endpoint({
  method: "GET",
  path: "/api/projects/{project}/members/",
  tag,
  summary: "People in the groups of a project",
  permission,
  params,
  query: z.object({ search: z.string().max(200).default("").describe("Words of the name."), after }),
  answer: pageOf(Member),
});
export const addMember = endpoint({
  method: "POST",
  path: listMembers.path,
  tag,
  summary: "Put somebody into a group of the project",
  permission,
  params,
  body: z.object({ user: z.string().max(200).describe("User name."), group }),
  answer: Member,
  status: 201,
});
export const readMember = endpoint({
  method: "GET",
  path: "/api/projects/{project}/members/{user}/",
  tag,
  summary: "Somebody as the project sees them",
  permission,
  params: ofUser,
  answer: Member,
});
export const setMember = endpoint({
  method: "PUT",
  path: readMember.path,
  tag,
  summary: "Say in which groups of the project somebody is",
  description: "Groups of the installation stay. The last one who manages the members stays where that is done.",
  permission,
  params: ofUser,
  body: z.object({ groups: z.array(group).max(200) }),
  answer: Member,
});
export const removeMember = endpoint({
  method: "DELETE",
  path: readMember.path,
  tag,
  summary: "Take somebody out of all groups of the project",
  permission,
  params: ofUser,
});
export const listBlocked = endpoint({
  method: "GET",
  path: "/api/projects/{project}/blocks/",
  tag,
  summary: "People whom the project blocks",
  permission,
  params,
  query: z.object({ after }),
  answer: pageOf(Block),
});
export const block = endpoint({
  method: "POST",
  path: listBlocked.path,
  tag,
  summary: "Block somebody",
  description: "They read what everybody may, and do nothing. Whoever is blocked already is from now on, until then.",
  permission,
  params,
  body: z.object({
    user: z.string().max(200).describe("User name."),
    until: momentInput.nullable().optional().describe("For good when left out."),
    note: z.string().max(1000).optional(),
  }),
  answer: Block,
  status: 201,
});
export const unblock = endpoint({
  method: "DELETE",
  path: "/api/projects/{project}/blocks/{user}/",
  tag,
  summary: "Let somebody in again",
  permission,
  params: ofUser,
});
export const listRequests = endpoint({
  method: "GET",
  path: "/api/projects/{project}/access-requests/",
  tag,
  summary: "Requests for access that wait, oldest first",
  permission,
  params,
  query: z.object({ after: z.coerce.number().int().min(0).optional() }),
  answer: pageOf(Request),
});
export const grantRequest = endpoint({
  method: "POST",
  path: "/api/projects/{project}/access-requests/{id}/",
  tag,
  summary: "Grant a request for access",
  permission,
  params: ofRequest,
  body: z.object({ group }),
  answer: Member,
  status: 201,
});
export const declineRequest = endpoint({
  method: "DELETE",
  path: grantRequest.path,
  tag,
  summary: "Decline a request for access",
  description: "Whoever asked sees it, and may ask again after a month.",
  permission,
  params: ofRequest,
});

export function presentMember(person: ProjectPerson): Answer<typeof Member> {
  return {
    username: person.username,
    full_name: person.fullName,
    user: urls.user(person.username).api,
    blocked: person.blocked,
    teams: person.teams.map(({ id, name, isAdmin, own }) => ({
      id,
      name,
      url: urls.group(id),
      is_admin: isAdmin,
      site_wide: !own,
    })),
  };
}

export function presentBlock(row: BlockRow): Answer<typeof Block> {
  return {
    username: row.username,
    full_name: row.fullName,
    user: urls.user(row.username).api,
    since: moment(row.createdAt),
    until: row.expiresAt && moment(row.expiresAt),
    note: row.note,
    blocked_by: row.blockedByUsername,
  };
}

export function presentRequest(row: AccessRequestRow): Answer<typeof Request> {
  return {
    id: row.id,
    username: row.username,
    full_name: row.fullName,
    user: urls.user(row.username).api,
    message: row.message,
    timestamp: moment(row.createdAt),
  };
}

/** A page that is followed from the key of its last row. */
export function followed<Row, Item>(
  { rows, next }: Part<Row>,
  count: number,
  show: (row: Row) => Item,
  request: globalThis.Request,
): Listed<Item> {
  return { items: rows.map(show), count, links: { next: nextPage(request, "after", next), previous: null } };
}
