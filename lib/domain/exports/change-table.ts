import { setImmediate } from "node:timers/promises";
import { refusal } from "@/lib/text/messages/refusal";
import { editsBetween } from "@/lib/text/similarity";
import type { Actor } from "../access/actor";
import { can, demand, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { actionName } from "../change-actions";
import { type ChangeFilter, type ChangeRow, namesOutside, recentChanges } from "../changes/list";
import { type Narrowing, placeOfChange, type Scope, scopeOf } from "./feed";

/** The history as a table for spreadsheets; the contract 8.3. */

const MOST_ROWS = 2000;
const PART = 500;
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
 * The changes of a path below `/changes/csv/`, which is one of a feed, newest first, in parts that are read when they are
 * asked for. Needs `change.download` where a path names a project, and an administrator of the site everywhere else.
 * @param all every change, not the newest 2,000 alone
 * @throws NotFound, Forbidden, Unauthenticated before the first part
 */
export async function changeTable(
  actor: Actor,
  path: readonly string[],
  narrowing: Narrowing,
  all = false,
): Promise<AsyncIterableIterator<ChangeLine[]>> {
  const scope = await scopeOf(actor, path);
  if (scope.permissionScope) demand(actor, "change.download", scope.permissionScope);
  else if (!actor.isSuperuser || actor.tokenProjectId !== undefined)
    throwDenial(denied(actor.isAnonymous ? "not-signed-in" : "missing-permission", refusal("exportWholeHistory")));
  return partsOf(actor, { ...narrowing, ...scope.filter }, all ? Number.POSITIVE_INFINITY : MOST_ROWS);
}

/** Whether the actor may have the history of a place as a table. */
export const mayExportHistory = (actor: Actor, { permissionScope }: Pick<Scope, "permissionScope">): boolean =>
  permissionScope
    ? can(actor, "change.download", permissionScope)
    : actor.isSuperuser && actor.tokenProjectId === undefined;

async function* partsOf(actor: Actor, filter: ChangeFilter, most: number): AsyncIterableIterator<ChangeLine[]> {
  let last: ChangeRow | undefined;
  for (let left = most; left > 0; left -= PART) {
    const length = Math.min(PART, left);
    const rows = await recentChanges(actor, filter, length, last);
    const lines: ChangeLine[] = [];
    for (const row of rows) {
      // Long texts take a while to compare: others are served in between.
      if (lines.length % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await setImmediate();
      lines.push(lineOf(row));
    }
    yield lines;
    if (rows.length < length) return;
    last = rows.at(-1);
  }
}

function lineOf(change: ChangeRow): ChangeLine {
  return {
    timestamp: change.at,
    action: actionName(change.action),
    user: namesOutside(change).user ?? "",
    url: placeOfChange(change),
    target: change.target,
    edit_distance: editsBetween(change.old, change.target),
  };
}
