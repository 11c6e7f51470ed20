import { randomUUID } from "node:crypto";
import { suggestions, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { removeComment } from "../discussion/change-comment";
import { addComment } from "../discussion/comments";
import { acceptSuggestion } from "../discussion/suggestions";
import { Conflict, Invalid, NotFound, worded } from "../errors";
import { agreementSigned } from "../units/agreement";
import { authorsOfTexts, OWN_TEXT, ownApprovals } from "../units/four-eyes";
import { editDenial, reviewDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { suggestMany } from "../units/suggest-many";
import { type EditableUnit, editableScope, findUnit, lockUnits } from "../units/units";
import { reviewFacts } from "./review";
import { demandAccount } from "./save-string";
import { type EditorUnit, selectEditorUnits } from "./unit";

const g = suggestions.as("g");

/** What a reviewer does with texts that wait. `version` is the one of the string that was looked at. */
export type ReviewAct =
  | { act: "approve" | "unapprove"; strings: readonly { unit: number; version: number }[] }
  | { act: "reject"; unit: number; version: number; reason: string }
  | { act: "suggest"; unit: number; version: number }
  /** Takes back a rejection, and the comment that told of it. */
  | { act: "unreject"; unit: number; version: number; comment: number | null }
  | { act: "unsuggest"; unit: number; suggestion: number; version: number };

export interface ReviewOutcome {
  /** The strings as they are now. */
  units: EditorUnit[];
  /** Ids of strings that were left as they are, and why. */
  left: { unit: number; reason: string }[];
  /** What the act has made, by which it can be taken back. */
  comment?: number;
  suggestion?: number;
}

const CHANGED = refusal("stringChangedRead");

/** @throws Forbidden unless the actor may review a string and change it */
async function demandReview(tx: Tx, actor: Actor, unit: EditableUnit): Promise<void> {
  const why =
    reviewDenial(actor, unit) ?? editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
  if (why) throwDenial(why);
}

/** One string under review, locked. @throws NotFound, Forbidden, Conflict */
async function underReview(tx: Tx, actor: Actor, id: number, version: number): Promise<EditableUnit> {
  const [unit] = await lockUnits(tx, actor, [id]);
  if (!unit) throw new NotFound(refusal("stringUnseen", { unitId: id }));
  await demandReview(tx, actor, unit);
  if (unit.version !== version) throw new Conflict(CHANGED, await findUnit(actor, id, tx));
  return unit;
}

/** Components whose agreement the actor has signed, or that have none. */
async function signedIn(tx: Tx, actor: Actor, units: readonly EditableUnit[]): Promise<Set<number>> {
  const components = new Map(units.map((unit) => [unit.componentId, unit]));
  const signed = new Set<number>();
  for (const [id, unit] of components) if (await agreementSigned(tx, actor, unit)) signed.add(id);
  return signed;
}

/**
 * Approves texts as they stand, or takes approvals back, with a constant number of statements. What may not be approved,
 * or says something else by now, is left as it is.
 */
async function mark(
  actor: Actor,
  strings: readonly { unit: number; version: number }[],
  state: typeof STATE.APPROVED | typeof STATE.TRANSLATED,
): Promise<ReviewOutcome["left"]> {
  const from = state === STATE.APPROVED ? STATE.TRANSLATED : STATE.APPROVED;
  const wanted = new Map(strings.map(({ unit, version }) => [unit, version]));
  return inTransaction(async (tx) => {
    const units = await lockUnits(tx, actor, [...wanted.keys()]);
    const signed = await signedIn(tx, actor, units);
    const edits = units.map((unit) => ({ unit, targets: unit.targets, state: state as UnitState }));
    const own = await ownApprovals(tx, actor, edits);
    const why = (unit: EditableUnit): string | undefined => {
      if (unit.version !== wanted.get(unit.id) || unit.state !== from) return worded(CHANGED).message;
      const denial =
        reviewDenial(actor, unit) ?? editDenial(actor, unit, { agreementSigned: signed.has(unit.componentId) });
      return denial?.text ?? (own.has(unit.id) ? OWN_TEXT.text : undefined);
    };
    const left = units.flatMap((unit) => {
      const reason = why(unit);
      return reason === undefined ? [] : [{ unit: unit.id, reason }];
    });
    const out = new Set(left.map(({ unit }) => unit));
    const rest = edits.filter(({ unit }) => !out.has(unit.id));
    if (rest.length > 0) await applyAndPropagate(tx, actor, rest, { approvalAsked: true });
    const known = new Set(units.map(({ id }) => id));
    const gone = [...wanted.keys()].filter((id) => !known.has(id));
    return [...left, ...gone.map((unit) => ({ unit, reason: "This string has been removed." }))];
  });
}

/** Sends a text back: it needs editing, and whoever wrote it is called by name in a comment that says why. */
async function reject(actor: Actor, id: number, version: number, reason: string): Promise<number | undefined> {
  const why = reason.trim();
  if (why === "") throw Invalid.field("reason", refusal("sayWhyAuthor"), "blank");
  const { author, tell } = await inTransaction(async (tx) => {
    const unit = await underReview(tx, actor, id, version);
    const writer = (await authorsOfTexts(tx, [id])).get(id) ?? null;
    const edit = { unit, targets: unit.targets, state: STATE.NEEDS_EDITING, action: ACTION.MARKED_FOR_EDIT };
    await applyAndPropagate(tx, actor, [{ ...edit, details: { rejection_reason: why } }]);
    const name =
      writer === null || writer === ledgerUser(actor)
        ? undefined
        : await tx.one(
            sql`select ${pick(users, "username")} from ${users} where ${users.id} = ${writer} and ${users.isActive}`,
          );
    return { author: name?.username, tell: can(actor, "comment.add", editableScope(unit)) };
  });
  if (!tell) return undefined;
  const text = author === undefined ? why : `@${author} ${why}`;
  return (await addComment(actor, id, { scope: "translation", text })).id;
}

/** Makes a text a suggestion of whoever wrote it; the string says again what was approved before, or nothing. */
async function setAside(actor: Actor, id: number, version: number): Promise<number | undefined> {
  const facts = (await reviewFacts(actor, [id]))[0];
  return inTransaction(async (tx) => {
    const unit = await underReview(tx, actor, id, version);
    if (!unit.enableSuggestions)
      throwDenial(denied("not-supported", refusal("noSuggestions", { component: unit.componentName })));
    const author = (await authorsOfTexts(tx, [id])).get(id) ?? null;
    const before = facts?.wasApproved ? facts.before : unit.targets.map(() => "");
    const state = before.some((text) => text !== "") ? STATE.APPROVED : STATE.EMPTY;
    // What was approved before is not approved now.
    await applyAndPropagate(tx, actor, [{ unit, targets: before, state }], { approvalAsked: true });
    const [now] = await lockUnits(tx, actor, [id]);
    if (!now) throw new NotFound(refusal("stringHasBeenRemoved", { unitId: id }));
    const operationId = randomUUID();
    await suggestMany(tx, actor, [{ unit: now, targets: unit.targets }], {
      cause: "person",
      operationId,
      authorId: author,
    });
    const made = await tx.one(sql`
      select ${pick(g, "id")} from ${g} where ${g.unitId} = ${id} and ${g.targets} = ${unit.targets}::text[] order by ${g.id} desc limit 1`);
    return made?.id;
  });
}

/**
 * Does what a reviewer decided. An act on one string is refused as a whole; of several, each one stands for itself.
 * @returns the strings as they are now
 * @throws Unauthenticated when nobody, or another account, is signed in; NotFound, Forbidden, Invalid; Conflict for a string
 *   that says something else by now
 */
export async function reviewStrings(actor: Actor, what: ReviewAct, accountId: number): Promise<ReviewOutcome> {
  demandAccount(actor, accountId);
  const now = (...ids: number[]) => selectEditorUnits(actor, ids);
  switch (what.act) {
    case "approve":
    case "unapprove": {
      const left = await mark(actor, what.strings, what.act === "approve" ? STATE.APPROVED : STATE.TRANSLATED);
      return { units: await now(...what.strings.map(({ unit }) => unit)), left };
    }
    case "reject": {
      const comment = await reject(actor, what.unit, what.version, what.reason);
      return { units: await now(what.unit), left: [], comment };
    }
    case "unreject": {
      await inTransaction(async (tx) => {
        const unit = await underReview(tx, actor, what.unit, what.version);
        await applyAndPropagate(tx, actor, [{ unit, targets: unit.targets, state: STATE.TRANSLATED }]);
      });
      if (what.comment !== null) await removeComment(actor, what.comment);
      return { units: await now(what.unit), left: [] };
    }
    case "suggest": {
      const suggestion = await setAside(actor, what.unit, what.version);
      return { units: await now(what.unit), left: [], suggestion };
    }
    case "unsuggest": {
      await acceptSuggestion(actor, what.suggestion, false, { baseVersion: what.version });
      return { units: await now(what.unit), left: [] };
    }
  }
}
