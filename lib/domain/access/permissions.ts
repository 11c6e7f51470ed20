/** Permission codenames; the contract 6.3 and 6.4. */

/** Permissions that hold within a project, with what they allow. */
export const PROJECT_PERMISSIONS = {
  "announcement.add": "post announcements",
  "announcement.delete": "delete announcements",
  "billing.view": "see billing data",
  "change.download": "export the history as CSV",
  "comment.add": "write comments",
  "comment.delete": "delete comments of others",
  "comment.resolve": "mark comments as resolved",
  "component.edit": "change, delete and share components and their add-ons",
  "component.lock": "lock and unlock components",
  "glossary.add": "add terms to a glossary",
  "glossary.edit": "edit terms of a glossary",
  "glossary.delete": "remove terms from a glossary",
  "glossary.terminology": "mark terms as terminology",
  "glossary.upload": "upload files to a glossary",
  "machinery.view": "use automatic suggestions while translating",
  "memory.edit": "add to the project's translation memory",
  "memory.delete": "remove from the project's translation memory",
  "project.edit": "change and delete the project, create components, categories and labels",
  "project.permissions": "manage members, teams and tokens of the project",
  "reports.view": "see reports about all contributors",
  "screenshot.add": "upload screenshots",
  "screenshot.edit": "change screenshots and their strings",
  "screenshot.delete": "delete screenshots",
  "source.edit": "edit explanation, labels and flags of source strings",
  "suggestion.accept": "accept suggestions",
  "suggestion.add": "add suggestions",
  "suggestion.delete": "delete suggestions of others",
  "suggestion.vote": "vote on suggestions",
  "translation.add": "add one language",
  "translation.add_more": "add any or several languages",
  "translation.auto": "run automatic translation",
  "translation.delete": "remove languages",
  "translation.download": "download files",
  "unit.add": "add strings",
  "unit.bulk_edit": "edit many strings at once",
  "unit.check": "dismiss failing checks",
  "unit.delete": "remove strings",
  "unit.edit": "edit translations",
  "unit.override": "edit directly where only suggestions are accepted",
  "unit.review": "approve translations",
  "unit.template": "edit source strings of monolingual components",
  "upload.authorship": "name the author of an upload",
  "upload.overwrite": "let uploads overwrite existing translations",
  "upload.perform": "upload files",
  "vcs.access": "clone the exported repository",
  "vcs.commit": "commit pending changes",
  "vcs.push": "push to the remote repository",
  "vcs.reset": "reset, clean up and rescan the repository",
  "vcs.update": "pull from the remote repository",
  "vcs.view": "see the repository address and related settings",
} as const;

/** Permissions of the whole installation. */
export const SITE_PERMISSIONS = {
  "announcement.edit": "post site-wide announcements",
  "billing.manage": "manage billing",
  "componentlist.edit": "manage component lists",
  "group.edit": "manage all teams",
  "group.view": "see all teams",
  "language.add": "add language definitions while adding a translation",
  "language.edit": "create, change and delete languages",
  "machinery.edit": "change site-wide machinery settings",
  "management.addons": "manage site-wide add-ons",
  "management.use": "open the management pages",
  "memory.manage": "manage the whole translation memory",
  "project.add": "create projects",
  "role.edit": "manage roles",
  "role.view": "see all roles",
  "user.edit": "manage all users",
  "user.view": "see all users",
} as const;

export type ProjectPermission = keyof typeof PROJECT_PERMISSIONS;
export type SitePermission = keyof typeof SITE_PERMISSIONS;
export type Permission = ProjectPermission | SitePermission;

/** Permissions that a team's language list limits; the others hold for the whole component. */
export const LANGUAGE_PERMISSIONS: ReadonlySet<Permission> = new Set<Permission>([
  "unit.edit",
  "unit.review",
  "unit.override",
  "unit.check",
  "unit.add",
  "unit.delete",
  "unit.template",
  "unit.bulk_edit",
  "suggestion.add",
  "suggestion.accept",
  "suggestion.delete",
  "suggestion.vote",
  "comment.add",
  "comment.delete",
  "comment.resolve",
  "glossary.add",
  "glossary.edit",
  "glossary.delete",
  "glossary.upload",
  "machinery.view",
  "translation.auto",
  "translation.delete",
  "translation.download",
  "upload.perform",
  "upload.overwrite",
  "upload.authorship",
]);

const ALL_PERMISSIONS = { ...PROJECT_PERMISSIONS, ...SITE_PERMISSIONS };

/** What a permission allows, for people. */
export function describePermission(permission: Permission): string {
  return ALL_PERMISSIONS[permission];
}

/** True for a codename that exists. */
export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PROJECT_PERMISSIONS, text) || Object.hasOwn(SITE_PERMISSIONS, text);
}

/** Whether a text is the codename of a permission of the whole installation. */
export function isSitePermission(text: string): text is SitePermission {
  return Object.hasOwn(SITE_PERMISSIONS, text);
}

/** Permissions to see something and change nothing: no second factor is demanded for them. */
export const READING_PERMISSIONS: ReadonlySet<Permission> = new Set<Permission>([
  "billing.view",
  "change.download",
  "group.view",
  "machinery.view",
  "reports.view",
  "role.view",
  "translation.download",
  "user.view",
  "vcs.access",
  "vcs.view",
]);
