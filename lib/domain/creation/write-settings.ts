import { isDeepStrictEqual } from "node:util";
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
  isSharedSetting,
  SHARED_SETTING_NAMES,
  SHARED_SETTINGS,
  type SharedSetting,
  type SharedValues,
} from "../components/shared-settings";
import { flagsOfSomeWillChange } from "../projects/former-flags";
import { type HowSaved, recordSaves, type Save } from "../settings/record-saves";
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
  /** Which of these follow what is above the component, and which will; left out where that stays as it is. */
  follows?: { before: readonly SharedSetting[]; after: readonly SharedSetting[] };
}

/** A component's settings as they are. */
export interface CurrentSettings extends Pick<SettingsChange, "id" | "projectId" | "repositoryId"> {
  categoryId: number | null;
  linkedComponentId: number | null;
  values: Required<SharedValues>;
  /** Those that follow what is above it. */
  inherited: readonly SharedSetting[];
}

/** The settings that can be shared, over the aliases `c` and `r`. */
const SETTINGS = combined(
  pick(c, "id", "projectId", "repositoryId", "categoryId", "linkedComponentId", "inherited"),
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
export async function currentSettings(on: Connection, ids: readonly number[]): Promise<Map<number, CurrentSettings>> {
  const rows = await on.rows(sql`
    select ${SETTINGS} from ${c} join ${r} on ${r.id} = ${c.repositoryId}
    where ${anyOf(c.id, ids)} and ${c.removedAt} is null order by ${c.id}`);
  return new Map(
    rows.map(({ id, projectId, repositoryId, categoryId, linkedComponentId, inherited, ...values }) => [
      id,
      {
        ...{ id, projectId, repositoryId, categoryId, linkedComponentId, values },
        inherited: inherited.filter(isSharedSetting),
      },
    ]),
  );
}

/**
 * Writes settings, and all that follows from them. Rights and values have been looked at, and the rows of the components are
 * locked. Settings that stay what they are may be named, where they begin or cease to follow what is above the component.
 * @param how how they are saved, with the operation that it is part of and can be undone; undefined where whoever calls
 * writes the save down
 */
export async function writeSettings(
  tx: Tx,
  actor: Actor,
  changes: readonly SettingsChange[],
  how: HowSaved | undefined,
): Promise<void> {
  if (changes.length === 0) return;
  const having = (...names: readonly (keyof SharedValues)[]) =>
    changes.filter(({ before, after }) =>
      names.some((name) => after[name] !== undefined && !isDeepStrictEqual(before[name], after[name])),
    );
  const flagged = having("checkFlags");
  for (const projectId of new Set(flagged.map((change) => change.projectId)))
    await flagsOfSomeWillChange(
      tx,
      actor,
      projectId,
      flagged.flatMap((change) => (change.projectId === projectId ? [change.id] : [])),
    );
  for (const { values, rows } of alike(changes)) await writeAlike(tx, values, rows);
  await follow(tx, changes);
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
  if (how) await recordSaves(tx, actor, changes.map(saveOf), how);
  const operationId = how?.operationId;
  if (operationId === undefined) return;
  const rows = recordset(
    "n",
    { componentId: k.componentId, before: k.before, after: k.after },
    changes.map(({ id, before, after, follows }) => ({
      componentId: id,
      before: follows ? { ...before, inherited: follows.before } : before,
      after: follows ? { ...after, inherited: follows.after } : after,
    })),
  );
  await tx.run(sql`
    insert into ${operationSettings} ${eachRow(operationSettings, { operationId: sql`${operationId}::uuid`, componentId: rows.componentId, before: rows.before, after: rows.after })}
    from ${rows}`);
}

/** Says which settings follow what is above their component. */
async function follow(tx: Tx, changes: readonly SettingsChange[]): Promise<void> {
  const rows = changes.flatMap(({ id, after, follows }) =>
    follows ? [{ id, named: Object.keys(after), following: [...follows.after] }] : [],
  );
  if (rows.length === 0) return;
  const n = recordset("n", { id: c.id, named: c.inherited, following: c.inherited }, rows);
  await tx.run(sql`
    update ${c} set ${assigned(c, { inherited: sql`array(select x from unnest(${c.inherited}) x where x <> all(${n.named}) order by x) || ${n.following}` })}
    from ${n} where ${c.id} = ${n.id}`);
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

function saveOf({ id, before, after, follows }: SettingsChange): Save {
  const [was, is] = [follows?.before ?? [], follows?.after ?? []];
  return {
    ...{ topic: "component", componentId: id },
    before: { ...before, inherited: was.filter((name) => !is.includes(name)).sort() },
    after: { ...after, inherited: is.filter((name) => !was.includes(name)).sort() },
  };
}

function linesOf({ id, projectId, before, after }: SettingsChange): ChangeLine[] {
  const lines: ChangeLine[] = [];
  const tell = (action: number, old: string | undefined, target: string | undefined) => {
    if (target !== undefined && target !== old)
      lines.push({ action, projectId, componentId: id, old: old ?? "", target });
  };
  tell(ACTION.LICENSE_CHANGED, before.license, after.license);
  tell(ACTION.CONTRIBUTOR_LICENSE_AGREEMENT_CHANGED, before.agreement, after.agreement);
  return lines;
}
