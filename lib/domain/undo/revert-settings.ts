import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { configureAddon, findAddon } from "../addons/addons";
import { type CategoryInput, findCategory } from "../categories/categories";
import { defaultsAt } from "../components/component-defaults";
import type { NewComponent } from "../components/component-input";
import { findComponentById } from "../components/components";
import type { SharedSetting, SharedValues } from "../components/shared-settings";
import {
  applyDefaults,
  type DefaultsOwner,
  type DefaultsWish,
  placeOf,
  planDefaults,
} from "../creation/change-defaults";
import { changeCategory } from "../creation/move-category";
import { storedSettings } from "../creation/stored-settings";
import { updateComponent } from "../creation/update-component";
import { Conflict, foundOr, Invalid, problemsOr } from "../errors";
import { findProject, type ProjectInput, type ProjectRow, updateProject } from "../projects/projects";
import {
  listWorkflows,
  removeWorkflow,
  setWorkflow,
  type WorkflowPlace,
  type WorkflowSettings,
} from "../projects/workflows";
import { MASK } from "../secrets";
import { type AppearanceInput, saveAppearance, USUAL, wholeAppearance } from "../settings/appearance";
import { isAccount } from "../settings/record-account";
import { type FieldValues, whileReverting } from "../settings/record-saves";
import { registrationIsOpen, setRegistration } from "../settings/registration";
import { marksOf } from "../stale";
import { storedTeam } from "../teams/record-team";
import { findRole, updateRole } from "../teams/roles";
import { makeTeamAgain, putTeamBack } from "../teams/team-settings";
import { removeTeam } from "../teams/teams";
import { isOutside, outsideNow, putOutsideBack } from "./internal/outside-settings";
import { fieldNames, findSave, readableValues, type SavesPlace, type StoredSave } from "./saved-settings";

/**
 * Putting back what a save of settings changed: a plan that says what each field says now and would say, and carrying it out
 * by the function that saves these settings, with its rights and refusals.
 */

/**
 * `ready`: it says what the save left; `changed`: it says something else again; `same`: it says already what it said before;
 * `masked`: it is a secret, which nobody keeps; `gone`: what it is a setting of is not there any more.
 */
export type RevertState = "ready" | "changed" | "same" | "masked" | "gone";

/** A field of a save, with values that people can read. */
export interface RevertField {
  name: string;
  /** What the save had made of it. */
  after: unknown;
  now: unknown;
  /** What it would become. */
  before: unknown;
  state: RevertState;
  /** It follows what is above the component, and would cease to. */
  ceases: boolean;
}

export interface RevertPlan {
  save: StoredSave;
  fields: RevertField[];
  /** All of it is put back, or nothing. */
  whole: boolean;
  /** Components that follow and would change as well. */
  components: number | undefined;
  /** Fingerprint of what the fields say now. */
  version: string;
}

/** What a save says of one place, and what the place says now. */
interface Compared {
  save: StoredSave;
  now: FieldValues;
  states: Map<string, RevertState>;
  version: string;
}

/** What putting a save back would do. Needs the right to change the settings. @throws Forbidden, NotFound */
export async function planRevert(actor: Actor, place: SavesPlace, id: number): Promise<RevertPlan> {
  const { save, now, states, version } = await compared(actor, place, id);
  const readable = await readableValues(actor, [save.before, save.after, now]);
  const follows = (await followedNow(actor, place)) as readonly string[];
  const names = [...states.keys()];
  const given = names.filter((name) => states.get(name) === "ready");
  return {
    save,
    whole: isWhole(save),
    version,
    components: save.topic === "defaults" ? await countFollowing(actor, place, defaultsWish(save, given)) : undefined,
    fields: names.map((name) => ({
      name,
      after: readable(name, save.after[name] ?? null),
      now: readable(name, now[name] ?? null),
      before: readable(name, save.before[name] ?? null),
      state: states.get(name) ?? "same",
      ceases: follows.includes(name) && !toFollow(save).includes(name) && states.get(name) !== "same",
    })),
  };
}

