import { hash, randomUUID } from "node:crypto";
import { categories, components, operationSettings, projects } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { canonicalFlags } from "@/lib/text/flags/validate";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { openOperation } from "../changes/operations";
import { defaultsResolver, holdDefaults, type Resolver } from "../components/component-defaults";
import { inputProblems } from "../components/component-input";
import { type ComponentRow, scopeOf } from "../components/components";
import {
  isOfRepository,
  isSharedSetting,
  SETTING_GROUPS,
  type SettingGroup,
  SHARED_SETTING_NAMES,
  SHARED_SETTINGS,
  type SharedSetting,
  type SharedValues,
  sharedValues,
} from "../components/shared-settings";
import { sweepAlerts } from "../diagnostics/sweep";
import { Conflict, Invalid, NotFound, sentenceOf, worded } from "../errors";
import { fontProblem } from "../projects/font-names";
import type { ProjectRow } from "../projects/projects";
import { lockSettings } from "./internal/inherit";
import { carryOutOnce, findKept, type Kept, keep } from "./internal/kept-plans";
import { type CurrentSettings, currentSettings, type SettingsChange, writeSettings } from "./write-settings";

/**
 * The same settings for many components: a plan, which changes nothing, and carrying it out, which is one transaction and an
 * operation that can be undone.
 */

const [c, p, g, k] = [components.as("c"), projects.as("p"), categories.as("g"), operationSettings.as("k")];

/** Components that are changed at once. */
export const MOST_COMPONENTS = 5000;

/** Where: a project or one of its categories, with all that is in it. */
export interface SettingsPlace {
  project: ProjectRow;
  category?: { id: number };
}

/** What is asked for. */
export interface SettingsWish {
  /** Ids of components there; all of them when left out. */
  components?: readonly number[];
  values: SharedValues;
  /** Settings that are to follow what is above each component. */
  follow?: readonly SharedSetting[];
}

/** Why a component does not take a setting. */
export type SettingRefusal = "rights" | "linked" | "invalid";

/** What would become of one component. */
export interface PlannedSettings {
  id: number;
  name: string;
  slug: string;
  categoryPath: string;
  /** `follows` tells that a setting begins (true) or ceases (false) to follow what is above the component. */
  changes: { setting: SharedSetting; old: unknown; new: unknown; follows?: boolean }[];
  /** Settings that stay; without one, the whole component stays. */
  refused: { setting?: SharedSetting; reason: SettingRefusal; text: string; said?: Refusal }[];
}

export interface SettingsPlan {
  /** Fingerprint of all that would change: it is carried out only as long as it is true. */
  version: string;
  values: SharedValues;
  /** In the order of their ids, those that stay as they are included. */
  components: PlannedSettings[];
  /** How many would change. */
  changing: number;
}

/** The values of a component's settings, by groups: what copying takes. Needs to see it only. */
export function settingsToCopy(component: ComponentRow, groups: readonly string[]): SharedValues {
  const unknown = groups.find((group) => !SETTING_GROUPS.includes(group as SettingGroup));
  if (unknown !== undefined || groups.length === 0)
    throw Invalid.field(
      "groups",
      refusal("chooseGroupsSettings", { settingGroups: SETTING_GROUPS.join(", ") }),
      "invalid_choice",
    );
  const names = (groups as SettingGroup[]).flatMap((group) => [...SHARED_SETTINGS[group]]);
  const all = { ...component, ...component.repository } as Partial<Record<SharedSetting, unknown>>;
  return sharedValues(Object.fromEntries(names.map((name) => [name, all[name]])));
}

/**
 * What settings would change. Needs `component.edit` on one of the components at least; on others nothing would change.
 * @throws Invalid for values that are wrong everywhere, and components that are not there; Forbidden
 */
export async function planSettings(actor: Actor, place: SettingsPlace, wish: SettingsWish): Promise<SettingsPlan> {
  return (await make(db, actor, place, await checked(place, wish))).plan;
}

/** The values, as they are stored. @throws Invalid */
async function checked({ project }: SettingsPlace, wish: SettingsWish): Promise<SettingsWish> {
  const given = sharedValues(wish.values);
  const values =
    given.checkFlags === undefined ? given : { ...given, checkFlags: canonicalFlags(given.checkFlags.trim()) };
  const follow = [...new Set(wish.follow ?? [])].sort();
  const strange = follow.find((name) => !isSharedSetting(name));
  if (strange !== undefined) throw Invalid.field("follow", refusal("noSetting", { name: strange }), "invalid_choice");
  const twice = follow.find((name) => values[name] !== undefined);
  if (twice !== undefined) throw Invalid.field("follow", refusal("notBothValue", { twice }));
  if (Object.keys(values).length + follow.length === 0)
    throw Invalid.field("values", refusal("chooseLeastSetting"), "required");
  const problems = inputProblems(values);
  const font = await fontProblem(db, project.id, values.checkFlags);
  if (font) problems.push({ path: "checkFlags", code: "does_not_exist", ...worded(font) });
  if (problems.length > 0) throw new Invalid(problems);
  if (wish.components?.length === 0) throw Invalid.field("components", refusal("chooseLeastComponent"), "required");
  return { ...wish, values, follow };
}

