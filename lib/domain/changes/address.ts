import { checksumOf } from "@/lib/text/hash";
import { urls } from "@/lib/urls";
import { ACTION } from "../change-actions";
import type { ChangeRow } from "./list";

const COMMENTS: ReadonlySet<number> = new Set([ACTION.COMMENT_ADDED, ACTION.COMMENT_REMOVED, ACTION.COMMENT_RESOLVED]);
const SUGGESTIONS: ReadonlySet<number> = new Set([ACTION.SUGGESTION_ADDED, ACTION.SUGGESTION_REMOVED]);

/** Whether a change is about what people say to each other: its text is no translation. */
export const isComment = ({ action }: Pick<ChangeRow, "action">): boolean => COMMENTS.has(action);

const SCREENSHOTS: ReadonlySet<number> = new Set([ACTION.SCREENSHOT_ADDED, ACTION.SCREENSHOT_UPLOADED]);

/** The page of the very thing that a change is about: of a string its editor, with the panel where it happened. */
export function changeAddress(change: ChangeRow): string {
  const { projectSlug, componentSlug, categoryPath, languageCode, action } = change;
  if (!projectSlug) return urls.change(change.id).web;
  const { screenshot } = change.details;
  if (SCREENSHOTS.has(action) && typeof screenshot === "number") return urls.screenshot(screenshot).web;
  if (!componentSlug) return urls.project(projectSlug).web;
  const place = { projectSlug, componentSlug, categoryPath: categoryPath ?? "" };
  if (!languageCode || change.translationId === null) return urls.component(place).web;
  const translation = { ...place, languageCode };
  if (change.unitIdHash === null) return urls.translation(translation).web;
  const string = urls.unitPage(translation, checksumOf(BigInt(change.unitIdHash)));
  if (isComment(change)) return `${string}&tab=comments`;
  return SUGGESTIONS.has(action) ? `${string}&tab=suggestions` : string;
}
