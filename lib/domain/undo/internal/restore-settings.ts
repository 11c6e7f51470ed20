import { isDeepStrictEqual } from "node:util";
import { components, operationSettings, repositories } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asJson } from "@/lib/platform/expressions";
import { can } from "../../access/demand";
import { componentsById, scopeOf } from "../../components/components";
import { SHARED_SETTING_NAMES, type SharedValues } from "../../components/shared-settings";
import { currentSettings, type SettingsChange, writeSettings } from "../../creation/write-settings";
import type { Step } from "./progress";

/** Settings of components become what they were before an operation, where they still are what it left. */

const [k, c, r] = [operationSettings.as("k"), components.as("c"), repositories.as("r")];

/** Components whose settings are written in one transaction. */
const BATCH = 500;

export const restoreSettings: Step = async (tx, { actor, operation, after }) => {
  const rows = await tx.rows(sql`
    select ${pick(k, "componentId")}, ${named({ before: asJson<SharedValues>(k.before), left: asJson<SharedValues>(k.after) })} from ${k}
    where ${k.operationId} = ${operation.id} and ${k.componentId} > ${after} order by ${k.componentId} limit ${BATCH}`);
  const ids = rows.map((row) => row.componentId);
  if (ids.length === 0) return { after: undefined };
  await tx.run(sql`
    select ${pick(c, "id")} from ${c} join ${r} on ${r.id} = ${c.repositoryId} where ${anyOf(c.id, ids)} order by ${c.id} for update of c, r`);
  const [seen, now] = await Promise.all([componentsById(actor, ids), currentSettings(tx, ids)]);
  const scopes = new Map(seen.map((component) => [component.id, scopeOf(component)]));
  const changes: SettingsChange[] = [];
  let restored = 0;
  let hidden = 0;
  for (const { componentId, before, left } of rows) {
    const scope = scopes.get(componentId);
    const row = now.get(componentId);
    const may = scope && can(actor, "component.edit", scope);
    const names = SHARED_SETTING_NAMES.filter((name) => before[name] !== undefined);
    const still = names.filter((name) => row && isDeepStrictEqual(row.values[name], left[name]));
    if (!row || !may || still.length < names.length) hidden++;
    if (!row || !may || still.length === 0) continue;
    const only = (values: SharedValues): SharedValues => Object.fromEntries(still.map((name) => [name, values[name]]));
    changes.push({ ...row, before: only(left), after: only(before) });
    restored++;
  }
  const mark = await tx.one(
    sql`select ${named({ id: asJson<string>(sql`to_jsonb(current_setting('loquat.operation'))`) })}`,
  );
  await writeSettings(tx, actor, mark?.id ?? "", changes);
  return { after: ids.at(-1), restored, hidden };
};
