import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import { sweepAlerts, sweepStringAlerts } from "./sweep";

/** Looking for the causes of alerts when somebody asks, as else happens by itself every few hours. */

/** Where somebody asks: a component, or a project with all that is in it. */
export type LookedAt = { component: ComponentRow } | { project: ProjectRow };

/** Whether the actor may have a place looked at: who changes its settings, and for a component who updates its repository. */
export function mayLookAgain(actor: Actor, at: LookedAt): boolean {
  if ("project" in at) return can(actor, "project.edit", at);
  const where = scopeOf(at.component);
  return can(actor, "component.edit", where) || can(actor, "vcs.update", where);
}

/**
 * Looks for causes at once: alerts whose cause has gone are closed, others raised. Those of an operation that failed wait
 * for one that succeeds. The strings of a whole project are left to the night.
 * @throws Forbidden
 */
export async function lookAgain(actor: Actor, at: LookedAt): Promise<{ raised: number; closed: number }> {
  if (!mayLookAgain(actor, at)) {
    if ("project" in at) demand(actor, "project.edit", at);
    else demand(actor, "component.edit", scopeOf(at.component));
  }
  if ("project" in at) return sweepAlerts({ projectId: at.project.id });
  const place = { componentId: at.component.id };
  const settings = await sweepAlerts(place);
  const strings = await sweepStringAlerts(place);
  return { raised: settings.raised + strings.raised, closed: settings.closed + strings.closed };
}
