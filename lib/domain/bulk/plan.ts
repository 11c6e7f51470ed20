import { randomUUID } from "node:crypto";
import { type BulkPlans, bulkPlans, units } from "@/lib/generated/tables";
import { named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, asWritten } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, NotFound, Unauthenticated } from "../errors";
import { bringAids } from "../quality/bring-aids";
import { checkUnit, fixText } from "../quality/check-unit";
import type { PathObject } from "../translations/resolve-path";
import { type EditableUnit, editableById, type UnitRow, unitsById } from "../units/units";
import { type Change, decide, type SkipReason } from "./internal/decide";
import { type Chosen, findStrings } from "./internal/find-strings";
import { knownOf } from "./internal/known";
import { countSkip, PLAN_COLUMNS, type PlanCounts, type PlanRow, type StoredWish } from "./internal/stored-plan";
import { type Ticks, tickInside } from "./internal/ticks";
import { demandPlace } from "./place";
import { checkWish, permissionOf, type ReadyWish, readyAgain, type Wish } from "./wish";

const [b, u] = [bulkPlans.as("b"), units.as("u")];

/**
 * What would become of many strings: the same decisions as when it is carried out, and the version that each string had.
 * A plan changes nothing and is kept for a day.
 */

/** A plan as its maker sees it. */
export interface BulkPlan extends PlanRow {
  /** Strings of it that somebody has changed since, as long as it is not carried out. */
  changedSince: number;
}

/** Strings that are looked at together. */
const BATCH = 1000;

/** Texts that are checked for a plan; more would keep everybody waiting. */
const CHECKED = 2000;

/** Plans of one person that are kept beside each other, for as many tabs. */
const KEPT = 20;

/** Strings that may be ticked. */
export const MOST_TICKED = 10_000;

/** What is asked for: a wish, and the strings that a search finds or that were ticked. */
export interface BulkRequest {
  wish: Wish;
  q?: string;
  ids?: readonly number[];
  /** A list of ticked strings, as `keepTicked` made it. */
  selection?: string;
}

/**
 * Makes a plan. Replacing takes `unit.edit`, everything else `unit.bulk_edit`, at the place or in a part of it; strings that
 * the actor may not change are counted by the reason.
 * @throws Unauthenticated, Forbidden, Invalid, Busy
 */
export async function makePlan(actor: Actor, place: PathObject, request: BulkRequest): Promise<BulkPlan> {
  const { wish, q = "", selection } = request;
  if (wish.act === "translate") throw new Error("Plans of automatic translation are made by a task.");
  await demandPlace(actor, place, [permissionOf(wish)]);
  const ready = await checkWish(wish, place.project);
  const ids = request.ids ?? (selection ? await tickedStrings(actor, selection) : undefined);
  if (ids) demandFew(ids);
  const asked: StoredWish = { wish, q: ids ? "" : q, ...(selection && { selection }) };
  return storePlan(actor, place, asked, await lookAt(actor, place, ready, { q, ids }));
}

export type Looked = Pick<PlanRow, "counts"> & {
  unitIds: number[];
  versions: number[];
  chosen: number[];
  keptOut: number[];
};

/** Decides about every string, in batches. */
async function lookAt(actor: Actor, place: PathObject, ready: ReadyWish, chosen: Chosen): Promise<Looked> {
  const looked = await lookAtThese(actor, ready, await findStrings(actor, place, ready, chosen));
  const missing = chosen.ids ? await missingOf(chosen.ids) : 0;
  if (missing > 0) countSkip(looked.counts.skipped, "gone", missing);
  return looked;
}

/** Decides about strings by id, in their order. */
export async function lookAtThese(
  actor: Actor,
  ready: ReadyWish,
  found: readonly number[],
  plan?: string,
): Promise<Looked> {
  const [components, languages] = [new Set<number>(), new Set<number>()];
  const counts: PlanCounts = {
    found: found.length,
    approved: 0,
    failing: 0,
    checked: 0,
    skipped: {},
    components: [],
    languages: [],
  };
  const looked: Looked = { counts, unitIds: [], versions: [], chosen: [], keptOut: [] };
  for (let at = 0; at < found.length; at += BATCH) {
    const batch = found.slice(at, at + BATCH);
    const read = await editableById(actor, batch);
    const known = await knownOf(db, actor, ready, read, { plan });
    const byId = new Map(read.map((unit) => [unit.id, unit]));
    if (counts.checked < CHECKED) await bringAids(db, read);
    for (const id of batch) {
      const unit = byId.get(id);
      const decision = unit && decide(actor, unit, ready, known);
      if (!decision) continue;
      if ("skip" in decision) {
        countSkip(counts.skipped, decision.skip);
        continue;
      }
      const { change } = decision;
      looked.unitIds.push(id);
      looked.versions.push(change.unit.version);
      if (change.suggestion) looked.chosen.push(change.suggestion.id);
      components.add(change.unit.componentId);
      languages.add(change.unit.languageId);
      if (isApproved(change)) {
        counts.approved++;
        looked.keptOut.push(id);
      }
      if (change.origin) countProposal(counts, change);
      if (counts.checked >= CHECKED) continue;
      counts.checked++;
      if (failingAfter(change).length > 0) counts.failing++;
    }
  }
  counts.components = [...components].sort((x, y) => x - y);
  counts.languages = [...languages].sort((x, y) => x - y);
  return looked;
}