/** Components that would change with defaults; undefined where these can no longer be set. */
async function countFollowing(actor: Actor, place: SavesPlace, wish: DefaultsWish): Promise<number | undefined> {
  const { value } = await problemsOr(() => planDefaults(actor, ownerOf(place), wish));
  return value?.components.length;
}

/**
 * Puts fields of a save back, as a save of their own. Needs what saving them needs.
 * @param fields those that are meant; all that can be put back when left out
 * @param version of the plan that was looked at; without it, what is true now is done
 * @returns where the settings are now, as a name or a place may have changed
 * @throws Invalid for fields that cannot be put back and for values that the settings do not take; Forbidden, NotFound;
 * Conflict when a field says something else by now
 */
export async function revertSave(
  actor: Actor,
  place: SavesPlace,
  id: number,
  { fields, version }: { fields?: readonly string[]; version?: string } = {},
): Promise<SavesPlace> {
  const { save, now, states, version: current } = await compared(actor, place, id);
  if (version !== undefined && version !== current) throw new Conflict(refusal("settingsChangedSince"));
  const possible = [...states].flatMap(([name, state]) => (state === "ready" || state === "changed" ? [name] : []));
  const wanted = fields === undefined || isWhole(save) ? possible : fields;
  const names = possible.filter((name) => wanted.includes(name));
  const unknown = wanted.find((name) => !states.has(name) || states.get(name) === "masked");
  if (unknown !== undefined) throw Invalid.field(unknown, refusal("settingNotKept"));
  if (names.length === 0) throw Invalid.field("", refusal("settingsNothingBack"));
  return whileReverting(String(save.id), () => putBack(actor, place, { save, now, names }));
}

/** A save that began or ended something cannot be put back in parts. */
const isWhole = ({ before, after }: StoredSave): boolean =>
  ["own", "exists", "off"].some((name) => name in before || name in after);

async function compared(actor: Actor, place: SavesPlace, id: number): Promise<Compared> {
  const save = await findSave(actor, place, id);
  const stored = (await nowAt(actor, place, save)) ?? GONE;
  const names = fieldNames(save.before, save.after);
  const now: Record<string, unknown> = {};
  for (const name of names) now[name] = name === "inherited" ? touched(save, stored.inherited) : (stored[name] ?? null);
  const state = (name: string): RevertState => {
    if (save.masked.includes(name)) return "masked";
    if (stored === GONE) return "gone";
    // What is left of an account that was removed is of no use without what let Loquat in.
    if (isAccount(save.topic) && save.before.exists === true) return "masked";
    if (same(now[name], save.before[name])) return "same";
    return same(now[name], save.after[name]) ? "ready" : "changed";
  };
  const states = new Map(names.map((name) => [name, state(name)] as const));
  const told = names.filter((name) => !save.masked.includes(name)).map((name) => [name, now[name]]);
  return { save, now, states, version: hash("sha256", JSON.stringify([save.id, told]), "hex").slice(0, 32) };
}

/** Stands for the settings of what is gone. */
const GONE: FieldValues = {};

const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one ?? null, JSON.parse(JSON.stringify(other ?? null)));

/** Settings that a save let follow, or let follow no more: those of them that follow now. */
const touched = ({ before, after }: StoredSave, inherited: unknown): string[] => {
  const names = [...listOf(before.inherited), ...listOf(after.inherited)];
  return listOf(inherited)
    .filter((name) => names.includes(name))
    .sort();
};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const toFollow = (save: StoredSave): string[] => listOf(save.before.inherited);

const followedNow = async (actor: Actor, place: SavesPlace): Promise<readonly string[]> =>
  place.kind === "component" ? (await findComponentById(actor, place.component.id)).inherited : [];

const ownerOf = (place: SavesPlace): DefaultsOwner => {
  if (place.kind === "site" || place.kind === "component") return undefined;
  return place.kind === "project" ? { project: place.project } : { project: place.project, category: place.category };
};

