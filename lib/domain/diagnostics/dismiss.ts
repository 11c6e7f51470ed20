import { alerts, components } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { anyOf, asNumber, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, SERVICE } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import type { AlertKind } from "../components/alerts";
import { type ComponentRow, componentsById, scopeOf } from "../components/components";
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
  "TextsTakenBack",
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
  const { changed, left } = await changeAlerts(actor, [id], wish);
  if (left > 0) throw Invalid.field("dismissed", refusal("alertGoesWhen"));
  if (changed === 0) throw noAlert(id);
}

/** What became of alerts that were to be changed. */
export interface ChangedAlerts {
  changed: number;
  /** Those that cannot be put away for good: they go when their cause has gone. */
  left: number;
}

/**
 * The same for many at once. Those that have gone meanwhile, and those that the actor may not see, count for nothing.
 * @throws Invalid without one, and for a day that is none; Forbidden where the actor may not change one of them
 */
export async function changeAlerts(actor: Actor, ids: readonly number[], wish: AlertWish): Promise<ChangedAlerts> {
  if (ids.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  const until = "snoozedUntil" in wish ? wish.snoozedUntil : undefined;
  if (until !== undefined && !isNear(until))
    throw Invalid.field("snoozedUntil", refusal("chooseDayAfter", { longestSnooze: LONGEST_SNOOZE }));
  const dismissed = until !== undefined || ("dismissed" in wish && wish.dismissed);
  return inTransaction(async (tx) => {
    const found = await tx.rows(sql`
      select ${pick(a, "id", "kind", "componentId", "projectId", "dismissed")} from ${a} where ${anyOf(a.id, [...ids])}
      order by ${a.id} for update`);
    const seen = await withPlaces(actor, found);
    for (const { component, project } of seen)
      demand(actor, component ? "component.edit" : "project.edit", component ? scopeOf(component) : { project });
    const stays = (kind: string) => dismissed && until === undefined && !DISMISSABLE.has(kind as AlertKind);
    const meant = seen.filter(({ alert }) => !stays(alert.kind));
    const values = { dismissed, snoozedUntil: until === undefined ? null : sql`${until}::date` };
    await tx.run(sql`
      update ${a} set ${assigned(a, values)} where ${anyOf(
        a.id,
        meant.map(({ alert }) => alert.id),
      )}`);
    await record(
      tx,
      actor,
      meant
        .filter(({ alert }) => dismissed || alert.dismissed)
        .map(({ alert, component, project }) => ({
          action: dismissed ? ACTION.ALERT_DISMISSED : ACTION.ALERT_REOPENED,
          projectId: project.id,
          componentId: component?.id ?? null,
          details: { alert: alert.kind, ...(until !== undefined && { until }) },
        })),
    );
    return { changed: meant.length, left: seen.length - meant.length };
  });
}

const DAY = 86_400_000;

function isNear(day: string): boolean {
  const away = (Date.parse(`${day}T00:00:00Z`) - Date.now()) / DAY;
  return away > 0 && away <= LONGEST_SNOOZE;
}

interface Placed<Alert> {
  alert: Alert;
  component: ComponentRow | undefined;
  project: ProjectRow;
}

/** Alerts with their places, as far as the actor may know of these. */
async function withPlaces<Alert extends { componentId: number | null; projectId: number | null }>(
  actor: Actor,
  found: readonly Alert[],
): Promise<Placed<Alert>[]> {
  const ids = (name: "componentId" | "projectId") => found.flatMap((alert) => alert[name] ?? []);
  const [placed, projects] = await Promise.all([
    componentsById(actor, ids("componentId")),
    projectsById(actor, ids("projectId")),
  ]);
  const components = new Map(placed.map((component) => [component.id, component]));
  return found.flatMap((alert) => {
    const component = alert.componentId === null ? undefined : components.get(alert.componentId);
    const project = alert.componentId === null ? projects.get(alert.projectId ?? 0) : component?.project;
    return project ? [{ alert, component, project }] : [];
  });
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
