import type { HookOutcome } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, SERVICE } from "../access/actor";
import { can, demand } from "../access/demand";
import { type ComponentRow, listComponents, scopeOf } from "../components/components";
import { Conflict, foundOr, NotFound } from "../errors";
import { findProject } from "../projects/projects";
import { presentPath } from "../translations/former-address";
import { componentsAt, hooksEnabled, outcomeOf, startUpdates, toldOf, UPDATE_HOOK, WHOLE } from "./hooks";
import { type Candidate, matching } from "./internal/matching";
import { keptReceipt, noteReceipt } from "./receipts";
import { pagesOfRepository } from "./set-up";

/** Notifications of code hosts that are handled once more. */

/** What came of a notification that was handled again. */
export interface Replay {
  outcome: HookOutcome;
  updated: number;
}

/**
 * Handles a notification again, as things are now: addresses, branches and settings may have changed since. No signature is
 * asked for, as whoever repeats it may update the components; others stay as they are. It is listed as a repetition.
 * @param component whose repository it has to be about, for who manages no more than that
 * @throws NotFound for one that cannot be repeated; Conflict where no notifications are taken; Forbidden
 */
export async function replayNotification(actor: Actor, id: number, component?: ComponentRow): Promise<Replay> {
  if (component) demand(actor, "vcs.update", scopeOf(component));
  else demand(actor, "management.use");
  if (!hooksEnabled()) throw new Conflict(refusal("hooksTurnedOff"));
  const receipt = await keptReceipt(id, component && { component, place: pagesOfRepository(component.repository.url) });
  if (!receipt?.push) throw new NotFound(refusal("notificationGone"));
  const { push } = receipt;
  const found = "path" in push ? await candidatesAt(push.path) : await matching(push);
  const onBranch =
    "path" in push || push.branch === undefined ? found : found.filter(({ branch }) => branch === push.branch);
  const wanted = onBranch.filter((row) => row.enableHooks);
  const may = await listComponents(actor, { ids: wanted.map((row) => row.id) }, WHOLE);
  const allowed = new Set(may.rows.filter((row) => can(actor, "vcs.update", scopeOf(row))).map((row) => row.id));
  const enabled = wanted.filter((row) => allowed.has(row.id));
  await startUpdates(enabled, "path" in push ? UPDATE_HOOK : toldOf(push), actor);
  const outcome = outcomeOf(onBranch, wanted.length > 0 && enabled.length === 0 ? [] : wanted, enabled);
  const told = enabled.length > 0 ? enabled : onBranch.length > 0 ? onBranch : found;
  await noteReceipt({
    ...{ service: receipt.service, event: receipt.event, repository: receipt.repository, branch: receipt.branch },
    ...{ outcome, push, components: told.map((row) => row.id) },
    detail: enabled.length === 0 && found.length > 0 && onBranch.length === 0 ? "other-branch" : "",
    replay: { of: receipt.replayOf ?? receipt.id, by: actor.userId },
  });
  return { outcome, updated: enabled.length };
}

/** What the plain hook names, as what a push would match. */
async function candidatesAt([slug = "", ...path]: readonly string[]): Promise<Candidate[]> {
  const [project = "", ...present] = (await presentPath(SERVICE, [slug, ...path])) ?? [slug, ...path];
  const found = await foundOr(findProject(SERVICE, project));
  return (found ? await componentsAt(SERVICE, found, present) : []).map((row) => ({
    ...{ id: row.id, projectId: row.projectId, repositoryId: row.repositoryId, hookSecret: "" },
    ...{ branch: row.repository.branch, url: row.repository.url, enableHooks: row.project.enableHooks },
  }));
}
