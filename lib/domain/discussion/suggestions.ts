import { db, inTransaction, joinSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, refuse, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { moveBetweenLater, weighUnits } from "../counters/unit-counters";
import { Forbidden, Invalid, NotFound } from "../errors";
import { agreementSigned, validateEdit } from "../units/edit-unit";
import { contributionDenial, editDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { type EditableUnit, editablePlace, lockUnits, UNIT_FROM } from "../units/units";
import type { Window } from "../window";
import { isOwnSuggestion, mayVote, suggestedText, suggestingDenial, votesAccept } from "./may-suggest";

/** Texts that wait for somebody's decision. */

export interface SuggestionRow {
  id: number;
  unitId: number;
  userId: number | null;
  username: string | null;
  targets: string[];
  createdAt: Date;
  /** Sum of the votes. */
  votes: number;
}

const COLUMNS = sql`
  g.id, g.unit_id, g.user_id, w.username, g.targets, g.created_at,
  (select coalesce(sum(v.value), 0)::int from votes v where v.suggestion_id = g.id) as votes`;

const JOINS = sql`join suggestions g on g.unit_id = u.id left join users w on w.id = g.user_id`;

/** Suggestions the actor may see, newest first; of one string when given. */
export async function listSuggestions(
  actor: Actor,
  filter: { unitId?: number },
  window: Window,
): Promise<{ rows: SuggestionRow[]; count: number }> {
  const parts: Sql[] = [visibleComponents(actor)];
  if (filter.unitId !== undefined) parts.push(sql`g.unit_id = ${filter.unitId}`);
  const where = joinSql(parts, " and ");
  const [rows, counted] = await Promise.all([
    db.rows<SuggestionRow>(
      sql`select ${COLUMNS} ${UNIT_FROM} ${JOINS} where ${where} order by g.created_at desc, g.id desc limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count ${UNIT_FROM} ${JOINS} where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

async function select(on: Pick<Tx, "one">, actor: Actor, id: number): Promise<SuggestionRow> {
  const row = await on.one<SuggestionRow>(
    sql`select ${COLUMNS} ${UNIT_FROM} ${JOINS} where g.id = ${id} and ${visibleComponents(actor)}`,
  );
  if (!row) throw new NotFound(`There is no suggestion ${id}, or you may not see it.`);
  return row;
}

/** A suggestion. @throws NotFound */
export function findSuggestion(actor: Actor, id: number): Promise<SuggestionRow> {
  return select(db, actor, id);
}

async function lockUnit(tx: Tx, actor: Actor, id: number): Promise<EditableUnit> {
  const [unit] = await lockUnits(tx, actor, [id]);
  if (!unit) throw new NotFound(`There is no string ${id}, or you may not see it.`);
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
 * @throws NotFound, Forbidden, Invalid on `target`
 */
export async function addSuggestion(
  actor: Actor,
  unitId: number,
  targets: readonly string[],
): Promise<{ made: SuggestionRow } | { vote: VoteOutcome }> {
  return inTransaction(async (tx) => {
    const unit = await lockUnit(tx, actor, unitId);
    const why = suggestingDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
    if (why) refuse(why);
    const text = suggestedText(unit, targets);
    const same = await tx.one<{ id: number }>(
      sql`select id from suggestions where unit_id = ${unit.id} and targets = ${text}::text[] order by id limit 1`,
    );
    if (same) {
      if (!mayVote(actor, unit)) throw Invalid.field("target", "This has been suggested already.", "unique");
      return { vote: await voteInside(tx, actor, unit, same.id, 1) };
    }
    const made = await tx.one<{ id: number }>(sql`
      insert into suggestions (unit_id, user_id, targets) values (${unit.id}, ${ledgerUser(actor)}, ${text}::text[]) returning id`);
    const id = made?.id ?? 0;
    if (mayVote(actor, unit))
      await tx.run(sql`insert into votes (suggestion_id, user_id, value) values (${id}, ${actor.userId}, 1)`);
    await refreshSuggested(tx, unit.id);
    await tell(tx, actor, unit, ACTION.SUGGESTION_ADDED, { targets: text });
    return { made: await select(tx, actor, id) };
  });
}

/** Votes for (1) or against (-1) a suggestion; enough votes accept it. Needs `suggestion.vote`. */
export async function voteOn(actor: Actor, id: number, value: 1 | -1): Promise<VoteOutcome> {
  return inTransaction(async (tx) => {
    const { unitId } = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, unitId);
    demand(actor, "suggestion.vote", editablePlace(unit));
    if (!unit.suggestionVoting)
      throw new Forbidden({ reason: "not-supported", text: `Voting is switched off in ${unit.componentName}.` });
    return voteInside(tx, actor, unit, id, value);
  });
}

async function voteInside(tx: Tx, actor: Actor, unit: EditableUnit, id: number, value: 1 | -1): Promise<VoteOutcome> {
  const why = contributionDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
  if (why) refuse(why);
  await tx.run(sql`
    insert into votes (suggestion_id, user_id, value) values (${id}, ${actor.userId}, ${value})
    on conflict (suggestion_id, user_id) do update set value = excluded.value`);
  const suggestion = await select(tx, actor, id);
  if (!votesAccept(unit, suggestion)) return { result: "voted", suggestion };
  await take(tx, actor, unit, suggestion, 20);
  return { result: "accepted", suggestion: undefined };
}

/**
 * Makes a suggestion the translation, credited to whoever suggested it. Needs `suggestion.accept`.
 * @param approve true approves it at once, which takes `unit.review`
 * @throws NotFound, Forbidden, Invalid
 */
export async function acceptSuggestion(actor: Actor, id: number, approve: boolean): Promise<void> {
  await inTransaction(async (tx) => {
    const suggestion = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, suggestion.unitId);
    const why = editDenial(actor, unit, {
      agreementSigned: await agreementSigned(tx, actor, unit),
      permission: "suggestion.accept",
    });
    if (why) refuse(why);
    const state = approve ? STATE.APPROVED : STATE.TRANSLATED;
    validateEdit(actor, unit, { targets: suggestion.targets, state });
    await take(tx, actor, unit, suggestion, state);
  });
}

async function take(tx: Tx, actor: Actor, unit: EditableUnit, suggestion: SuggestionRow, state: number): Promise<void> {
  await applyAndPropagate(
    tx,
    actor,
    [{ unit, targets: suggestion.targets, state, action: ACTION.SUGGESTION_ACCEPTED }],
    { authorId: suggestion.userId ?? ledgerUser(actor) },
  );
  await tx.run(sql`delete from suggestions where id = ${suggestion.id}`);
  await refreshSuggested(tx, unit.id);
}

/** Removes a suggestion: one's own, or with `suggestion.delete` any. @throws NotFound, Forbidden */
export async function removeSuggestion(
  actor: Actor,
  id: number,
  reason: { text: string; isSpam: boolean },
): Promise<void> {
  await inTransaction(async (tx) => {
    const suggestion = await select(tx, actor, id);
    const unit = await lockUnit(tx, actor, suggestion.unitId);
    if (!isOwnSuggestion(actor, suggestion)) demand(actor, "suggestion.delete", editablePlace(unit));
    await tx.run(sql`delete from suggestions where id = ${id}`);
    await refreshSuggested(tx, unit.id);
    await tell(tx, actor, unit, ACTION.SUGGESTION_REMOVED, {
      targets: suggestion.targets,
      details: { ...(reason.text ? { rejection_reason: reason.text } : {}), is_spam: reason.isSpam },
    });
  });
}

/** Whether a string has suggestions is said on the string and counted above it. */
async function refreshSuggested(tx: Tx, unitId: number): Promise<void> {
  const before = await weighUnits(tx, [unitId]);
  await tx.run(sql`
    update units u set suggested = n.any from (select exists (select from suggestions where unit_id = ${unitId}) as any) n
    where u.id = ${unitId} and u.suggested <> n.any`);
  moveBetweenLater(tx, before, await weighUnits(tx, [unitId]));
}

function tell(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  action: number,
  what: { targets: readonly string[]; details?: Record<string, unknown> },
): Promise<void> {
  return record(tx, actor, [
    {
      action,
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: joinForms(what.targets),
      details: what.details,
    },
  ]);
}
