import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { categories, componentDefaults, components, projects } from "@/lib/generated/tables";
import { assigned, combined, eachRow, named, names, pick, recordset } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { canonicalFlags } from "@/lib/text/flags/validate";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { openOperation } from "../changes/operations";
import { record } from "../changes/record";
import {
  countFollowers,
  type DefaultsPlace,
  defaultsAt,
  defaultsResolver,
  holdDefaults,
  isBelow,
  type Resolved,
  SITE,
} from "../components/component-defaults";
import { inputProblems } from "../components/component-input";
import {
  isSharedSetting,
  SHARED_SETTING_NAMES,
  SHARED_SETTINGS,
  type SharedSetting,
  type SharedValues,
  USUAL_SETTINGS,
} from "../components/shared-settings";
import { sweepAlerts } from "../diagnostics/sweep";
import { Conflict, type FieldError, Invalid, worded } from "../errors";
import { fontProblem } from "../projects/font-names";
import { type HowSaved, recordSaves } from "../settings/record-saves";
import { followedChanges, lockSettings } from "./internal/inherit";
import type { PlannedSettings, SettingsPlace } from "./many-settings";
import { type SettingsChange, writeSettings } from "./write-settings";

/**
 * What components follow, by category, project and installation: looking at it, and changing it together with all components
 * that follow it, in one transaction and as an operation that can be undone.
 */

const [c, p, g, d] = [components.as("c"), projects.as("p"), categories.as("g"), componentDefaults.as("d")];

/** Whose defaults: a project's, a category's, or (undefined) the installation's. */
export type DefaultsOwner = SettingsPlace | undefined;

/** Where defaults of an owner are kept. */
export const placeOf = (owner: DefaultsOwner): DefaultsPlace => {
  if (!owner) return SITE;
  return owner.category
    ? { projectId: null, categoryId: owner.category.id }
    : { projectId: owner.project.id, categoryId: null };
};

/** Asks for the right to change them: `project.edit`, or `management.use` for the installation. @throws Forbidden */
export function demandDefaults(actor: Actor, owner: DefaultsOwner): void {
  if (owner) demand(actor, "project.edit", { project: owner.project });
  else demand(actor, "management.use");
}

/** What is set at a place, and what holds where it says nothing. */
export interface DefaultsView {
  values: SharedValues;
  above: Readonly<Record<SharedSetting, Resolved>>;
  /** Components below that follow, by setting; of those that the actor may know of. */
  followers: ReadonlyMap<string, number>;
}

/** The defaults of a place. Needs the right to change them. @throws Forbidden */
export async function readDefaults(actor: Actor, owner: DefaultsOwner): Promise<DefaultsView> {
  demandDefaults(actor, owner);
  const place = placeOf(owner);
  const standing = owner && { projectId: owner.project.id, categoryId: owner.category?.id ?? null };
  const [values, followers, resolve] = await Promise.all([
    defaultsAt(db, place),
    countFollowers(actor, place),
    standing && defaultsResolver(db, [standing], { place, values: {} }),
  ]);
  const above = SHARED_SETTING_NAMES.map((name): [SharedSetting, Resolved] => [
    name,
    standing && resolve ? resolve(standing, name) : { value: USUAL_SETTINGS[name], from: undefined },
  ]);
  return { values, above: Object.fromEntries(above) as Record<SharedSetting, Resolved>, followers };
}

/** Values that are set, and names that are set no more. */
export interface DefaultsWish {
  set: SharedValues;
  reset: readonly SharedSetting[];
}

/** What would become of components. */
export interface DefaultsPlan {
  /** Fingerprint of all that would change. */
  version: string;
  wish: DefaultsWish;
  /** Those that would change, of those that the actor may know of, in the order of their ids. */
  components: (PlannedSettings & { projectSlug: string })[];
}

/** What came of it. */
export interface DefaultsOutcome extends DefaultsPlan {
  /** The operation that undoing takes; null when no component has changed. */
  operation: string | null;
}

/** A wish as it is stored. @throws Invalid */
export async function checkedDefaults(owner: DefaultsOwner, wish: DefaultsWish): Promise<DefaultsWish> {
  const { checkFlags } = wish.set;
  const set: SharedValues =
    checkFlags === undefined ? wish.set : { ...wish.set, checkFlags: canonicalFlags(checkFlags.trim()) };
  const font = await fontProblem(db, owner?.project.id ?? "everywhere", set.checkFlags);
  const blank = SHARED_SETTINGS.messages.filter((name) => set[name] !== undefined && set[name]?.trim() === "");
  const problems: FieldError[] = [
    ...blank.map((path) => ({ path, code: "blank", ...worded(refusal("enterMessage")) })),
    ...inputProblems(set),
    ...(font ? [{ path: "checkFlags", code: "does_not_exist", ...worded(font) }] : []),
    ...wish.reset
      .filter((name) => !isSharedSetting(name))
      .map((name) => ({ path: "reset", code: "invalid_choice", ...worded(refusal("noSetting", { name })) })),
    ...wish.reset
      .filter((name) => set[name] !== undefined)
      .map((path) => ({ path, code: "invalid", ...worded(refusal("notBothSet")) })),
  ];
  if (problems.length > 0) throw new Invalid(problems);
  return { set, reset: wish.reset };
}

