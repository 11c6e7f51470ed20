import {
  type Components,
  components,
  operationSettings,
  type Repositories,
  repositories,
} from "@/lib/generated/tables";
import { assigned, combined, eachRow, pick, recordset } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { askAgain } from "../components/agreement";
import {
  isOfRepository,
  SHARED_SETTING_NAMES,
  SHARED_SETTINGS,
  type SharedValues,
} from "../components/shared-settings";
import { flagsOfSomeWillChange } from "../projects/former-flags";
import { judgeEnforced } from "../units/enforced-checks";
import { touchComponents } from "../units/touched";

/** Settings of many components, in a handful of statements however many there are. */

const [c, r, k] = [components.as("c"), repositories.as("r"), operationSettings.as("k")];

/** What becomes of one component: the settings that change, as they are and as they will be. */
export interface SettingsChange {
  id: number;
  projectId: number;
  repositoryId: number;
  before: SharedValues;
  after: SharedValues;
}

/** The settings that can be shared, over the aliases `c` and `r`. */
const SETTINGS = combined(
  pick(c, "id", "projectId", "repositoryId"),
  pick(
    c,
    ...SHARED_SETTINGS.translation,
    ...SHARED_SETTINGS.quality,
    ...SHARED_SETTINGS.about,
    ...SHARED_SETTINGS.messages,
  ),
  pick(r, ...SHARED_SETTINGS.repository),
);

/** Settings as they are, by component; removed ones are left out. */
export async function currentSettings(
  on: Connection,
  ids: readonly number[],
): Promise<
  Map<number, Pick<SettingsChange, "id" | "projectId" | "repositoryId"> & { values: Required<SharedValues> }>
> {
  const rows = await on.rows(sql`
    select ${SETTINGS} from ${c} join ${r} on ${r.id} = ${c.repositoryId}
    where ${anyOf(c.id, ids)} and ${c.removedAt} is null order by ${c.id}`);
  return new Map(
    rows.map(({ id, projectId, repositoryId, ...values }) => [id, { id, projectId, repositoryId, values }]),
  );
}

/**
 * Writes settings, and all that follows from them, as part of an operation that can be undone. Rights and values have been
 * looked at, and the rows of the components are locked.
 */
export async function writeSettings(
  tx: Tx,
  actor: Actor,
  operationId: string,
  changes: readonly SettingsChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const having = (...names: readonly (keyof SharedValues)[]) =>
    changes.filter(({ after }) => names.some((name) => after[name] !== undefined));
  const flagged = having("checkFlags");
  for (const projectId of new Set(flagged.map((change) => change.projectId)))
    await flagsOfSomeWillChange(
      tx,
      actor,
      projectId,
      flagged.flatMap((change) => (change.projectId === projectId ? [change.id] : [])),
    );
  for (const { values, rows } of alike(changes)) await writeAlike(tx, values, rows);
  await judge(tx, having("checkFlags", "enforcedChecks", "allowPropagation"));
  const spread = having("allowPropagation");
  if (spread.length > 0)
    await touchComponents(
      tx,
      spread.map(({ id }) => id),
    );
  const agreed = having("agreement");
  if (agreed.length > 0)
    await askAgain(
      tx,
      agreed.map(({ id }) => id),
    );
  await record(tx, actor, changes.flatMap(linesOf));
  const rows = recordset(
    "n",
    { componentId: k.componentId, before: k.before, after: k.after },
    changes.map(({ id, before, after }) => ({ componentId: id, before, after })),
  );
  await tx.run(sql`
    insert into ${operationSettings} ${eachRow(operationSettings, { operationId: sql`${operationId}::uuid`, componentId: rows.componentId, before: rows.before, after: rows.after })}
    from ${rows}`);
}

/** Looks again at enforced checks, where there are some or were. */
async function judge(tx: Tx, changes: readonly SettingsChange[]): Promise<void> {
  if (changes.length === 0) return;
  const enforcing = await tx.rows(sql`
    select ${pick(c, "id")} from ${c} where ${anyOf(
      c.id,
      changes.map(({ id }) => id),
    )} and ${c.enforcedChecks} <> '{}'`);
  const former = changes.filter(({ before }) => (before.enforcedChecks ?? []).length > 0);
  for (const id of new Set([...enforcing, ...former].map((row) => row.id))) await judgeEnforced(tx, id);
}

/** Changes to the same values together. */
function alike(changes: readonly SettingsChange[]): { values: SharedValues; rows: SettingsChange[] }[] {
  const groups = new Map<string, { values: SharedValues; rows: SettingsChange[] }>();
  for (const change of changes) {
    const key = JSON.stringify(SHARED_SETTING_NAMES.map((name) => change.after[name] ?? null));
    const group = groups.get(key) ?? { values: change.after, rows: [] };
    group.rows.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function writeAlike(tx: Tx, values: SharedValues, rows: readonly SettingsChange[]): Promise<void> {
  const given = SHARED_SETTING_NAMES.filter((name) => values[name] !== undefined);
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, values[name as keyof SharedValues]]));
  const own = given.filter((name) => !isOfRepository(name));
  const shared = given.filter(isOfRepository);
  if (own.length > 0)
    await tx.run(sql`
      update ${c} set ${assigned(c, of(own) as Partial<Components>)} where ${anyOf(
        c.id,
        rows.map(({ id }) => id),
      )}`);
  if (shared.length > 0)
    await tx.run(sql`
      update ${r} set ${assigned(r, of(shared) as Partial<Repositories>)}
      where ${anyOf(
        r.id,
        rows.map(({ repositoryId }) => repositoryId),
      )}`);
}

function linesOf({ id, projectId, before, after }: SettingsChange): ChangeLine[] {
  const lines: ChangeLine[] = [];
  const tell = (action: number, old: string | undefined, target: string | undefined) => {
    if (target !== undefined) lines.push({ action, projectId, componentId: id, old: old ?? "", target });
  };
  tell(ACTION.LICENSE_CHANGED, before.license, after.license);
  tell(ACTION.CONTRIBUTOR_LICENSE_AGREEMENT_CHANGED, before.agreement, after.agreement);
  return lines;
}