function countProposal(counts: PlanCounts, { unit, edit, origin }: Change): void {
  if (edit && unit.state !== STATE.EMPTY) counts.replaced = (counts.replaced ?? 0) + 1;
  if (origin?.lost.length) counts.damaged = (counts.damaged ?? 0) + 1;
}

/** Approved translations are only changed when somebody ticks them. */
const isApproved = ({ unit, about, checks, suggested }: Change): boolean =>
  unit.state === STATE.APPROVED && !unit.isSource && !about && !checks && !suggested;

/** Checks that a string would fail. */
function failingAfter({ unit, edit, checks, suggested }: Change): string[] {
  const counts = (check: string) => !unit.findings?.[check] && !checks?.includes(check);
  if (suggested) return checkUnit(unit, suggested).filter(counts);
  if (!edit || edit.targets.every((text, index) => text === unit.targets[index]))
    return Object.keys(unit.findings ?? {}).filter(counts);
  return checkUnit(unit, fixText(unit, edit.targets).targets).filter(counts);
}

async function missingOf(ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  const there = await db.one(
    sql`select ${named({ count: asNumber(sql`count(*)::int`) })} from ${u} where ${anyOf(u.id, unique)}`,
  );
  return unique.length - (there?.count ?? 0);
}

async function storePlan(actor: Actor, place: PathObject, asked: StoredWish, looked: Looked): Promise<BulkPlan> {
  const id = await keep(actor, place, { wish: asked, ...looked });
  return findPlan(actor, id);
}

/** Keeps a list of ticked strings, for a form that asks what is to become of them; gives its name. */
export async function keepTicked(actor: Actor, place: PathObject, ids: readonly number[]): Promise<string> {
  await demandPlace(actor, place, ["unit.bulk_edit", "unit.edit"]);
  const unitIds = [...new Set(ids)];
  if (unitIds.length === 0) throw Invalid.field("units", refusal("tickLeastString"), "empty");
  demandFew(unitIds);
  return keep(actor, place, { wish: {}, counts: {}, unitIds, versions: [], chosen: [], keptOut: [] });
}

function demandFew(ids: readonly number[]): void {
  if (ids.length > MOST_TICKED)
    throw Invalid.field("units", refusal("mostStringsTicked", { mostTicked: MOST_TICKED }), "max_length");
}

/** The strings of such a list. @throws NotFound */
export async function tickedStrings(actor: Actor, id: string): Promise<number[]> {
  const found = UUID.test(id)
    ? await db.one(sql`select ${pick(b, "unitIds")} from ${b} where ${b.id} = ${id} and ${b.userId} = ${actor.userId}`)
    : undefined;
  if (!found) throw new NotFound(refusal("tickedStringsNo"));
  return found.unitIds;
}

type Kept = Pick<BulkPlans, "wish" | "counts" | "unitIds" | "versions" | "chosen" | "keptOut">;

const keep = (actor: Actor, place: PathObject, kept: Kept): Promise<string> =>
  inTransaction((tx) => keepPlan(tx, actor, place, kept));

/** Stores a plan; of one person the newest ones are kept. Gives its name. */
export async function keepPlan(
  tx: Tx,
  actor: Actor,
  place: PathObject,
  kept: Kept & Partial<Pick<BulkPlans, "making">>,
): Promise<string> {
  const [id, userId] = [randomUUID(), actor.userId];
  const values = { ...kept, id, userId, projectId: place.project.id, path: pathOf(place) };
  await tx.run(sql`insert into ${bulkPlans} ${row(bulkPlans, values)}`);
  await tx.run(sql`
      delete from ${bulkPlans} where ${bulkPlans.userId} = ${userId} and ${bulkPlans.taskId} is null and ${bulkPlans.id} not in (
        select ${b.id} from ${b} where ${b.userId} = ${userId} and ${b.taskId} is null order by ${b.createdAt} desc, ${b.id} limit ${KEPT})`);
  return id;
}

