import { alerts, components, projects } from "@/lib/generated/tables";
import { assigned, combined, eachRow, named, pick, recordset } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asJson, asNumber, sqlNow } from "@/lib/platform/expressions";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { SAME_CAUSE } from "../components/alerts";
import { CAUSES, type Cause, PROJECT_CAUSES } from "./internal/causes";
import { STRING_CAUSES } from "./internal/string-causes";

/**
 * Alerts of what no act brings about by itself: raised where their cause is, taken back where it has gone. A handful of
 * statements for each kind, however many components there are; rows whose details stay the same are not written.
 */

const [a, old, c, p] = [alerts.as("a"), alerts.as("old"), components.as("c"), projects.as("p")];

interface Swept {
  raised: number;
  closed: number;
}

/** Where to look; everywhere when left out. */
export type SweepPlace = { componentId: number } | { projectId: number };

/** Looks at settings, repositories and counters. */
export async function sweepAlerts(place?: SweepPlace): Promise<Swept> {
  const { ofComponents, ofProjects } = placeCondition(place);
  const done: Swept[] = [];
  for (const cause of CAUSES) done.push(await sweepCause(cause, "component", ofComponents));
  if (ofProjects) for (const cause of PROJECT_CAUSES) done.push(await sweepCause(cause, "project", ofProjects));
  return sum(done);
}

/** Looks at strings. */
export async function sweepStringAlerts(place?: SweepPlace): Promise<Swept> {
  const { ofComponents } = placeCondition(place);
  const done: Swept[] = [];
  for (const cause of STRING_CAUSES) done.push(await sweepCause(cause, "component", ofComponents));
  return sum(done);
}

function placeCondition(place: SweepPlace | undefined): { ofComponents: Sql; ofProjects: Sql | undefined } {
  if (place === undefined) return { ofComponents: sql`true`, ofProjects: sql`true` };
  if ("componentId" in place) return { ofComponents: sql`${c.id} = ${place.componentId}`, ofProjects: undefined };
  const inProject = sql`${p.id} = ${place.projectId}`;
  return { ofComponents: inProject, ofProjects: inProject };
}

const sum = (all: readonly Swept[]): Swept => ({
  raised: all.reduce((total, { raised }) => total + raised, 0),
  closed: all.reduce((total, { closed }) => total + closed, 0),
});

/** What was found, as rows; the id is that of a component or of a project. */
const FOUND = { id: a.id, kind: a.kind, details: a.details };

/** An alert that is new, or shown again. */
const NEWS = combined(
  pick(a, "componentId", "kind"),
  named({
    details: asJson<Record<string, unknown>>(a.details),
    projectId: asNumber(
      sql`coalesce(${a.projectId}, (select ${c.projectId} from ${c} where ${c.id} = ${a.componentId}))`,
    ),
  }),
);

const HOLDER = sql`coalesce(${a.componentId}, ${a.projectId})`;

function sweepCause({ kind, found }: Cause, holder: "component" | "project", at: Sql): Promise<Swept> {
  const isComponent = holder === "component";
  return inTransaction(async (tx) => {
    const rows = await tx.rows(found(at));
    const n = recordset(
      "n",
      FOUND,
      rows.map(({ id, details }) => ({ id, kind, details })),
    );
    // An alert of what was not looked at says nothing about this sweep.
    const looked = isComponent
      ? sql`exists (select from ${c} join ${p} on ${p.id} = ${c.projectId} where ${c.id} = ${a.componentId} and ${at})`
      : sql`exists (select from ${p} where ${p.id} = ${a.projectId} and ${at})`;
    const closed = await tx.run(sql`
      delete from ${a} where ${a.kind} = ${kind} and ${looked} and not exists (select from ${n} where ${n.id} = ${HOLDER})`);
    if (rows.length === 0) return { raised: 0, closed };
    const again = await tx.rows(sql`
      update ${a} set ${assigned(a, {
        details: n.details,
        updatedAt: sqlNow,
        dismissed: sql`${a.dismissed} and ${SAME_CAUSE(a, n)}`,
        snoozedUntil: sql`case when ${SAME_CAUSE(a, n)} then ${a.snoozedUntil} end`,
      })}
      from ${n}, ${old}
      where ${a.kind} = ${n.kind} and ${HOLDER} = ${n.id} and ${old.id} = ${a.id} and ${a.details} <> ${n.details}
      returning ${NEWS}, ${named({ hidden: old.dismissed, stays: a.dismissed })}`);
    const fresh = await tx.rows(sql`
      insert into ${a} ${eachRow(a, {
        componentId: sql`case when ${isComponent}::bool then ${n.id} end`,
        projectId: sql`case when not ${isComponent}::bool then ${n.id} end`,
        kind: n.kind,
        details: n.details,
      })} from ${n} order by ${n.id}
      on conflict do nothing returning ${NEWS}`);
    const shown = again.filter(({ hidden, stays }) => hidden && !stays);
    await tell(tx, ACTION.ALERT_TRIGGERED, fresh);
    await tell(tx, ACTION.ALERT_REOPENED, shown);
    return { raised: fresh.length + shown.length, closed };
  });
}

interface Told {
  componentId: number | null;
  projectId: number;
  kind: string;
  details: Record<string, unknown>;
}

function tell(tx: Tx, action: number, rows: readonly Told[]): Promise<void> {
  return record(
    tx,
    SERVICE,
    rows.map(({ componentId, projectId, kind, details }) => ({
      action,
      projectId,
      componentId,
      details: { ...details, alert: kind },
    })),
  );
}
