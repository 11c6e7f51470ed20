import type { Texts } from "#texts";
import { path } from "@/app/ui/paths";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import type { NamedPlace } from "@/lib/domain/creation/inheritance";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

/** What following a place that sets something is called; undefined for nothing. */
export function followText(t: Texts, place: NamedPlace | undefined): string {
  if (!place) return t("defaults.follow.nowhere");
  if (place.kind === "site") return t("defaults.follow.site");
  return t(`defaults.follow.${place.kind}`, { name: place.name });
}

/** What holds for a setting that is not set here, and which place says so. */
export function notSetText(t: Texts, place: NamedPlace | undefined, value: string): string {
  if (!place) return t("defaults.notSet.nowhere", { value });
  if (place.kind === "site") return t("defaults.notSet.site", { value });
  return t(`defaults.notSet.${place.kind}`, { name: place.name, value });
}

/** The page of the defaults of a place, for those who may open it. */
export function defaultsPageOf(actor: Actor, project: ProjectRow, place: NamedPlace | undefined): string | undefined {
  if (!place) return undefined;
  if (place.kind === "site") return can(actor, "management.use") ? path(urls.siteDefaults()) : undefined;
  return can(actor, "project.edit", { project }) ? path(urls.below("component-defaults", place.slugs)) : undefined;
}
