import type { TextKey, Texts } from "#texts";
import { ACTION, actionKey } from "@/lib/domain/change-actions";
import type { ChangeRow } from "@/lib/domain/changes/list";
import { describeCheck } from "@/lib/text/checks/describe";
import { didWords } from "./did-words";

/** Actions whose details name a user, a team or both. */
const ABOUT_PEOPLE: readonly number[] = [ACTION.USER_ADDED, ACTION.USER_REMOVED, ACTION.USER_INVITED];

/** What an action is called. */
export function actionWords(t: Texts, code: number, details: ChangeRow["details"] = {}): string {
  const check =
    typeof details.check === "string"
      ? { check: details.check, name: describeCheck(details.check)?.name ?? details.check }
      : null;
  const key = actionKey(code, details);
  const act = `acts.${key}` as TextKey;
  if (key !== "" && t.has(act)) return t(act);
  return didWords(t, key, check) ?? t("acts.unknown", { code: String(code) });
}

/** What a change is, in words: its action with whom it is about, or what became of a check. */
export function changeWords(t: Texts, { action, details }: Pick<ChangeRow, "action" | "details">): string {
  if (action === ACTION.USER_ACCESS_CHANGED && typeof details.blocked === "boolean")
    return t(details.blocked ? "acts.blocked" : "acts.unblocked", { user: String(details.username) });
  const what = actionWords(t, action, details);
  const whom = [details.username, details.group].filter((one) => typeof one === "string").join(", ");
  return ABOUT_PEOPLE.includes(action) && whom ? t("acts.about", { what, whom }) : what;
}