const projectOf = (place: SavesPlace): ProjectRow | undefined => (place.kind === "project" ? place.project : undefined);

const workflowPlace = (place: SavesPlace): WorkflowPlace => (place.kind === "project" ? place.project : null);

/** What is stored of all that a save may have changed. */
async function nowAt(actor: Actor, place: SavesPlace, save: StoredSave): Promise<FieldValues | undefined> {
  if (save.topic === "defaults") return { ...(await defaultsAt(db, placeOf(ownerOf(place)))) };
  if (save.topic === "registration") return { open: await registrationIsOpen() };
  if (save.topic === "appearance") return { ...(await wholeAppearance(actor)) };
  if (save.topic === "workflow") {
    const rows = await listWorkflows(workflowPlace(place));
    const found = rows.find(({ language }) => language === save.language);
    return { own: found !== undefined, ...found };
  }
  if (save.topic === "addon") return (await foundOr(findAddon(actor, save.objectId ?? 0)))?.configuration;
  if (save.topic === "role") return foundOr(findRole(actor, save.objectId ?? 0));
  if (save.topic === "team") return teamNow(save);
  if (isOutside(save.topic)) return outsideNow(actor, projectOf(place), save);
  if (place.kind === "component") return (await storedSettings(db, place.component.id))?.values ?? {};
  if (place.kind === "project") return { ...(await projectNow(actor, place.project.id)) };
  if (place.kind === "category") return { ...(await findCategory(actor, place.category.id)) };
  return {};
}

/** A team that was made or removed may be gone, which is what can be put back. */
async function teamNow(save: StoredSave): Promise<FieldValues | undefined> {
  const team = await storedTeam(db, save.objectId ?? 0);
  if (!isWhole(save)) return team;
  // Such a save tells of lists only where they hold something.
  return team ? { exists: true, ...team } : { exists: false };
}

async function projectNow(actor: Actor, id: number): Promise<ProjectRow> {
  const p = projects.as("p");
  const row = await db.one(
    sql`select ${pick(p, "slug")} from ${p} where ${p.id} = ${id} and ${visibleProjects(actor)}`,
  );
  return findProject(actor, row?.slug ?? "");
}

/** What a revert works with: a save, what is stored, and the fields that are meant. */
interface Meant {
  save: StoredSave;
  now: FieldValues;
  names: readonly string[];
}

const chosen = ({ save, names }: Meant): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, save.before[name] ?? null]));

/** Marks of what the plan compared with: who changes it at this moment is not written over. */
const seenBy = ({ now, names }: Meant) => marksOf(Object.fromEntries(names.map((name) => [name, now[name]])));

async function putBack(actor: Actor, place: SavesPlace, meant: Meant): Promise<SavesPlace> {
  const { save, now, names } = meant;
  if (save.topic === "defaults") {
    await applyDefaults(actor, ownerOf(place), defaultsWish(save, names));
    return place;
  }
  if (save.topic === "workflow") {
    await putWorkflowBack(actor, workflowPlace(place), meant);
    return place;
  }
  if (save.topic === "registration") {
    await setRegistration(actor, save.before.open === true, now.open === true);
    return place;
  }
  if (save.topic === "appearance") {
    await putAppearanceBack(actor, meant);
    return place;
  }
  if (save.topic === "addon") {
    const { id, configuration } = await findAddon(actor, save.objectId ?? 0);
    const next = Object.entries({ ...configuration, ...chosen(meant) }).filter(([, value]) => value !== null);
    await configureAddon(actor, id, { configuration: Object.fromEntries(next) });
    return place;
  }
  if (save.topic === "role") {
    await updateRole(actor, save.objectId ?? 0, chosen(meant), true);
    return place;
  }
  if (save.topic === "team") {
    await putTeam(actor, place, meant);
    return place;
  }
  if (isOutside(save.topic)) {
    await putOutsideBack(actor, projectOf(place), save, chosen(meant));
    return place;
  }
  if (place.kind === "component") return componentBack(actor, place.component.id, meant);
  if (place.kind === "project") {
    const { slug } = await projectNow(actor, place.project.id);
    const project = await updateProject(actor, slug, chosen(meant) as Partial<ProjectInput>, seenBy(meant));
    return { kind: "project", project };
  }
  return place.kind === "category" ? categoryBack(actor, place, meant) : place;
}