/** The slugs of a place, joined as addresses of pages join them. */
export function pathOf(place: PathObject): string {
  const { project } = place;
  switch (place.kind) {
    case "project":
      return project.slug;
    case "project-language":
      return `${project.slug}/-/${place.language.code}`;
    case "category":
      return `${project.slug}/${place.category.path}`;
    default: {
      const { categoryPath, slug } = place.component;
      const path = [project.slug, categoryPath, slug].filter(Boolean).join("/");
      return place.kind === "component" ? path : `${path}/${place.translation.language.code}`;
    }
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A plan of the actor. @throws NotFound, also for a plan of somebody else */
export async function findPlan(actor: Actor, id: string): Promise<BulkPlan> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInPlans"));
  const found = UUID.test(id)
    ? await db.one(
        sql`select ${PLAN_COLUMNS} from ${b} where ${b.id} = ${id} and ${b.userId} = ${actor.userId} and ${b.wish} ? 'wish'`,
      )
    : undefined;
  if (!found || (actor.tokenProjectId !== undefined && actor.tokenProjectId !== found.projectId))
    throw new NotFound(refusal("noPlanMorePlans"));
  return { ...found, changedSince: found.progress || found.making?.done === false ? 0 : await changedSince(id) };
}

async function changedSince(id: string): Promise<number> {
  const counted = await db.one(sql`
    select ${named({ count: asNumber(sql`count(*)::int`) })}
    from ${b} cross join unnest(${b.unitIds}, ${b.versions}) as w(id, version) left join ${u} on ${u.id} = w.id
    where ${b.id} = ${id} and ${u.version} is distinct from w.version`);
  return counted?.count ?? 0;
}

/** One string of a plan. */
export interface PlannedString {
  /** Its place in the plan, from 0. */
  place: number;
  unit: UnitRow;
  change: Change | undefined;
  /** Checks that it would fail. */
  failing: string[];
  /** False where it is left out. */
  ticked: boolean;
  /** Why it will not change after all: somebody was faster. */
  skip: SkipReason | undefined;
}

/** Strings of a plan in their order, from a place on. Those that are gone are left out. */
export async function planStrings(
  actor: Actor,
  plan: PlanRow,
  { from, limit }: { from: number; limit: number },
): Promise<PlannedString[]> {
  const slice = await db.one(sql`
    select ${named({
      ids: asWritten(b.unitIds, sql`${b.unitIds}[${from + 1}::int:${from + limit}::int]`),
      versions: asWritten(b.versions, sql`${b.versions}[${from + 1}::int:${from + limit}::int]`),
    })}, ${pick(b, "keptOut", "chosen")} from ${b} where ${b.id} = ${plan.id}`);
  if (!slice) return [];
  const [rows, editable] = await Promise.all([unitsById(actor, slice.ids), editableById(actor, slice.ids)]);
  const [byId, editableOf] = [new Map(rows.map((one) => [one.id, one])), new Map(editable.map((one) => [one.id, one]))];
  const ready = await planned(actor, plan, editable, slice.chosen);
  const out = new Set(slice.keptOut);
  await bringAids(db, editable);
  return slice.ids.flatMap((id, index): PlannedString[] => {
    const [unit, now] = [byId.get(id), editableOf.get(id)];
    if (!unit || !now) return [];
    const decision = now.version === slice.versions[index] ? ready(now) : { skip: "changed" as const };
    const change = decision && "change" in decision ? decision.change : undefined;
    const skip = change ? undefined : decision && "skip" in decision ? decision.skip : "changed";
    const failing = change ? failingAfter(change) : [];
    return [{ place: from + index, unit, change, failing, ticked: !out.has(id), skip }];
  });
}

async function planned(actor: Actor, plan: PlanRow, units: readonly EditableUnit[], chosen: readonly number[]) {
  const ready = await readyAgain(plan.asked.wish);
  const known = await knownOf(db, actor, ready, units, { chosen, plan: plan.id });
  return (unit: EditableUnit) => decide(actor, unit, ready, known);
}

/** Leaves strings of a plan out, or takes them in again. @throws Conflict when it is carried out already */
export async function tickStrings(actor: Actor, plan: PlanRow, ticks: Ticks): Promise<void> {
  await inTransaction((tx) => tickInside(tx, actor, plan, ticks));
}
