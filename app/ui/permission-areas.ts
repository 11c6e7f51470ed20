import type { TextKey, Texts } from "#texts";
import { permissionWords } from "@/lib/domain/access/denial-words";
import { type Permission, PROJECT_PERMISSIONS, SITE_PERMISSIONS } from "@/lib/domain/access/permissions";

/** Permissions by what they are about. */

const AREAS: readonly (readonly [label: TextKey, prefixes: readonly string[]])[] = [
  ["permissions.area.translating", ["unit", "source", "suggestion", "comment", "machinery.view"]],
  ["permissions.area.files", ["upload", "translation"]],
  ["permissions.area.glossary", ["glossary", "memory"]],
  ["permissions.area.screenshots", ["screenshot"]],
  ["permissions.area.repository", ["vcs"]],
  ["permissions.area.project", ["project", "component", "announcement", "change", "reports", "billing"]],
];

export interface PermissionArea {
  label: TextKey;
  permissions: Permission[];
}

const within = (codename: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => codename === prefix || codename.startsWith(`${prefix}.`));

/** Permissions in a project, area by area; those of the whole installation at the end, if wanted. */
export function permissionAreas(site: boolean): PermissionArea[] {
  const codenames = Object.keys(PROJECT_PERMISSIONS) as Permission[];
  const areas = AREAS.map(([label, prefixes]) => ({
    label,
    permissions: codenames.filter((codename) => within(codename, prefixes)),
  }));
  const all = Object.keys(SITE_PERMISSIONS) as Permission[];
  return site ? [...areas, { label: "permissions.area.site", permissions: all }] : areas;
}

/** The permissions that are named first where not all are. */
const TELLING: readonly Permission[] = [
  "project.permissions",
  "project.edit",
  "component.edit",
  "unit.edit",
  "unit.review",
  "suggestion.add",
  "source.edit",
  "translation.add",
  "vcs.commit",
  "vcs.push",
  "upload.perform",
];

/** What a set of permissions allows, in a sentence: the most telling ones, and how many more. */
export function mayDo(t: Texts, permissions: readonly string[], most = 4): string {
  if (permissions.length === 0) return t("permissions.nothing");
  const known = permissions as readonly Permission[];
  const first = TELLING.filter((codename) => known.includes(codename));
  const shown = [...first, ...known.filter((codename) => !first.includes(codename))].slice(0, most);
  const list = shown.map((permission) => permissionWords(t, permission)).join("; ");
  const more = permissions.length - shown.length;
  return more > 0 ? t("permissions.mayMore", { list, count: more }) : t("permissions.may", { list });
}
