import type { SavesPlace } from "@/lib/domain/undo/saved-settings";
import { urls } from "@/lib/urls";

/** Slugs of a place; none for the installation. */
export function savesSlugs(place: SavesPlace): string[] {
  if (place.kind === "site") return [];
  if (place.kind === "project") return [place.project.slug];
  if (place.kind === "category") return [place.project.slug, ...place.category.path.split("/")];
  const { project, categoryPath, slug } = place.component;
  return [project.slug, ...categoryPath.split("/").filter(Boolean), slug];
}

/** The page of the saves of a place's settings. */
export const savesPage = (place: SavesPlace): string =>
  place.kind === "site" ? urls.siteSettingsChanges() : urls.below("settings-changes", savesSlugs(place));
