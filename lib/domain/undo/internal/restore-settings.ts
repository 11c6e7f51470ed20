import { isDeepStrictEqual } from "node:util";
import { components, operationSettings, repositories } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asJson, asText } from "@/lib/platform/expressions";
import { can } from "../../access/demand";
import { defaultsResolver, holdDefaults } from "../../components/component-defaults";
import { componentsById, scopeOf } from "../../components/components";
import { SHARED_SETTING_NAMES, type SharedSetting, type SharedValues } from "../../components/shared-settings";
import { type ChangedDefaults, revertDefaults } from "../../creation/change-defaults";
import { currentSettings, type SettingsChange, writeSettings } from "../../creation/write-settings";
import type { Step } from "./progress";

/** Settings of components become what they were before an operation, where they still are what it left. */

const [k, c, r] = [operationSettings.as("k"), components.as("c"), repositories.as("r")];

/** Settings as an operation kept them, with the names of those that follow what is above the component. */
type KeptSettings = SharedValues & { inherited?: readonly SharedSetting[] };

/** Components whose settings are written in one transaction. */
const BATCH = 500;

export const restoreSettings: Step = async (tx, { actor, operation, after }) => {
  if (operation.details.defaults !== undefined) {
    const done = await revertDefaults(tx, actor, operation.details.defaults as ChangedDefaults, await markOf(tx));
    return { after: undefined, restored: done.restored, hidden: done.left };
  }
  await holdDefaults(tx);
  const rows = await tx.rows(sql`
    select ${pick(k, "componentId")}, ${named({ before: asJson<KeptSettings>(k.before), left: asJson<KeptSettings>(k.after) })} from ${k}
    where ${k.operationId} = ${operation.id} and ${k.componentId} > ${after} order by ${k.componentId} limit ${BATCH}`);
  const ids = rows.map((row) => row.componentId);
  if (ids.length === 0) return { after: undefined };
  await tx.run(sql`
    select ${pick(c, "id")} from ${c} join ${r} on ${r.id} = ${c.repositoryId} where ${anyOf(c.id, ids)} order by ${c.id} for update of c, r`);
  const [seen, now] = await Promise.all([componentsById(actor, ids), currentSettings(tx, ids)]);
  const scopes = new Map(seen.map((component) => [component.id, scopeOf(component)]));
  const resolve = await defaultsResolver(tx, [...now.values()]);
  const changes: SettingsChange[] = [];
  let restored = 0;
  let hidden = 0;
  for (const { componentId, before, left } of rows) {
    const scope = scopes.get(componentId);
    const row = now.get(componentId);
    const may = scope && can(actor, "component.edit", scope);
    const names = SHARED_SETTING_NAMES.filter((name) => before[name] !== undefined);
    const [followed, following] = [before.inherited ?? [], left.inherited ?? []];
    const still = names.filter(
      (name) =>
        row &&
        isDeepStrictEqual(row.values[name], left[name]) &&
        row.inherited.includes(name) === following.includes(name),
    );
    if (!row || !may || still.length < names.length) hidden++;
    if (!row || !may || still.length === 0) continue;
    const formerly = (name: SharedSetting) => (followed.includes(name) ? resolve(row, name).value : before[name]);
    const { id, projectId, repositoryId } = row;
    changes.push({
      ...{ id, projectId, repositoryId },
      before: Object.fromEntries(still.map((name) => [name, left[name]])),
      after: Object.fromEntries(still.map((name) => [name, formerly(name)])),
      follows: {
        before: following.filter((name) => still.includes(name)),
        after: followed.filter((name) => still.includes(name)),
      },
    });
    restored++;
  }
  await writeSettings(tx, actor, changes, { act: "undo", operationId: await markOf(tx) });
  return { after: ids.at(-1), restored, hidden };
};

/** The undo that is going on. */
async function markOf(tx: Tx): Promise<string> {
  const mark = await tx.one(sql`select ${named({ id: asText(sql`current_setting('loquat.operation')`) })}`);
  return mark?.id ?? "";
}