const PLACED = combined(
  pick(c, "id", "name", "slug", "restricted", "linkedComponentId"),
  named({ categoryPath: asText(sql`category_path(${c.categoryId})`) }),
);

const inPlace = ({ project, category }: SettingsPlace): Sql =>
  joinSql(
    [
      sql`${c.projectId} = ${project.id}`,
      ...(category
        ? [
            sql`${c.categoryId} in (with recursive below(id) as (
              select ${category.id}::int union select ${g.id} from ${g} join below on ${g.parentId} = below.id) select id from below)`,
          ]
        : []),
    ],
    " and ",
  );

async function make(
  on: typeof db | Tx,
  actor: Actor,
  place: SettingsPlace,
  { components: ids, values, follow = [] }: SettingsWish,
): Promise<{ plan: SettingsPlan; changes: SettingsChange[] }> {
  const found = await on.rows(sql`
    select ${PLACED} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${inPlace(place)} and ${visibleComponents(actor)} ${ids ? sql`and ${anyOf(c.id, ids)}` : sql``}
    order by ${c.id} limit ${MOST_COMPONENTS + 1}`);
  if (found.length > MOST_COMPONENTS)
    throw Invalid.field(
      "components",
      refusal("chooseMostComponents", { mostComponents: MOST_COMPONENTS }),
      "max_length",
    );
  const there = new Set(found.map(({ id }) => id));
  const missing = ids?.find((id) => !there.has(id));
  if (missing !== undefined)
    throw Invalid.field("components", refusal("noComponentHere", { missing }), "does_not_exist");
  const [first] = found;
  if (!first) throw Invalid.field("components", refusal("noComponents"), "required");
  const scope = (component: typeof first) => scopeOf({ ...component, project: place.project });
  const editable = new Set(found.filter((one) => can(actor, "component.edit", scope(one))).map(({ id }) => id));
  // The refusal tells what is missing.
  if (editable.size === 0) demand(actor, "component.edit", scope(first));
  const now = await currentSettings(
    on,
    found.map(({ id }) => id),
  );
  const resolve = follow.length > 0 ? await defaultsResolver(on, [...now.values()]) : undefined;
  const changes: SettingsChange[] = [];
  const planned = found.map(({ id, name, slug, categoryPath, linkedComponentId }): PlannedSettings => {
    const row = now.get(id);
    const told: PlannedSettings = { id, name, slug, categoryPath, changes: [], refused: [] };
    if (!row || !editable.has(id)) {
      told.refused.push({ reason: "rights", text: "You may not change the settings of this component." });
      return told;
    }
    const wanted = wantedOf(row, values, follow, resolve);
    const differing = SHARED_SETTING_NAMES.filter(
      (setting) =>
        wanted[setting] !== undefined &&
        (JSON.stringify(wanted[setting]) !== JSON.stringify(row.values[setting]) ||
          row.inherited.includes(setting) !== follow.includes(setting)),
    );
    const wrong = inputProblems({
      suggestionVoting: values.suggestionVoting ?? row.values.suggestionVoting,
      suggestionAutoaccept: values.suggestionAutoaccept ?? row.values.suggestionAutoaccept,
    });
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    for (const setting of differing) {
      const problem = wrong.find(({ path }) => path === setting);
      if (linkedComponentId !== null && isOfRepository(setting))
        told.refused.push({ setting, reason: "linked", text: "It shares the repository of another component." });
      else if (problem) told.refused.push({ setting, reason: "invalid", text: problem.message, said: problem.said });
      else {
        before[setting] = row.values[setting];
        after[setting] = wanted[setting];
        const [was, follows] = [row.inherited.includes(setting), follow.includes(setting)];
        told.changes.push({
          setting,
          old: before[setting],
          new: after[setting],
          ...(was === follows ? {} : { follows }),
        });
      }
    }
    if (told.changes.length > 0)
      changes.push({
        ...{ id, projectId: row.projectId, repositoryId: row.repositoryId, before, after },
        follows: {
          before: row.inherited.filter((name) => name in after),
          after: follow.filter((name) => name in after),
        },
      });
    return told;
  });
  const version = hash("sha256", JSON.stringify(changes), "hex").slice(0, 32);
  return { plan: { version, values, components: planned, changing: changes.length }, changes };
}

