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
import { Conflict, type FieldError, Invalid, NotFound, sentenceOf, worded } from "../errors";
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
  /** Path of the component that values are copied from. */
  copiedFrom?: string;
  /** What is known to be wrong already, such as with what the values are copied from: told with all that is found here. */
  problems?: readonly FieldError[];
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
 * @throws Invalid for all values that are wrong everywhere, and components that are not there; Forbidden
 */
export async function planSettings(actor: Actor, place: SettingsPlace, wish: SettingsWish): Promise<SettingsPlan> {
  return (await make(db, actor, place, await checked(actor, place, wish))).plan;
}

/** What is asked for, as it is stored. @throws Invalid for all that is wrong with it, at each field */
async function checked(
  actor: Actor,
  place: SettingsPlace,
  { problems: known = [], ...wish }: SettingsWish,
): Promise<SettingsWish> {
  const given = sharedValues(wish.values);
  const values =
    given.checkFlags === undefined ? given : { ...given, checkFlags: canonicalFlags(given.checkFlags.trim()) };
  const follow = [...new Set(wish.follow ?? [])].sort();
  const font = await fontProblem(db, place.project.id, values.checkFlags);
  const problems: FieldError[] = [
    ...known,
    ...follow
      .filter((name) => !isSharedSetting(name))
      .map((name) => ({ path: "follow", code: "invalid_choice", ...worded(refusal("noSetting", { name })) })),
    ...follow
      .filter((name) => values[name] !== undefined)
      .map((namedSetting) => ({
        path: "follow",
        code: "invalid",
        ...worded(refusal("notBothValue", { namedSetting })),
      })),
    ...inputProblems(values),
    ...(font ? [{ path: "checkFlags", code: "does_not_exist", ...worded(font) }] : []),
  ];
  // Where copying has failed, what it would have given is not missed.
  if (known.length === 0 && Object.keys(values).length + follow.length === 0)
    problems.push({ path: "values", code: "required", ...worded(refusal("chooseLeastSetting")) });
  if (wish.components?.length === 0)
    problems.push({ path: "components", code: "required", ...worded(refusal("chooseLeastComponent")) });
  // Where nothing else is wrong, the plan itself tells.
  else if (problems.length > 0) problems.push(...missingProblems(wish.components, await found(db, actor, place, wish)));
  if (problems.length > 0) throw new Invalid(problems);
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

/** The components that are meant, one more than can be changed at once if there are more. */
const found = (
  on: typeof db | Tx,
  actor: Actor,
  place: SettingsPlace,
  { components: ids }: Pick<SettingsWish, "components">,
) =>
  on.rows(sql`
    select ${PLACED} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${inPlace(place)} and ${visibleComponents(actor)} ${ids ? sql`and ${anyOf(c.id, ids)}` : sql``}
    order by ${c.id} limit ${MOST_COMPONENTS + 1}`);

/** Components that are named where some are not there. */
const MOST_NAMED = 20;

/** What is wrong with the choice of components. */
function missingProblems(ids: readonly number[] | undefined, there: readonly { id: number }[]): FieldError[] {
  if (there.length > MOST_COMPONENTS) {
    const why = refusal("chooseMostComponents", { mostComponents: MOST_COMPONENTS });
    return [{ path: "components", code: "max_length", ...worded(why) }];
  }
  const known = new Set(there.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    const named = missing.slice(0, MOST_NAMED).join(", ") + (missing.length > MOST_NAMED ? ", …" : "");
    const why = refusal("noComponentHere", { missing: named, count: missing.length });
    return [{ path: "components", code: "does_not_exist", ...worded(why) }];
  }
  return there.length > 0 ? [] : [{ path: "components", code: "required", ...worded(refusal("noComponents")) }];
}

async function make(
  on: typeof db | Tx,
  actor: Actor,
  place: SettingsPlace,
  { components: ids, values, follow = [] }: SettingsWish,
): Promise<{ plan: SettingsPlan; changes: SettingsChange[] }> {
  const there = await found(on, actor, place, { components: ids });
  const problems = missingProblems(ids, there);
  const [first] = there;
  if (!first || problems.length > 0) throw new Invalid(problems);
  const scope = (component: typeof first) => scopeOf({ ...component, project: place.project });
  const editable = new Set(there.filter((one) => can(actor, "component.edit", scope(one))).map(({ id }) => id));
  // The refusal tells what is missing.
  if (editable.size === 0) demand(actor, "component.edit", scope(first));
  const now = await currentSettings(
    on,
    there.map(({ id }) => id),
  );
  const resolve = follow.length > 0 ? await defaultsResolver(on, [...now.values()]) : undefined;
  const changes: SettingsChange[] = [];
  const planned = there.map(({ id, name, slug, categoryPath, linkedComponentId }): PlannedSettings => {
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
    // Of values nothing is said here, so that it is the components: one field, one sentence.
    const [components] = error instanceof Invalid ? error.fields : [];
    throw components ? new NotFound(sentenceOf(components)) : error;
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
  const asked = await checked(actor, place, wish);
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
  await writeSettings(tx, actor, changes, { act: "many", operationId: operation, copiedFrom: wish.copiedFrom });
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
  const asked = await checked(actor, place, wish);
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
