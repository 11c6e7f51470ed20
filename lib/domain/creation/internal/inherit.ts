import { isDeepStrictEqual } from "node:util";
import { components, repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { type Connection, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { Actor } from "../../access/actor";
import {
  type DefaultsPlace,
  defaultsResolver,
  type Resolver,
  type Standing,
} from "../../components/component-defaults";
import {
  isOfRepository,
  SHARED_SETTING_NAMES,
  type SharedSetting,
  type SharedValues,
} from "../../components/shared-settings";
import { type CurrentSettings, currentSettings, type SettingsChange, writeSettings } from "../write-settings";

/** Components that follow what is above them: what that makes their settings, written into the components themselves. */

const [c, r] = [components.as("c"), repositories.as("r")];

/** What would become of components if each had what it follows; those that have it already are left out. */
export async function followedChanges(
  on: Connection,
  ids: readonly number[],
  instead?: { place: DefaultsPlace; values: SharedValues },
): Promise<SettingsChange[]> {
  if (ids.length === 0) return [];
  const now = [...(await currentSettings(on, ids)).values()].filter(({ inherited }) => inherited.length > 0);
  if (now.length === 0) return [];
  const resolve = await defaultsResolver(on, now, instead);
  return now.flatMap((row) => {
    const change = followed(row, row.inherited, resolve);
    return change ? [change] : [];
  });
}

function followed(
  row: CurrentSettings,
  names: readonly SharedSetting[],
  resolve: Resolver,
): SettingsChange | undefined {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const name of names) {
    // A repository that is shared follows what is above its owner.
    if (row.linkedComponentId !== null && isOfRepository(name)) continue;
    const { value } = resolve(row, name);
    if (isDeepStrictEqual(value, row.values[name])) continue;
    before[name] = row.values[name];
    after[name] = value;
  }
  if (Object.keys(after).length === 0) return undefined;
  const { id, projectId, repositoryId } = row;
  return { id, projectId, repositoryId, before, after };
}

/** Holds components and their repositories until the transaction ends, in the order that everybody takes. */
export async function lockSettings(tx: Tx, which: Sql): Promise<number[]> {
  const rows = await tx.rows(sql`
    select ${pick(c, "id")} from ${c} join ${r} on ${r.id} = ${c.repositoryId} where ${which} order by ${c.id} for update of c, r`);
  return rows.map(({ id }) => id);
}

/**
 * Gives components what they follow by now; to be called where what they follow, or where they stand, has changed. The
 * defaults are held (`holdDefaults`).
 * @param how whether whoever calls writes down what the components were and are
 */
export async function followDefaults(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  { told = false }: { told?: boolean } = {},
): Promise<void> {
  if (ids.length === 0) return;
  const locked = await lockSettings(tx, sql`${anyOf(c.id, ids)} and ${c.inherited} <> '{}'`);
  await writeSettings(tx, actor, await followedChanges(tx, locked), told ? undefined : { act: "above" });
}

/** What a new component takes from above it: where something is said of a setting that it is not given. */
export async function inheritedBy(
  on: Pick<Connection, "rows">,
  standing: Standing,
  may: (name: SharedSetting) => boolean,
): Promise<{ inherited: SharedSetting[]; values: SharedValues }> {
  const resolve = await defaultsResolver(on, [standing]);
  const inherited = SHARED_SETTING_NAMES.filter((name) => may(name) && resolve(standing, name).from !== undefined);
  return {
    inherited,
    values: Object.fromEntries(inherited.map((name) => [name, resolve(standing, name).value])) as SharedValues,
  };
}
