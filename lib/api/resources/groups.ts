import { z } from "zod";
import type { TeamRow } from "@/lib/domain/teams/teams";
import { codeOf, LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, idPart, int32, oneOf, withChoices } from "../fields";
import type { OwnWord } from "../own-words";
import { projectLinkOrNone } from "./links";

/** All the outside sees of teams, which the API calls groups; the contract 3.3 and 4.2. */

export const Group = schema(
  "Group",
  z.object({
    id: z.int(),
    name: z.string(),
    defining_project: address.nullable(),
    project_selection: z.int(),
    language_selection: z.int(),
    roles: z.array(address),
    projects: z.array(address),
    components: z.array(address),
    componentlists: z.array(address),
    languages: z.array(address),
    admins: z.array(address),
    enforced_2fa: z.boolean(),
    url: address,
  }),
);

const NewGroup = z.object({
  name: z.string().min(1).max(150),
  project_selection: withChoices(oneOf(Object.values(PROJECT_SELECTION)), {
    0: "As listed",
    1: "All projects",
    2: "From component lists",
    3: "All public projects",
    4: "All public and protected projects",
  })
    .optional()
    .describe("0 as listed, 1 all, 2 from component list, 3 all public, 4 all protected."),
  language_selection: withChoices(oneOf(Object.values(LANGUAGE_SELECTION)), { 0: "As listed", 1: "All languages" })
    .optional()
    .describe("0 as listed, 1 all."),
  defining_project: projectLinkOrNone.optional(),
  enforced_2fa: z
    .boolean()
    .refine((demanded) => !demanded, {
      error: "apiTeamFactor" satisfies OwnWord,
    })
    .optional()
    .describe("Always false: projects and the installation require second factors, teams do not."),
});

const params = z.object({ id: idPart });
const tag = "Groups";
const permission = "group.edit, or project.permissions in the group's own project";

export const listGroups = endpoint({
  method: "GET",
  path: "/api/groups/",
  since: "4.0",
  tag,
  summary: "Groups",
  description:
    "With group.edit or group.view, all groups. Otherwise your own and those of projects whose access you manage.",
  answer: pageOf(Group),
});
export const createGroup = endpoint({
  method: "POST",
  path: listGroups.path,
  since: "4.0",
  tag,
  summary: "Create a group",
  permission,
  body: NewGroup,
  answer: Group,
  status: 201,
});
export const readGroup = endpoint({
  method: "GET",
  path: "/api/groups/{id}/",
  since: "4.0",
  tag,
  summary: "Group",
  params,
  answer: Group,
});
export const replaceGroup = endpoint({
  method: "PUT",
  path: readGroup.path,
  since: "4.0",
  tag,
  summary: "Replace a group",
  permission,
  params,
  body: NewGroup,
  answer: Group,
});
export const changeGroup = endpoint({
  method: "PATCH",
  path: readGroup.path,
  since: "4.0",
  tag,
  summary: "Change a group",
  permission,
  params,
  body: NewGroup.partial(),
  answer: Group,
});
export const deleteGroup = endpoint({
  method: "DELETE",
  path: readGroup.path,
  since: "4.0",
  tag,
  summary: "Delete a group",
  permission,
  params,
});

const tied = <B extends z.ZodType>(part: string, what: string, body: B) =>
  endpoint({
    method: "POST",
    path: `/api/groups/{id}/${part}/`,
    since: "4.0",
    tag,
    summary: `Add a ${what} to a group`,
    permission,
    params,
    body,
    answer: Group,
    status: 200,
  });

export const addGroupRole = tied("roles", "role", z.object({ role_id: int32 }));
export const addGroupLanguage = tied("languages", "language", z.object({ language_code: z.string().min(1).max(50) }));
export const addGroupProject = tied("projects", "project", z.object({ project_id: int32 }));
export const addGroupComponent = tied("components", "component", z.object({ component_id: int32 }));
export const addGroupComponentList = tied("componentlists", "component list", z.object({ component_list_id: int32 }));

const untied = <P extends z.ZodType>(path: string, what: string, since: string, its: P) =>
  endpoint({
    method: "DELETE",
    path: `/api/groups/{id}/${path}/`,
    since,
    tag,
    summary: `Remove a ${what} from a group`,
    permission,
    params: its,
  });

export const removeGroupRole = untied("roles/{role}", "role", "5.5", params.extend({ role: idPart }));
export const removeGroupLanguage = untied(
  "languages/{language}",
  "language",
  "4.0",
  params.extend({ language: z.string().min(1).max(50) }),
);
export const removeGroupProject = untied("projects/{project}", "project", "4.0", params.extend({ project: idPart }));
export const removeGroupComponent = untied(
  "components/{component}",
  "component",
  "4.0",
  params.extend({ component: idPart }),
);
export const removeGroupComponentList = untied(
  "componentlists/{list}",
  "component list",
  "4.0",
  params.extend({ list: idPart }),
);

export const addGroupAdmin = endpoint({
  method: "POST",
  path: "/api/groups/{id}/admins/",
  since: "5.5",
  tag,
  summary: "Add a user as member and admin of a group",
  description: "The response is a list with one message.",
  permission: `${permission}, or being an admin of the group`,
  params,
  body: z.object({ user_id: int32 }),
  answer: z.array(z.string()),
  status: 200,
});
export const removeGroupAdmin = endpoint({
  method: "DELETE",
  path: "/api/groups/{id}/admins/{user}/",
  since: "5.5",
  tag,
  summary: "Remove a user from the admins of a group",
  permission: `${permission}, or being an admin of the group`,
  params: params.extend({ user: idPart }),
  answer: Group,
  status: 200,
});

/** A team as the outside sees it. */
export function presentGroup(row: TeamRow): Answer<typeof Group> {
  return {
    id: row.id,
    name: row.name,
    defining_project: row.definingProjectSlug === null ? null : urls.project(row.definingProjectSlug).api,
    project_selection: row.projectSelection,
    language_selection: row.languageSelection,
    roles: row.roles.map((id) => urls.role(id)),
    projects: row.projects.map((slug) => urls.project(slug).api),
    components: row.components.map((place) => urls.component(place).api),
    componentlists: row.componentLists.map((slug) => urls.componentList(slug)),
    languages: row.languages.map((code) => urls.language(code).api),
    admins: row.admins.map((username) => urls.user(username).api),
    enforced_2fa: false,
    url: urls.group(row.id),
  };
}

/** A new team as the domain takes it. */
export function readNewGroup(body: z.output<typeof NewGroup>) {
  return {
    name: body.name,
    projectSelection: codeOf(PROJECT_SELECTION, body.project_selection ?? PROJECT_SELECTION.LISTED),
    languageSelection: codeOf(LANGUAGE_SELECTION, body.language_selection ?? LANGUAGE_SELECTION.LISTED),
    definingProject: body.defining_project ?? null,
  };
}

/** A change of a team as the domain takes it; what was not sent stays undefined. */
export function readGroupChange(body: Partial<z.output<typeof NewGroup>>) {
  const { project_selection, language_selection } = body;
  return {
    name: body.name,
    projectSelection: project_selection === undefined ? undefined : codeOf(PROJECT_SELECTION, project_selection),
    languageSelection: language_selection === undefined ? undefined : codeOf(LANGUAGE_SELECTION, language_selection),
    definingProject: body.defining_project,
  };
}
