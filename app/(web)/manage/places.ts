import type { TextKey } from "#texts";
import { path } from "@/app/ui/paths";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import type { SitePermission } from "@/lib/domain/access/permissions";
import { mayBackUp } from "@/lib/domain/backups/kept-backups";
import { mayKeepDirectory } from "@/lib/domain/scim/keys";
import { urls } from "@/lib/urls";

/** A page of the management, and the right without which nobody opens it. */
export interface Place {
  label: TextKey;
  href: string;
}

export interface PlaceGroup {
  title: TextKey;
  places: Place[];
}

type Row = readonly [label: TextKey, address: () => string, right: SitePermission | "backups" | "scim"];

const GROUPS: readonly (readonly [title: TextKey, rows: readonly Row[]])[] = [
  [
    "manage.group.installation",
    [
      ["manage.tab.overview", () => urls.manage(), "management.use"],
      ["common.settings", urls.siteSettings, "management.use"],
      ["settingsSaves.title", urls.siteSettingsChanges, "management.use"],
      ["defaults.title", urls.siteDefaults, "management.use"],
      ["manage.appearance.title", urls.siteAppearance, "management.use"],
      ["announcements.title", urls.siteAnnouncements, "announcement.edit"],
      ["manage.tab.tasks", urls.siteTasks, "management.use"],
      ["backups.title", urls.backups, "backups"],
      ["common.alerts", urls.alerts, "management.use"],
      ["common.languages", urls.siteLanguages, "language.edit"],
    ],
  ],
  [
    "common.people",
    [
      ["manage.tab.users", urls.people, "management.use"],
      ["manage.tab.teams", urls.siteTeams, "group.view"],
      ["manage.tab.roles", urls.roles, "role.view"],
      ["invitation.list", urls.siteInvitations, "user.edit"],
      ["manage.tab.tokens", urls.siteTokens, "user.edit"],
      ["scim.title", urls.scimKeys, "scim"],
    ],
  ],
  [
    "manage.group.repositories",
    [
      ["manage.tab.repositories", urls.siteRepositories, "management.use"],
      ["codeHosts.crumb", urls.codeHosts, "management.use"],
      ["httpAccounts.crumb", urls.httpAccounts, "management.use"],
      ["ssh.crumb", urls.ssh, "management.use"],
      ["manage.tab.hooks", urls.siteHooks, "management.use"],
    ],
  ],
  [
    "manage.group.services",
    [
      ["common.automaticSuggestions", () => urls.siteMachinery(), "machinery.edit"],
      ["manage.sharedMemory", urls.sharedMemory, "memory.manage"],
      ["common.addons", urls.siteAddons, "management.addons"],
    ],
  ],
];

function mayOpen(actor: Actor, right: Row[2]): boolean {
  if (right === "backups") return mayBackUp(actor);
  return right === "scim" ? mayKeepDirectory(actor) : can(actor, right);
}

/** The pages that somebody may open, by what they are about. */
export function managementPlaces(actor: Actor): PlaceGroup[] {
  return GROUPS.map(([title, rows]) => ({
    title,
    places: rows
      .filter(([, , right]) => mayOpen(actor, right))
      .map(([label, address]) => ({ label, href: path(address()) })),
  })).filter((group) => group.places.length > 0);
}

/** The place that a path stands in: the page itself, or one below it; undefined for none. */
export function placeOf(groups: readonly PlaceGroup[], pathname: string): Place | undefined {
  const asked = pathname.endsWith("/") ? pathname : `${pathname}/`;
  const all = groups.flatMap((group) => group.places);
  const home = path(urls.manage());
  return (
    all.find((place) => place.href === asked) ??
    all.find((place) => place.href !== home && asked.startsWith(place.href))
  );
}
