import { setImmediate } from "node:timers/promises";
import { editsBetween } from "@/lib/text/similarity";
import type { Actor } from "../access/actor";
import { demand, throwDenial } from "../access/demand";
import { actionName } from "../change-actions";
import { type ChangeFilter, type ChangeRow, recentChanges } from "../changes/list";
import { placeOfChange, scopeOf } from "./feed";

/** The history as a table for spreadsheets; the contract 8.3. */

const MOST_ROWS = 2000;
const COMPARED_AT_ONCE = 50;

export interface ChangeLine {
  timestamp: Date;
  action: string;
  user: string;
  url: string;
  target: string;
  edit_distance: number;
}

/**
 * The newest changes of a path below `/changes/csv/`, which is one of a feed. Needs `change.download` where a path
 * names a project, and an administrator of the site everywhere else.
 * @throws NotFound, Forbidden, Unauthenticated
 */
export async function changeTable(
  actor: Actor,
  path: readonly string[],
  filter: Omit<ChangeFilter, "projectId" | "componentId" | "translationId" | "languageId">,
): Promise<ChangeLine[]> {
  const scope = await scopeOf(actor, path);
  if (scope.permissionScope) demand(actor, "change.download", scope.permissionScope);
  else if (!actor.isSuperuser || actor.tokenProjectId !== undefined)
    throwDenial({
      reason: actor.isAnonymous ? "not-signed-in" : "missing-permission",
      text: "Only administrators can export the history of the whole installation. Choose a project.",
    });
  const rows = await recentChanges(actor, { ...filter, ...scope.filter }, MOST_ROWS);
  const lines: ChangeLine[] = [];
  for (const row of rows) {
    // Long texts take a while to compare: others are served in between.
    if (lines.length % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await setImmediate();
    lines.push(lineOf(row));
  }
  return lines;
}

function lineOf(change: ChangeRow): ChangeLine {
  return {
    timestamp: change.at,
    action: actionName(change.action),
    user: change.username ?? "",
    url: placeOfChange(change),
    target: change.target,
    edit_distance: editsBetween(change.old, change.target),
  };
}
