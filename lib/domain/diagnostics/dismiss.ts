import { alerts, components } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { asNumber, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, SERVICE } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import type { AlertKind } from "../components/alerts";
import { type ComponentRow, findComponentById, scopeOf } from "../components/components";
import { Invalid, NotFound } from "../errors";
import { projectsById } from "../projects/by-id";
import type { ProjectRow } from "../projects/projects";

const [a, c] = [alerts.as("a"), components.as("c")];

/** Alerts of what may be meant so. Others go when their cause has gone, and can be put off for a while. */
export const DISMISSABLE: ReadonlySet<AlertKind> = new Set([
  "RepositoryChanges",
  "MonolingualTranslation",
  "MonolingualGettext",
  "BrokenBrowserURL",
  "BrokenProjectURL",
  "WebhookMismatch",
  "AmbiguousLanguage",
  "UnusedComponent",
  "MonolingualGlossary",
  "UnmanagedGlossary",
  "UnusedGlossaryLanguage",
]);

/** Days for which an alert may be put off. */
const LONGEST_SNOOZE = 366;

/** What is to become of an alert: put off until a day is over, put away until its cause changes, or shown again. */
export type AlertWish = { snoozedUntil: string } | { dismissed: boolean };

/**
 * Puts an alert off, away, or shows it again. Needs `component.edit`, of a project's alert `project.edit`.
 * @throws NotFound; Invalid for a kind that cannot be put away for good, and for a day that is none
 */
export async function changeAlert(actor: Actor, id: number, wish: AlertWish): Promise<void> {
  const until = "snoozedUntil" in wish ? wish.snoozedUntil : undefined;
  if (until !== undefined && !isNear(until))
    throw Invalid.field("snoozedUntil", refusal("chooseDayAfter", { longestSnooze: LONGEST_SNOOZE }));
  await inTransaction(async (tx) => {
    const alert = await tx.one(
      sql`select ${pick(a, "id", "kind", "componentId", "projectId", "dismissed")} from ${a} where ${a.id} = ${id} for update`,
    );
    if (!alert) throw noAlert(id);
    const { component, project } = await placeOf(actor, alert);
    demand(actor, component ? "component.edit" : "project.edit", component ? scopeOf(component) : { project });
    const kind = alert.kind as AlertKind;
    const dismissed = until !== undefined || ("dismissed" in wish && wish.dismissed);
    if (dismissed && until === undefined && !DISMISSABLE.has(kind))
      throw Invalid.field("dismissed", refusal("alertGoesWhen"));
    const values = { dismissed, snoozedUntil: until === undefined ? null : sql`${until}::date` };
    await tx.run(sql`update ${a} set ${assigned(a, values)} where ${a.id} = ${id}`);
    if (dismissed || alert.dismissed)
      await record(tx, actor, [
        {
          action: dismissed ? ACTION.ALERT_DISMISSED : ACTION.ALERT_REOPENED,
          projectId: project.id,
          componentId: component?.id ?? null,
          details: { alert: kind, ...(until !== undefined && { until }) },
        },
      ]);
  });
}

const DAY = 86_400_000;

function isNear(day: string): boolean {
  const away = (Date.parse(`${day}T00:00:00Z`) - Date.now()) / DAY;
  return away > 0 && away <= LONGEST_SNOOZE;
}

async function placeOf(
  actor: Actor,
  { id, componentId, projectId }: { id: number; componentId: number | null; projectId: number | null },
): Promise<{ component?: ComponentRow; project: ProjectRow }> {
  if (componentId === null) {
    const project = (await projectsById(actor, [projectId ?? 0])).values().next().value;
    if (!project) throw noAlert(id);
    return { project };
  }
  try {
    const component = await findComponentById(actor, componentId);
    return { component, project: component.project };
  } catch (error) {
    if (error instanceof NotFound) throw noAlert(id);
    throw error;
  }
}

export const noAlert = (id: number) => new NotFound(refusal("noAlert", { id }));

/** Shows alerts again that were put off until a day that is over. @returns how many */
export async function wakeAlerts(): Promise<number> {
  return inTransaction(async (tx) => {
    const rows = await tx.rows(sql`
      update ${a} set ${assigned(a, { dismissed: false, snoozedUntil: null })} where ${a.snoozedUntil} < current_date
      returning ${pick(a, "kind", "componentId")}, ${named({
        projectId: orNull(
          asNumber(sql`coalesce(${a.projectId}, (select ${c.projectId} from ${c} where ${c.id} = ${a.componentId}))`),
        ),
      })}`);
    await record(
      tx,
      SERVICE,
      rows.map(({ kind, componentId, projectId }) => ({
        action: ACTION.ALERT_REOPENED,
        projectId,
        componentId,
        details: { alert: kind },
      })),
    );
    return rows.length;
  });
}