/** What a component's settings are to be: given, or what is above it. */
function wantedOf(
  row: CurrentSettings,
  values: SharedValues,
  follow: readonly SharedSetting[],
  resolve: Resolver | undefined,
): SharedValues {
  const above = follow.map((name) => [name, resolve?.(row, name).value] as const);
  return { ...values, ...(Object.fromEntries(above) as SharedValues) };
}

/**
 * The same for what a page shows: values that were looked at when they were given, or none yet.
 * @throws Forbidden; NotFound for components that are not there
 */
export async function previewOf(actor: Actor, place: SettingsPlace, wish: SettingsWish): Promise<SettingsPlan> {
  try {
    return (await make(db, actor, place, wish)).plan;
  } catch (error) {
    const [first] = error instanceof Invalid ? error.fields : [];
    throw first ? new NotFound(sentenceOf(first)) : error;
  }
}

/** What came of it. */
export interface SettingsOutcome extends SettingsPlan {
  /** The operation that undoing takes; null when nothing was to change. */
  operation: string | null;
}

/**
 * Gives components their settings, all in one transaction. Needs what the plan needs.
 * @param version of the plan that was looked at; without it, what is true now is done
 * @throws Invalid; Forbidden; Conflict when something else would change by now
 */
export async function applySettings(
  actor: Actor,
  place: SettingsPlace,
  wish: SettingsWish,
  version?: string,
): Promise<SettingsOutcome> {
  const asked = await checked(place, wish);
  const outcome = await inTransaction(async (tx) => {
    await holdDefaults(tx);
    return carryOut(tx, actor, place, asked, version);
  });
  await sweepAlerts({ projectId: place.project.id });
  return outcome;
}

async function carryOut(
  tx: Tx,
  actor: Actor,
  place: SettingsPlace,
  wish: SettingsWish,
  version: string | undefined,
): Promise<SettingsOutcome> {
  await lockSettings(tx, sql`${inPlace(place)} ${wish.components ? sql`and ${anyOf(c.id, wish.components)}` : sql``}`);
  const { plan, changes } = await make(tx, actor, place, wish);
  if (version !== undefined && version !== plan.version) throw new Conflict(refusal("settingsChangedSince"));
  if (changes.length === 0) return { ...plan, operation: null };
  const details = {
    name: "component-settings",
    needs: ["component.edit" as const],
    components: changes.map(({ id }) => id),
    settings: [...Object.keys(plan.values), ...(wish.follow ?? [])],
  };
  const operation = await openOperation(tx, actor, { kind: "settings", id: randomUUID(), details });
  await writeSettings(tx, actor, operation, changes);
  return { ...plan, operation };
}

/** A plan that was kept for a person who looks at it. */
export interface KeptPlan extends Kept<SettingsWish> {
  /** The components that it changed. */
  changed: number[];
}

/** Makes a plan and keeps what was asked for, for a day. @throws the same as `planSettings` */
export async function keepSettingsPlan(
  actor: Actor,
  place: SettingsPlace & { path: string },
  wish: SettingsWish,
): Promise<string> {
  const asked = await checked(place, wish);
  const { plan } = await make(db, actor, place, asked);
  return keep(actor, { projectId: place.project.id, path: place.path, wish: { ...asked }, version: plan.version });
}

/** A plan of one's own. @throws NotFound */
export async function findSettingsPlan(actor: Actor, path: string, id: string): Promise<KeptPlan> {
  const kept = await findKept<SettingsWish>(actor, path, id);
  return { ...kept, changed: await changedBy(kept.operationId) };
}

/** Components whose settings an operation has changed. */
export async function changedBy(operationId: string | null): Promise<number[]> {
  const rows = await db.rows(sql`
    select ${pick(k, "componentId")} from ${k} where ${k.operationId} = ${operationId} order by ${k.componentId}`);
  return rows.map((row) => row.componentId);
}

/** Carries a kept plan out, once: again it gives the same operation. @throws as `applySettings` */
export async function applyKeptPlan(actor: Actor, place: SettingsPlace, kept: KeptPlan): Promise<string | null> {
  const outcome = await inTransaction(async (tx) => {
    await holdDefaults(tx);
    return carryOutOnce(tx, kept, async () => (await carryOut(tx, actor, place, kept.wish, kept.version)).operation);
  });
  await sweepAlerts({ projectId: place.project.id });
  return outcome;
}