async function putTeam(actor: Actor, place: SavesPlace, meant: Meant): Promise<void> {
  const { save, now } = meant;
  const id = save.objectId ?? 0;
  if (save.before.exists === false) {
    const members = await db.prisma.teamMember.count({ where: { teamId: id } });
    if (members > 0) throw Invalid.field("", refusal("teamHasMembers", { team: save.subject, members }));
    return removeTeam(actor, id);
  }
  const { exists, ...told } = chosen(meant);
  if (exists === true && now.exists === false)
    return makeTeamAgain(actor, id, place.kind === "project" ? place.project : undefined, told);
  return putTeamBack(actor, id, told);
}

async function componentBack(actor: Actor, id: number, meant: Meant): Promise<SavesPlace> {
  const component = await findComponentById(actor, id);
  const { inherited: _, ...values } = chosen(meant);
  const { before, after } = meant.save;
  const kept = component.inherited.filter((name) => !listOf(after.inherited).includes(name));
  const follow = meant.names.includes("inherited")
    ? { inherited: [...new Set([...kept, ...listOf(before.inherited)])] }
    : {};
  // Who sees an address sees no account in it.
  const seen = Object.fromEntries(
    Object.entries(seenBy(meant)).filter(([name]) => name !== "inherited" && !String(meant.now[name]).includes(MASK)),
  );
  const wish = { ...values, ...follow } as Partial<NewComponent>;
  return { kind: "component", component: await updateComponent(actor, component, wish, seen) };
}

async function categoryBack(
  actor: Actor,
  place: Extract<SavesPlace, { kind: "category" }>,
  meant: Meant,
): Promise<SavesPlace> {
  const { projectId, ...values } = chosen(meant);
  const project = typeof projectId === "number" ? { project: (await projectNow(actor, projectId)).slug } : {};
  const after = await changeCategory(
    actor,
    place.category.id,
    { ...(values as Partial<CategoryInput>), ...project },
    seenBy(meant),
  );
  return { ...place, category: after, project: await projectNow(actor, after.projectId) };
}

/** Defaults as they were before; null stands for one that was not set. */
function defaultsWish({ before }: StoredSave, names: readonly string[]): DefaultsWish {
  const set = names.filter((name) => before[name] !== null);
  return {
    set: Object.fromEntries(set.map((name) => [name, before[name]])) as SharedValues,
    reset: names.filter((name) => before[name] === null) as SharedSetting[],
  };
}

/** A workflow that says nothing. */
const UNSET: WorkflowSettings = {
  ...{ reviewsOff: false, enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null },
  ...{ editsByMembers: false, checkFlags: "", sourceLanguage: null },
};

async function putWorkflowBack(actor: Actor, place: WorkflowPlace, meant: Meant): Promise<void> {
  const { save, names } = meant;
  const code = save.language ?? "";
  if (names.includes("own") && save.before.own === false) return removeWorkflow(actor, place, code);
  const now = (await listWorkflows(place)).find(({ language }) => language === code);
  const settings: WorkflowSettings = { ...UNSET, ...now, ...(chosen(meant) as Partial<WorkflowSettings>) };
  await setWorkflow(actor, place, code, settings, now && seenBy(meant));
}

async function putAppearanceBack(actor: Actor, meant: Meant): Promise<void> {
  const { logo: _, ...now } = await wholeAppearance(actor);
  const { logo, ...texts } = chosen(meant) as Partial<AppearanceInput> & { logo?: { content: string } | null };
  const next: AppearanceInput = { ...USUAL, ...now, ...texts };
  await saveAppearance(actor, next, { seen: now, logo: logo ? Buffer.from(logo.content, "base64") : logo });
}
