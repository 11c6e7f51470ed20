import { alerts } from "@/lib/generated/tables";
import { assigned, named, names, row as rowOf } from "@/lib/platform/columns";
import { db, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asFlag, sqlNow } from "@/lib/platform/expressions";
import { maskWithin } from "@/lib/text/addresses";
import type { FileFault } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { plainDetails } from "../changes/because";
import { record } from "../changes/record";
import type { Worded } from "../errors";

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
  | "AddonScriptError"
  | "UnusedEnforcedCheck"
  | SweptKind;

/** Kinds that no act raises: lib/domain/diagnostics looks for their causes. */
type SweptKind =
  | "RepositoryOutdated"
  | "RepositoryChanges"
  | "MissingLicense"
  | "UnsupportedConfiguration"
  | "DuplicateFilemask"
  | "UnusedScreenshot"
  | "AmbiguousLanguage"
  | "UnusedComponent"
  | "MonolingualGlossary"
  | "UnmanagedGlossary"
  | "UnusedGlossaryLanguage"
  | "BrokenBrowserURL"
  | "BrokenProjectURL"
  | "WebhookMismatch"
  | "MonolingualTranslation"
  | "MonolingualGettext"
  | "TextsTakenBack";

export interface AlertRow {
  id: number;
  kind: AlertKind;
  details: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  dismissed: boolean;
  snoozedUntil: Date | null;
}

/**
 * Whether two alerts have the same cause: `told` is a sentence with figures that change from day to day, and `said` says
 * in other words what is there in English.
 */
export const SAME_CAUSE = (one: Pick<typeof alerts, "details">, other: Pick<typeof alerts, "details">): Sql =>
  sql`${one.details} - '{told,said}'::text[] = ${other.details} - '{told,said}'::text[]`;

/** Files that cannot be read or written, as the details of an alert: in English, and beside it as pages say it. */
export function unreadFiles(problems: readonly (FileFault & { filename: string })[]): Record<string, unknown> {
  const files = problems.map(({ said: _, ...told }) => told);
  const said = problems.map((problem) => problem.said ?? null);
  return said.some((one) => one) ? { files, said } : { files };
}

/** What a remote refused, as the details of an alert. */
export const toldBy = (error: Worded & { output: string }): Record<string, unknown> => ({
  error: error.message,
  ...(error.said && { said: error.said }),
  output: error.output,
});

/** Raises an alert, or brings its details up to date; only a new one is told in the ledger. */
export async function raiseAlert(
  tx: Tx,
  component: { id: number; projectId: number },
  kind: AlertKind,
  told: Record<string, unknown>,
): Promise<void> {
  const details = maskWithin(told);
  const [a, given] = [alerts.as("a"), alerts.as("excluded")];
  const again = {
    details: given.details,
    updatedAt: sqlNow,
    dismissed: sql`${a.dismissed} and ${SAME_CAUSE(a, given)}`,
    snoozedUntil: sql`case when ${SAME_CAUSE(a, given)} then ${a.snoozedUntil} end`,
  };
  const row = await tx.one(sql`
    insert into ${a} ${rowOf(a, { componentId: component.id, kind, details })}
    on conflict (${names(a, "componentId", "kind")}) do update set ${assigned(a, again)}
    returning ${named({ fresh: asFlag(sql`xmax = 0`) })}`);
  if (row?.fresh)
    await record(tx, SERVICE, [
      {
        action: ACTION.ALERT_TRIGGERED,
        projectId: component.projectId,
        componentId: component.id,
        details: { alert: kind, ...plainDetails(details) },
      },
    ]);
}

/** Removes alerts whose cause is gone, of one component or of several. */
export async function clearAlert(
  tx: Tx,
  components: number | readonly number[],
  kinds: readonly AlertKind[],
): Promise<void> {
  const componentId = typeof components === "number" ? components : { in: [...components] };
  await tx.prisma.alert.deleteMany({ where: { componentId, kind: { in: [...kinds] } } });
}

/** Alerts of a component, newest first. */
export async function listAlerts(componentId: number): Promise<AlertRow[]> {
  const rows = await db.prisma.alert.findMany({
    where: { componentId },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    omit: { componentId: true, projectId: true },
  });
  return rows.map((row) => ({ ...row, kind: row.kind as AlertKind, details: row.details as Record<string, unknown> }));
}
