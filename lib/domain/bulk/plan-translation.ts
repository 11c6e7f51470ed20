import { bulkPlans, bulkProposals } from "@/lib/generated/tables";
import { assigned, eachRow, named, pick, recordset } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asWritten } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser, loadActor } from "../access/actor";
import { can } from "../access/demand";
import { DomainError, Failed, type FieldError, Invalid, worded } from "../errors";
import { demandAuto, findCandidates, findSources } from "../machinery/auto-translate";
import { AUTO_MODES, type TranslationCandidate } from "../machinery/candidates";
import type { Payload } from "../tasks/kinds";
import { createTask } from "../tasks/tasks";
import type { PathObject } from "../translations/resolve-path";
import {
  listTranslations,
  type TranslationRow,
  translationScope,
  translationsById,
} from "../translations/translations";
import { editableById } from "../units/units";
import type { ProposalDetails } from "./internal/decide";
import { findStrings } from "./internal/find-strings";
import { PLAN_COLUMNS, type PlanCounts, type PlanMaking, type PlanRow } from "./internal/stored-plan";
import { demandPlace } from "./place";
import { type BulkPlan, findPlan, keepPlan, lookAtThese } from "./plan";
import { readyAgain, type TranslateWish } from "./wish";

const [b, r] = [bulkPlans.as("b"), bulkProposals.as("r")];

/**
 * Plans of automatic translation. Services are asked once, when the plan is made: what they say is kept with it, shown, and
 * written when the plan is carried out. That takes its time, so that a task makes the plan.
 */

/** Strings that sources are asked about before what they said is kept. */
const BATCH = 100;

/** Languages of a component that are translated at once. */
const MOST_LANGUAGES = 1000;

const NOTHING: PlanCounts = {
  found: 0,
  approved: 0,
  failing: 0,
  checked: 0,
  skipped: {},
  components: [],
  languages: [],
};

/**
 * Begins a plan to translate the strings of a translation, or of all languages of a component, that a search finds; an
 * empty search finds translated ones, too. Needs `translation.auto`.
 * @throws Unauthenticated, Forbidden, Busy; Invalid naming the fields
 */
export async function planTranslation(
  actor: Actor,
  place: PathObject,
  wish: TranslateWish,
  q: string,
): Promise<BulkPlan> {
  if (place.kind !== "translation" && place.kind !== "component")
    throw Invalid.field("path", refusal("stringsTranslatedAutomatically"));
  await demandPlace(actor, place, ["translation.auto"]);
  const errors: FieldError[] = [];
  if (!AUTO_MODES.includes(wish.mode))
    errors.push({
      path: "mode",
      code: "invalid_choice",
      ...worded(refusal("chooseOneOf", { choices: AUTO_MODES.join(", ") })),
    });
  if (!Number.isInteger(wish.threshold) || wish.threshold < 1 || wish.threshold > 100)
    errors.push({ path: "threshold", code: "invalid", ...worded(refusal("enterNumberBetween")) });
  if (errors.length > 0) throw new Invalid(errors);
  const [first] = await openTranslations(actor, place, wish);
  await findSources(actor, first, wish);
  const unitIds = await findStrings(actor, place, await readyAgain(wish), { q });
  const id = await inTransaction(async (tx) => {
    const empty = { versions: [], chosen: [], keptOut: [] };
    const plan = await keepPlan(tx, actor, place, { wish: { wish, q }, counts: NOTHING, unitIds, ...empty });
    const { id: task } = await createTask(tx, {
      kind: "plan-translation",
      payload: { plan, user: actor.userId, tokenProject: actor.tokenProjectId, cause: actor.cause },
      userId: ledgerUser(actor) ?? undefined,
      projectId: place.project.id,
      componentId: place.component.id,
    });
    const making: PlanMaking = { task, at: 0, total: unitIds.length, done: false, problems: {} };
    await tx.run(sql`update ${b} set ${assigned(b, { making })} where ${b.id} = ${plan}`);
    return plan;
  });
  return findPlan(actor, id);
}

/** The translations of the place that may be translated automatically. @throws what hinders the first one, where none may */
async function openTranslations(
  actor: Actor,
  place: PathObject & { kind: "translation" | "component" },
  { mode }: TranslateWish,
): Promise<[TranslationRow, ...TranslationRow[]]> {
  if (place.kind === "translation") {
    demandAuto(actor, place.translation, mode);
    return [place.translation];
  }
  const window = { limit: MOST_LANGUAGES, offset: 0 };
  const { rows } = await listTranslations(actor, { component: place.component }, window);
  let why: unknown;
  const open = rows.filter((translation) => {
    if (translation.isSource || !can(actor, "translation.auto", translationScope(translation))) return false;
    try {
      demandAuto(actor, translation, mode);
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      why ??= error;
      return false;
    }
  });
  const [first, ...more] = open;
  if (first) return [first, ...more];
  throw why ?? Invalid.field("path", refusal("noLanguageComponent"));
}