/** Stands for a default that is not set. */
const ABSENT = null;

/** What changing defaults would do; nothing is changed. @throws as `applyDefaults` */
export async function planDefaults(actor: Actor, owner: DefaultsOwner, wish: DefaultsWish): Promise<DefaultsPlan> {
  demandDefaults(actor, owner);
  const asked = await checkedDefaults(owner, wish);
  const place = placeOf(owner);
  const before = await defaultsAt(db, place);
  const ids = await followersOf(db, place, touchedBy(asked));
  return planOf(actor, asked, await followedChanges(db, ids, { place, values: afterWish(before, asked) }), before);
}

const touchedBy = ({ set, reset }: DefaultsWish): SharedSetting[] => [
  ...(Object.keys(set) as SharedSetting[]),
  ...reset,
];

function afterWish(before: SharedValues, { set, reset }: DefaultsWish): SharedValues {
  const kept = Object.entries(before).filter(([name]) => !reset.some((one) => one === name));
  const whole: SharedValues = { ...Object.fromEntries(kept), ...set };
  return whole;
}

const followersOf = async (on: Pick<Tx, "rows">, place: DefaultsPlace, settings: readonly string[]) => {
  const rows = await on.rows(sql`
    select ${pick(c, "id")} from ${c} where ${isBelow(place)} and ${c.inherited} && ${[...settings]}::text[] order by ${c.id}`);
  return rows.map(({ id }) => id);
};

const TOLD = combined(
  pick(c, "id", "name", "slug"),
  named({ projectSlug: p.slug, categoryPath: asText(sql`category_path(${c.categoryId})`) }),
);

async function planOf(
  actor: Actor,
  wish: DefaultsWish,
  changes: readonly SettingsChange[],
  before: SharedValues,
): Promise<DefaultsPlan> {
  const ids = changes.map(({ id }) => id);
  const told = await db.rows(sql`
    select ${TOLD} from ${c} join ${p} on ${p.id} = ${c.projectId} where ${anyOf(c.id, ids)} and ${visibleComponents(actor)} order by ${c.id}`);
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  // A wish that was kept comes back with its members in another order.
  const asked = [Object.entries(wish.set).sort(), [...wish.reset].sort()];
  const version = hash("sha256", JSON.stringify([asked, before, changes]), "hex").slice(0, 32);
  return {
    version,
    wish,
    components: told.map((row) => {
      const change = changeOf.get(row.id);
      const settings = Object.keys(change?.after ?? {}) as SharedSetting[];
      return {
        ...row,
        changes: settings.map((setting) => ({ setting, old: change?.before[setting], new: change?.after[setting] })),
        refused: [],
      };
    }),
  };
}

/**
 * Changes defaults, and with them all components that follow. Needs `project.edit`, or `management.use` for the installation;
 * nothing is asked of the components, which follow by somebody's choice.
 * @param version of the plan that was looked at; without it, what is true now is done
 * @throws Invalid, Forbidden; Conflict when something else would change by now
 */
export async function applyDefaults(
  actor: Actor,
  owner: DefaultsOwner,
  wish: DefaultsWish,
  version?: string,
): Promise<DefaultsOutcome> {
  demandDefaults(actor, owner);
  const asked = await checkedDefaults(owner, wish);
  const outcome = await inTransaction(async (tx) => {
    await holdDefaults(tx, { alone: true });
    return carryOutDefaults(tx, actor, owner, asked, version);
  });
  if (outcome.operation) await sweepAlerts(owner && { projectId: owner.project.id });
  return outcome;
}

/** Carries a wish out where defaults are held alone (`holdDefaults`). @throws Conflict */
export async function carryOutDefaults(
  tx: Tx,
  actor: Actor,
  owner: DefaultsOwner,
  wish: DefaultsWish,
  version: string | undefined,
): Promise<DefaultsOutcome> {
  const place = placeOf(owner);
  const before = await defaultsAt(tx, place);
  const settings = touchedBy(wish);
  const ids = await followersOf(tx, place, settings);
  await lockSettings(tx, anyOf(c.id, ids));
  const after = afterWish(before, wish);
  const changes = await followedChanges(tx, ids, { place, values: after });
  const plan = await planOf(actor, wish, changes, before);
  if (version !== undefined && version !== plan.version) throw new Conflict(refusal("settingsChangedSince"));
  const changed = settings.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return { ...plan, operation: null };
  await store(tx, place, wish);
  const only = (values: SharedValues) => Object.fromEntries(changed.map((name) => [name, values[name] ?? ABSENT]));
  const defaults: ChangedDefaults = { place, before: only(before), after: only(after) };
  await tell(tx, actor, owner?.project.id, defaults);
  if (changes.length === 0) return { ...plan, operation: null };
  const operation = await openOperation(tx, actor, {
    kind: "settings",
    details: {
      name: "component-defaults",
      needs: [owner ? "project.edit" : "management.use"],
      components: changes.map(({ id }) => id),
      settings: changed,
      defaults,
    },
  });
  await writeSettings(tx, actor, changes, { act: "above", operationId: operation });
  return { ...plan, operation };
}

