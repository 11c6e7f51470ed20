import { ACCESS, type AccessLevel, PROJECT_SELECTION, type ProjectSelection } from "@/lib/text/codes";
import { type Permission, PROJECT_PERMISSIONS } from "./permissions";

/** Built-in roles and teams; the contract 6.5 and 6.6. */

const EVERY = Object.keys(PROJECT_PERMISSIONS) as Permission[];

const TRANSLATE: Permission[] = [
  "comment.add",
  "machinery.view",
  "suggestion.accept",
  "suggestion.add",
  "suggestion.vote",
  "translation.download",
  "unit.check",
  "unit.edit",
  "upload.overwrite",
  "upload.perform",
];
const GLOSSARY: Permission[] = ["glossary.add", "glossary.delete", "glossary.edit", "glossary.upload"];
const REVIEW: Permission[] = [...TRANSLATE, "comment.resolve", "unit.override", "unit.review"];
const POWER: Permission[] = [
  ...TRANSLATE,
  ...GLOSSARY,
  "suggestion.delete",
  "translation.add",
  "unit.template",
  "vcs.access",
  "vcs.view",
];
const SCREENSHOTS: Permission[] = ["screenshot.add", "screenshot.delete", "screenshot.edit"];

/** Name to permissions, in the order of creation. */
export const BUILT_IN_ROLES: readonly (readonly [string, readonly Permission[]])[] = [
  ["Administration", EVERY],
  ["Edit source", [...TRANSLATE, "source.edit", "unit.template"]],
  ["Add suggestion", ["suggestion.add"]],
  ["Access repository", ["translation.download", "vcs.access", "vcs.view"]],
  ["Manage glossary", [...GLOSSARY, "glossary.terminology"]],
  ["Power user", POWER],
  ["Review strings", REVIEW],
  ["Translate", TRANSLATE],
  ["Manage languages", ["translation.add", "translation.add_more", "translation.delete", "translation.download"]],
  ["Automatic translation", ["translation.auto"]],
  ["Manage translation memory", ["memory.delete", "memory.edit"]],
  ["Manage screenshots", SCREENSHOTS],
  [
    "Manage repository",
    ["component.lock", "vcs.access", "vcs.commit", "vcs.push", "vcs.reset", "vcs.update", "vcs.view"],
  ],
  ["Billing", ["billing.view"]],
  ["Add new projects", ["project.add"]],
  ["Bulk editing", ["unit.bulk_edit"]],
  [
    "Translation coordinator",
    [
      ...REVIEW,
      ...GLOSSARY,
      "glossary.terminology",
      ...SCREENSHOTS,
      "announcement.add",
      "announcement.delete",
      "suggestion.delete",
      "translation.add",
      "unit.template",
      "vcs.access",
      "vcs.view",
    ],
  ],
];

/** The user name of everybody who is not signed in. Nobody else can have it, and it never changes. */
export const ANONYMOUS = "anonymous";

export interface BuiltInTeam {
  name: string;
  roles: string[];
  projectSelection: ProjectSelection;
  /** `anonymous`: the built-in anonymous user only; `everybody`: also every new user. */
  members?: "anonymous" | "everybody" | "new-users";
}

export const BUILT_IN_TEAMS: readonly BuiltInTeam[] = [
  {
    name: "Guests",
    roles: ["Add suggestion", "Access repository"],
    projectSelection: PROJECT_SELECTION.PUBLIC,
    members: "anonymous",
  },
  { name: "Viewers", roles: [], projectSelection: PROJECT_SELECTION.PROTECTED, members: "everybody" },
  { name: "Users", roles: ["Power user"], projectSelection: PROJECT_SELECTION.PUBLIC, members: "new-users" },
  { name: "Reviewers", roles: ["Review strings"], projectSelection: PROJECT_SELECTION.ALL },
  { name: "Managers", roles: ["Administration"], projectSelection: PROJECT_SELECTION.ALL },
  { name: "Project creators", roles: ["Add new projects"], projectSelection: PROJECT_SELECTION.ALL },
];

/** Teams made in a project by its access level: name, role. */
export function projectTeams(accessControl: AccessLevel, review: boolean): [string, string][] {
  if (accessControl === ACCESS.CUSTOM) return [];
  const teams: [string, string][] = [["Administration", "Administration"]];
  if (review) teams.push(["Review", "Review strings"]);
  if (accessControl === ACCESS.PUBLIC) return teams;
  return [
    ...teams,
    ["Translate", "Translate"],
    ["Sources", "Edit source"],
    ["Languages", "Manage languages"],
    ["Glossary", "Manage glossary"],
    ["Memory", "Manage translation memory"],
    ["Screenshots", "Manage screenshots"],
    ["Automatic translation", "Automatic translation"],
    ["VCS", "Manage repository"],
    ["Bulk editing", "Bulk editing"],
  ];
}