type Report = (done: number, total: number) => Promise<void> | void;

/** Makes a plan; called by the background function. Done again it goes on. */
export async function makeTranslationPlan(
  payload: Payload<"plan-translation">,
  report: Report = () => {},
): Promise<{ plan: string; found: number }> {
  const { user, tokenProject, cause, plan: id } = payload;
  const actor = await loadActor(user, { tokenProjectId: tokenProject ?? undefined, cause });
  if (!actor) throw new Failed(refusal("accountAskedPlan"));
  for (;;) {
    const plan = await db.one(sql`select ${PLAN_COLUMNS} from ${b} where ${b.id} = ${id}`);
    if (!plan?.making || plan.asked.wish.act !== "translate") throw new Failed(refusal("planNoLonger"));
    const { making } = plan;
    if (making.done) return { plan: id, found: plan.strings };
    if (making.at >= making.total) await complete(actor, plan, making);
    else await takeBatch(actor, plan, making, plan.asked.wish);
    await report(Math.min(making.at + BATCH, making.total), making.total);
  }
}

/** Asks about the next strings, and keeps what was said and how far it came in one transaction. */
async function takeBatch(actor: Actor, plan: PlanRow, making: PlanMaking, wish: TranslateWish): Promise<void> {
  const { at } = making;
  const slice = await db.one(sql`
    select ${named({ ids: asWritten(b.unitIds, sql`${b.unitIds}[${at + 1}::int:${at + BATCH}::int]`) })} from ${b} where ${b.id} = ${plan.id}`);
  const ids = slice?.ids ?? [];
  const idsOf = new Map<number, number[]>();
  for (const unit of await editableById(actor, ids))
    idsOf.set(unit.translationId, [...(idsOf.get(unit.translationId) ?? []), unit.id]);
  const problems = new Map(Object.entries(making.problems));
  const found: TranslationCandidate[] = [];
  for (const translation of await translationsById(actor, [...idsOf.keys()])) {
    const said = await askFor(actor, translation, wish, idsOf.get(translation.id) ?? [], new Set(problems.keys()));
    found.push(...said.candidates);
    for (const [source, problem] of said.problems) problems.set(source, problem);
  }
  const next: PlanMaking = { ...making, at: at + ids.length, problems: Object.fromEntries(problems) };
  await inTransaction(async (tx) => {
    if ((await lockMaking(tx, plan.id))?.at !== at) return;
    await propose(tx, plan.id, found);
    await tx.run(sql`update ${b} set ${assigned(b, { making: next })} where ${b.id} = ${plan.id}`);
  });
}

async function askFor(
  actor: Actor,
  translation: TranslationRow,
  wish: TranslateWish,
  unitIds: readonly number[],
  failed: ReadonlySet<string>,
) {
  try {
    demandAuto(actor, translation, wish.mode);
  } catch (error) {
    // A language of the component that is not translated automatically.
    if (error instanceof DomainError) return { candidates: [], problems: [] };
    throw error;
  }
  const sources = await findSources(actor, translation, wish);
  return findCandidates(actor, translation, sources, { unitIds, threshold: wish.threshold, failed });
}

async function lockMaking(tx: Tx, id: string): Promise<PlanMaking | undefined> {
  const now = await tx.one(sql`select ${PLAN_COLUMNS} from ${b} where ${b.id} = ${id} for update`);
  return now?.making ?? undefined;
}

async function propose(tx: Tx, planId: string, found: readonly TranslationCandidate[]): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ unitId, version, targets, details: source, lost = [] }) => {
    const details: ProposalDetails = { source, lost: lost.slice(0, 20) };
    return { unitId, version, targets, details };
  });
  const like = { unitId: r.unitId, version: r.version, targets: r.targets, details: r.details };
  const w = recordset("w", like, rows);
  const { unitId, version, targets, details } = w;
  await tx.run(sql`
    insert into ${r} ${eachRow(r, { planId, unitId, version, targets, details })} from ${w} on conflict do nothing`);
}

/** Decides about the strings that a text was found for. */
async function complete(actor: Actor, plan: PlanRow, making: PlanMaking): Promise<void> {
  const row = await db.one(sql`select ${pick(b, "unitIds")} from ${b} where ${b.id} = ${plan.id}`);
  const looked = await lookAtThese(actor, await readyAgain(plan.asked.wish), row?.unitIds ?? [], plan.id);
  await inTransaction(async (tx) => {
    if ((await lockMaking(tx, plan.id))?.done !== false) return;
    await tx.run(sql`
      update ${b} set ${assigned(b, { ...looked, making: { ...making, done: true } })} where ${b.id} = ${plan.id}`);
  });
}