/** What an operation has made of defaults; null stands for one that is not set. */
export interface ChangedDefaults {
  place: DefaultsPlace;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The same change back. */
export const reversed = ({ place, before, after }: ChangedDefaults): ChangedDefaults => ({
  place,
  before: after,
  after: before,
});

/**
 * Makes defaults what they were before an operation, where they still are what it left, and gives components what they then
 * follow. Needs what changing them needs, where they are now.
 * @param operationId the undo
 */
export async function revertDefaults(
  tx: Tx,
  actor: Actor,
  { place, before, after }: ChangedDefaults,
  operationId: string,
): Promise<{ restored: number; left: number }> {
  await holdDefaults(tx, { alone: true });
  const settings = Object.keys(before).filter(isSharedSetting);
  const holder = await holderOf(tx, place);
  const may = holder === undefined ? can(actor, "management.use") : holder && can(actor, "project.edit", holder);
  if (!may) return { restored: 0, left: settings.length };
  const now = await defaultsAt(tx, place);
  const still = settings.filter((name) => isDeepStrictEqual(now[name] ?? ABSENT, after[name] ?? ABSENT));
  if (still.length === 0) return { restored: 0, left: settings.length };
  const wish: DefaultsWish = {
    set: Object.fromEntries(still.filter((name) => before[name] !== ABSENT).map((name) => [name, before[name]])),
    reset: still.filter((name) => before[name] === ABSENT),
  };
  await store(tx, place, wish);
  const of = (values: Record<string, unknown>) =>
    Object.fromEntries(still.map((name) => [name, values[name] ?? ABSENT]));
  await tell(
    tx,
    actor,
    holder?.project.id,
    { place, before: of(now), after: of(before) },
    { act: "undo", operationId },
  );
  const locked = await lockSettings(tx, anyOf(c.id, await followersOf(tx, place, still)));
  const changes = await followedChanges(tx, locked);
  await writeSettings(tx, actor, changes, { act: "undo", operationId });
  return { restored: Math.max(1, changes.length), left: settings.length - still.length };
}

/** The project that a place is in; undefined for the installation, null for what is there no more. */
async function holderOf(tx: Tx, { projectId, categoryId }: DefaultsPlace) {
  if (projectId === null && categoryId === null) return undefined;
  const project = await tx.one(sql`
    select ${pick(p, "id", "name", "accessControl")} from ${p} where ${p.removedAt} is null
      and (${p.id} = ${projectId} or ${p.id} = (select ${g.projectId} from ${g} where ${g.id} = ${categoryId} and ${g.removedAt} is null))`);
  return project ? { project } : null;
}

async function store(tx: Tx, place: DefaultsPlace, { set, reset }: DefaultsWish): Promise<void> {
  if (reset.length > 0)
    await tx.run(sql`
      delete from ${d} where ${d.projectId} is not distinct from ${place.projectId}::int
        and ${d.categoryId} is not distinct from ${place.categoryId}::int and ${anyOf(d.name, reset)}`);
  const entries = Object.entries(set);
  if (entries.length === 0) return;
  const rows = recordset(
    "n",
    { projectId: d.projectId, categoryId: d.categoryId, name: d.name, value: d.value },
    entries.map(([name, value]) => ({ ...place, name, value })),
  );
  const excluded = componentDefaults.as("excluded");
  await tx.run(sql`
    insert into ${componentDefaults} ${eachRow(componentDefaults, { projectId: rows.projectId, categoryId: rows.categoryId, name: rows.name, value: rows.value })} from ${rows}
    on conflict (${names(componentDefaults, "projectId", "categoryId", "name")}) do update set ${assigned(d, { value: excluded.value })}`);
}

/** Says in the history, and among the saves of settings, that defaults have changed. */
async function tell(
  tx: Tx,
  actor: Actor,
  projectId: number | undefined,
  { place, before, after }: ChangedDefaults,
  how?: HowSaved,
): Promise<void> {
  const { categoryId } = place;
  await record(tx, actor, [
    {
      action: ACTION.PROJECT_SETTING_CHANGED,
      projectId,
      target: Object.keys(after).join(", "),
      details: { setting: "component_defaults", ...(categoryId === null ? {} : { category: categoryId }) },
    },
  ]);
  const owner = { projectId: place.projectId ?? undefined, categoryId: categoryId ?? undefined };
  await recordSaves(tx, actor, [{ topic: "defaults", ...owner, before, after }], how);
}
