import { describeCheck } from "@/lib/text/checks/describe";
import { ACTION, actionName } from "../change-actions";
import type { ChangeRow } from "./list";

/** Actions whose details name a user, a team or both. */
const ABOUT_PEOPLE: readonly number[] = [ACTION.USER_ADDED, ACTION.USER_REMOVED, ACTION.USER_INVITED];

/** What a change is, in words: its action with whom it is about, or what became of a check. */
export function changeName({ action, details }: Pick<ChangeRow, "action" | "details">): string {
  const { check, dismissed } = details;
  if (action === ACTION.USER_ACCESS_CHANGED && typeof details.blocked === "boolean")
    return `${details.blocked ? "User blocked" : "User unblocked"}: ${details.username}`;
  if (ABOUT_PEOPLE.includes(action)) {
    const about = [details.username, details.group].filter((one) => typeof one === "string").join(", ");
    return about ? `${actionName(action, details)}: ${about}` : actionName(action, details);
  }
  if (typeof check !== "string" || typeof dismissed !== "boolean") return actionName(action, details);
  const name = describeCheck(check)?.name ?? check;
  return dismissed ? `Dismissed the check “${name}”` : `Counted the check “${name}” again`;
}
