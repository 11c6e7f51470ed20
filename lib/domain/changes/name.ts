import { describeCheck } from "@/lib/text/checks/describe";
import { actionName } from "../change-actions";
import type { ChangeRow } from "./list";

/** What a change is, in words: its action, or what became of a check. */
export function changeName({ action, details }: Pick<ChangeRow, "action" | "details">): string {
  const { check, dismissed } = details;
  if (typeof check !== "string" || typeof dismissed !== "boolean") return actionName(action, details);
  const name = describeCheck(check)?.name ?? check;
  return dismissed ? `Dismissed the check “${name}”` : `Counted the check “${name}” again`;
}
