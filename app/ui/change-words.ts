import type { TextKey, Texts } from "#texts";
import { ACTION, ACTIONS, actionKey } from "@/lib/domain/change-actions";
import type { Act } from "@/lib/domain/changes/history";
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

type ChangeTold = Pick<ChangeRow, "action" | "details">;

/** What a change is, in words: its action with whom it is about, or what became of a check. */
export function changeWords(t: Texts, { action, details }: ChangeTold): string {
  if (action === ACTION.USER_ACCESS_CHANGED && typeof details.blocked === "boolean")
    return t(details.blocked ? "acts.blocked" : "acts.unblocked", { user: String(details.username) });
  const what = actionWords(t, action, details);
  const whom = [details.username, details.group].filter((one) => typeof one === "string").join(", ");
  return ABOUT_PEOPLE.includes(action) && whom ? t("acts.about", { what, whom }) : what;
}

/** What changes that were made at once are, in words: the failure that the others come of, or the strings that changed. */
export function actWords(t: Texts, { rows, actions }: Pick<Act, "actions"> & { rows: readonly ChangeTold[] }): string {
  const failed = rows.find(({ action }) => ACTIONS[action]?.failure);
  if (failed) return changeWords(t, failed);
  // What is of the repository alone goes by the first, which the others follow.
  const ofRepository = (action: number) => ACTIONS[action]?.repository || action === ACTION.ALERT_TRIGGERED;
  const told = actions.length === 1 || actions.every(ofRepository) ? rows.at(-1) : undefined;
  return told ? changeWords(t, told) : t("changes.act.several");
}
