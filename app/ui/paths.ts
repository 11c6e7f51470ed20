import { urls } from "@/lib/urls";
import { besides, type Side } from "@/lib/urls/object-pages";
import { type ComponentPlace, ownPath, query, type TranslationPlace } from "@/lib/urls/paths";

/** The path of an address of ours: pages link within themselves, whatever host they are read under. */
export function path(address: string): string {
  return ownPath(address) ?? address;
}

/** The page under way with other parameters; those without a value are left out. */
export const thisPage = (parameters: Readonly<Record<string, string | undefined>>): string => query(parameters) || "?";

/** The editor on the strings of a translation that fit a query. */
export function editorPath(place: TranslationPlace, query = ""): string {
  return path(urls.translation(place).translate) + (query ? `?q=${encodeURIComponent(query)}` : "");
}

/** The comments of a string in the editor. */
export function commentPath(place: TranslationPlace, checksum: string): string {
  return `${path(urls.translation(place).translate)}?checksum=${checksum}&tab=comments`;
}

/** The page of comments of a component, or of one of its languages. */
export function commentsPath(place: ComponentPlace, language?: string): string {
  return path(urls.comments(slugsOf(place, language)));
}

function slugsOf({ projectSlug, categoryPath, componentSlug }: ComponentPlace, language?: string): string[] {
  const slugs = [projectSlug, ...(categoryPath ? categoryPath.split("/") : []), componentSlug];
  return language === undefined ? slugs : [...slugs, language];
}

/** A page below an object: the same path after another first word. */
export function sideOf(address: string, side: Side): string {
  return besides(path(address), side);
}

/** The page of failing checks of a component, or of one of its languages. */
export function checksPath(place: ComponentPlace, language?: string): string {
  return path(urls.checks("-", slugsOf(place, language)));
}
