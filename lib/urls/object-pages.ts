/** First words of pages about an object, whose slugs follow. */
export const OBJECT_PAGES: ReadonlySet<string> = new Set([
  "access",
  "add-string",
  "addons",
  "agreement",
  "alerts",
  "announcements",
  "auto-translate",
  "browse",
  "bulk-edit",
  "changes/browse",
  "clashes",
  "comments",
  "component-defaults",
  "component-settings",
  "data",
  "download",
  "engage",
  "fonts",
  "insights",
  "labels",
  "lost",
  "machinery",
  "memory",
  "new-lang",
  "operations",
  "projects",
  "remove",
  "remove-string",
  "replace",
  "repository",
  "screenshots",
  "search",
  "sent-requests",
  "settings",
  "settings-changes",
  "source-edits",
  "ssh",
  "translate",
  "upload",
  "widgets",
  "workflows",
  "zen",
]);

/** Pages that stand beside the page of an object: the same path after another first word. */
export type Side =
  | "settings"
  | "settings-changes"
  | "repository"
  | "alerts"
  | "new-lang"
  | "access"
  | "addons"
  | "auto-translate"
  | "bulk-edit"
  | "remove"
  | "replace"
  | "upload"
  | "download"
  | "translate"
  | "zen"
  | "browse";

/** The page beside an object's own page, whose path is given. */
export function besides(page: string, side: Side): string {
  return page.replace(/^\/projects\//, `/${side}/`);
}
