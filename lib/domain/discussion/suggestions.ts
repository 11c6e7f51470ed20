import { projects, suggestions, units, users, votes as voteTable } from "@/lib/generated/tables";
import { assigned, combined, named, names, outer, pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asNumber, counted } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, throwDenial, visibleComponents } from "../access/demand";
import { denied } from "../access/denied";
import { pseudonymOf, withoutAccount } from "../access/pseudonym";
import { ACTION } from "../change-actions";
import { type ChangeLine, joinForms, record } from "../changes/record";
import { Conflict, Forbidden, Invalid, NotFound } from "../errors";
import { agreementSigned } from "../units/agreement";
import { validateEdit } from "../units/edit-unit";
import { contributionDenial, editDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { refreshSuggested, removeDecided, suggesterOf } from "../units/suggested";
import { type EditableUnit, editableScope, findUnit, lockUnits, UNIT_FROM } from "../units/units";
import type { Window } from "../window";
import { isOwnSuggestion, mayVote, suggestedText, suggestingDenial, votesAccept } from "./may-suggest";

/** Texts that wait for somebody's decision. */

const [u, g, v, w] = [units.as("u"), suggestions.as("g"), voteTable.as("v"), outer(users.as("w"))];
const p = projects.as("p");

const COLUMNS = combined(
  pick(g, "id", "unitId", "userId"),
  pick(w, "username"),
  named({ pseudonym: pseudonymOf(sql`${g.userId}`, sql`${p.id}`) }),
  pick(g, "targets", "cause", "createdAt"),
  /** Sum of the votes. */
  named({
    votes: asNumber(sql`(select coalesce(sum(${v.value}), 0)::int from ${v} where ${v.suggestionId} = ${g.id})`),
  }),
);

export type SuggestionRow = SelectedRow<typeof COLUMNS>;

const JOINS = sql`join ${g} on ${g.unitId} = ${u.id} left join ${w} on ${w.id} = ${g.userId}`;

/** Suggestions the actor may see, newest first; of one string when given. */
export async function listSuggestions(
  actor: Actor,
  filter: { unitId?: number },
  window: Window,
): Promise<{ rows: SuggestionRow[]; count: number }> {
  const parts: Sql[] = [visibleComponents(actor)];
  if (filter.unitId !== undefined) parts.push(sql`${g.unitId} = ${filter.unitId}`);
  const where = joinSql(parts, " and ");
  const [rows, all] = await Promise.all([
    db
      .rows(sql`
        select ${COLUMNS} ${UNIT_FROM} ${JOINS} where ${where}
        order by ${g.createdAt} desc, ${g.id} desc limit ${window.limit} offset ${window.offset}`)
      .then((found) => found.map((row) => withoutAccount(actor, row))),
    db.one(sql`select ${counted} ${UNIT_FROM} ${JOINS} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

async function select(on: Pick<Tx, "one">, actor: Actor, id: number): Promise<SuggestionRow> {
  const row = await on.one(
    sql`select ${COLUMNS} ${UNIT_FROM} ${JOINS} where ${g.id} = ${id} and ${visibleComponents(actor)}`,
  );
  if (!row) throw new NotFound(refusal("suggestionUnseen", { id }));
  return withoutAccount(actor, row);
}

/** A suggestion. @throws NotFound */
export function findSuggestion(actor: Actor, id: number): Promise<SuggestionRow> {
  return select(db, actor, id);
}

async function lockUnit(tx: Tx, actor: Actor, id: number): Promise<EditableUnit> {
  const [unit] = await lockUnits(tx, actor, [id]);
  if (!unit) throw new NotFound(refusal("stringUnseen", { unitId: id }));
  return unit;
}

/** What voting, or being the last vote that was needed, came to. */
export interface VoteOutcome {
  result: "voted" | "accepted";
  /** Undefined once it was accepted. */
  suggestion: SuggestionRow | undefined;
}

/**
 * Suggests a text. Needs `suggestion.add`. One that is there already gets a vote instead, from those who may vote.
 * @param options `sources` are the forms of the source that the text was written for; left out means whatever stands;
 *   `authorId` is whose text it is, where that is somebody else (null: nobody knows)
 * @throws NotFound, Forbidden, Invalid on `target`; Conflict when the source says something else now
 */
export async function addSuggestion(
  actor: Actor,
  unitId: number,
  targets: readonly string[],
  options: { sources?: readonly string[]; authorId?: number | null } = {},
): Promise<{ made: SuggestionRow } | { vote: VoteOutcome }> {
  return inTransaction(async (tx) => {
    const unit = await lockUnit(tx, actor, unitId);
    const why = suggestingDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
    if (why) throwDenial(why);
    if (options.sources && joinForms(options.sources) !== joinForms(unit.sources))
      throw new Conflict(refusal("sourceTextChanged"));
    const text = suggestedText(unit, targets);
    const same = await tx.one(sql`
      select ${pick(g, "id")} from ${g} where ${g.unitId} = ${unit.id} and ${g.targets} = ${text}::text[]
      order by ${g.id} limit 1`);
    if (same) {
      if (!mayVote(actor, unit)) throw Invalid.field("target", refusal("suggestionAlreadyExists"), "unique");
      return { vote: await voteInside(tx, actor, unit, same.id, 1) };
    }
    const authorId = options.authorId === undefined ? ledgerUser(actor) : options.authorId;
    const values = { unitId: unit.id, userId: authorId, targets: text };
    const made = await tx.one(sql`insert into ${g} ${rowOf(g, values)} returning ${pick(g, "id")}`);
    const id = made?.id ?? 0;
    if (mayVote(actor, unit))
      await tx.run(sql`insert into ${v} ${rowOf(v, { suggestionId: id, userId: actor.userId, value: 1 })}`);
    await refreshSuggested(tx, [unit.id]);
    await tell(tx, actor, unit, ACTION.SUGGESTION_ADDED, { targets: text, authorId });
    return { made: await select(tx, actor, id) };
  });
}

/** Votes for (1) or against (-1) a suggestion; enough votes accept it. Needs `suggestion.vote`. */
export async function voteOn(actor: Actor, id: number, value: 1 | -1): Promise<VoteOutcome> {
  return inTransaction(async (tx) => {
    const { unitId } = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, unitId);
    await select(tx, actor, id);
    demand(actor, "suggestion.vote", editableScope(unit));
    if (!unit.suggestionVoting)
      throw new Forbidden(denied("not-supported", refusal("votingOff", { component: unit.componentName })));
    return voteInside(tx, actor, unit, id, value);
  });
}

async function voteInside(tx: Tx, actor: Actor, unit: EditableUnit, id: number, value: 1 | -1): Promise<VoteOutcome> {
  const why = contributionDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
  if (why) throwDenial(why);
  await tx.run(sql`
    insert into ${v} ${rowOf(v, { suggestionId: id, userId: actor.userId, value })}
    on conflict (${names(v, "suggestionId", "userId")}) do update set ${assigned(v, { value })}`);
  const suggestion = await select(tx, actor, id);
  if (!votesAccept(actor, unit, suggestion)) return { result: "voted", suggestion };
  await take(tx, actor, unit, suggestion, STATE.TRANSLATED);
  return { result: "accepted", suggestion: undefined };
}

/**
 * Makes a suggestion the translation, credited to whoever suggested it. Needs `suggestion.accept`.
 * @param approve true approves it at once, which takes `unit.review`
 * @param options `baseVersion` is the version of the string that was looked at; left out means whatever stands
 * @throws NotFound, Forbidden, Invalid; Conflict with the current UnitRow when `baseVersion` is outdated
 */
export async function acceptSuggestion(
  actor: Actor,
  id: number,
  approve: boolean,
  options: { baseVersion?: number } = {},
): Promise<void> {
  const { baseVersion } = options;
  const outdated = await inTransaction(async (tx) => {
    const { unitId } = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, unitId);
    // Read again behind the lock: somebody else may have decided it meanwhile.
    const suggestion = await select(tx, actor, id);
    const why = editDenial(actor, unit, {
      agreementSigned: await agreementSigned(tx, actor, unit),
      permission: "suggestion.accept",
    });
    if (why) throwDenial(why);
    if (baseVersion !== undefined && baseVersion !== unit.version) return findUnit(actor, unitId, tx);
    const state = approve ? STATE.APPROVED : STATE.TRANSLATED;
    validateEdit(actor, unit, { targets: suggestion.targets, state });
    await take(tx, actor, unit, suggestion, state);
    return undefined;
  });
  if (outdated) throw new Conflict(refusal("stringChangedSince"), outdated);
}

async function take(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  suggestion: SuggestionRow,
  state: UnitState,
): Promise<void> {
  await applyAndPropagate(
    tx,
    actor,
    [
      {
        ...{ unit, targets: suggestion.targets, state },
        ...{ action: ACTION.SUGGESTION_ACCEPTED, suggesterId: suggesterOf(suggestion) },
      },
    ],
    { authorId: suggestion.userId ?? ledgerUser(actor), textOf: suggestion.userId },
  );
  await removeDecided(tx, unit.id, suggestion.id);
}

/** Removes a suggestion: one's own, or with `suggestion.delete` any. @throws NotFound, Forbidden */
export async function removeSuggestion(
  actor: Actor,
  id: number,
  reason: { text: string; isSpam: boolean },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { unitId } = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, unitId);
    const suggestion = await select(tx, actor, id);
    if (!isOwnSuggestion(actor, suggestion)) demand(actor, "suggestion.delete", editableScope(unit));
    await removeDecided(tx, unit.id, id);
    await tell(tx, actor, unit, ACTION.SUGGESTION_REMOVED, {
      targets: suggestion.targets,
      suggesterId: suggesterOf(suggestion),
      details: { ...(reason.text ? { rejection_reason: reason.text } : {}), is_spam: reason.isSpam },
    });
  });
}

function tell(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  action: number,
  { targets, ...what }: Pick<ChangeLine, "details" | "authorId" | "suggesterId"> & { targets: readonly string[] },
): Promise<void> {
  return record(tx, actor, [
    {
      action,
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: joinForms(targets),
      ...what,
    },
  ]);
}
