import { prisma, sql, type Tx } from "@/lib/platform/database";
import { maskWithin } from "@/lib/text/addresses";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";

export type AlertKind =
  | "ParseError"
  | "DuplicateString"
  | "DuplicateLanguage"
  | "UnusableLanguage"
  | "MergeFailure"
  | "PushFailure"
  | "UpdateFailure"
  | "NoMaskMatches"
  | "InexistantFiles"
  | "AddonScriptError";

export interface AlertRow {
  id: number;
  kind: AlertKind;
  details: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  dismissed: boolean;
}

/** Raises an alert, or brings its details up to date; only a new one is told in the ledger. */
export async function raiseAlert(
  tx: Tx,
  component: { id: number; projectId: number },
  kind: AlertKind,
  told: Record<string, unknown>,
): Promise<void> {
  const details = maskWithin(told);
  const row = await tx.one<{ fresh: boolean }>(sql`
    insert into alerts as a (component_id, kind, details) values (${component.id}, ${kind}, ${JSON.stringify(details)}::jsonb)
    on conflict (component_id, kind) do update set details = excluded.details, updated_at = now(),
      dismissed = a.dismissed and a.details = excluded.details
    returning xmax = 0 as fresh`);
  if (row?.fresh)
    await record(tx, SERVICE, [
      {
        action: ACTION.ALERT_TRIGGERED,
        projectId: component.projectId,
        componentId: component.id,
        details: { alert: kind, ...details },
      },
    ]);
}

/** Removes an alert whose cause is gone. */
export async function clearAlert(tx: Tx, componentId: number, kinds: readonly AlertKind[]): Promise<void> {
  await tx.run(sql`delete from alerts where component_id = ${componentId} and kind = any(${kinds}::text[])`);
}

/** Alerts of a component, newest first. */
export async function listAlerts(componentId: number): Promise<AlertRow[]> {
  const rows = await prisma().alert.findMany({
    where: { componentId },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    omit: { componentId: true },
  });
  return rows.map((row) => ({ ...row, kind: row.kind as AlertKind, details: row.details as Record<string, unknown> }));
}
