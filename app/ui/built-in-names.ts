import type { TextKey, Texts } from "#texts";

/** Roles and teams that are there from the beginning, by the names that they are stored under. A renamed one keeps its name. */

const ROLES: Readonly<Record<string, TextKey>> = {
  Administration: "builtInRoles.administration",
  "Edit source": "builtInRoles.editSource",
  "Add suggestion": "builtInRoles.addSuggestion",
  "Access repository": "builtInRoles.accessRepository",
  "Manage glossary": "builtInRoles.manageGlossary",
  "Power user": "builtInRoles.powerUser",
  "Review strings": "builtInRoles.reviewStrings",
  Translate: "builtInRoles.translate",
  "Manage languages": "builtInRoles.manageLanguages",
  "Automatic translation": "builtInRoles.automaticTranslation",
  "Manage translation memory": "builtInRoles.manageMemory",
  "Manage screenshots": "builtInRoles.manageScreenshots",
  "Manage repository": "builtInRoles.manageRepository",
  Billing: "builtInRoles.billing",
  "Add new projects": "builtInRoles.addProjects",
  "Bulk editing": "builtInRoles.bulkEditing",
  "Translation coordinator": "builtInRoles.coordinator",
};

const TEAMS: Readonly<Record<string, TextKey>> = {
  Guests: "builtInTeams.guests",
  Viewers: "builtInTeams.viewers",
  Users: "builtInTeams.users",
  Reviewers: "builtInTeams.reviewers",
  Managers: "builtInTeams.managers",
  "Project creators": "builtInTeams.projectCreators",
  Administration: "builtInTeams.administration",
  Review: "builtInTeams.review",
  Translate: "builtInTeams.translate",
  Sources: "builtInTeams.sources",
  Languages: "builtInTeams.languages",
  Glossary: "builtInTeams.glossary",
  Memory: "builtInTeams.memory",
  Screenshots: "builtInTeams.screenshots",
  "Automatic translation": "builtInTeams.automaticTranslation",
  VCS: "builtInTeams.vcs",
  "Bulk editing": "builtInTeams.bulkEditing",
};

const said = (t: Texts, names: Readonly<Record<string, TextKey>>, name: string): string => {
  const key = Object.hasOwn(names, name) ? names[name] : undefined;
  return key === undefined ? name : String(t(key as "builtInTeams.users"));
};

/** The name of a role in the language of the reader. */
export const roleName = (t: Texts, name: string): string => said(t, ROLES, name);

/** The name of a team in the language of the reader. */
export const teamName = (t: Texts, name: string): string => said(t, TEAMS, name);

/** The stored names of teams whose names in the language of the reader hold what was typed. */
export function teamsNamed(t: Texts, typed: string): string[] {
  const words = typed.trim().toLocaleLowerCase(t.language);
  if (words === "") return [];
  return Object.keys(TEAMS).filter((name) => teamName(t, name).toLocaleLowerCase(t.language).includes(words));
}
