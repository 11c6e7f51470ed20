import { comments, units, users } from "@/lib/generated/tables";
import { assigned, combined, outer, pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { countUnits, deferCountDifference } from "../counters/unit-counters";
import { Invalid, NotFound } from "../errors";
import { type EditableUnit, editableScope, findUnit, lockUnits } from "../units/units";
import type { Window } from "../window";

/** Whom a comment is for: the developers of the source, everybody, or this language. */
export const COMMENT_SCOPES = ["report", "global", "translation"] as const;
export type CommentScope = (typeof COMMENT_SCOPES)[number];

const [m, w] = [comments.as("m"), outer(users.as("w"))];

const COLUMNS = combined(pick(m, "id", "text", "createdAt"), pick(w, "username"));

const FROM = sql`from ${m} left join ${w} on ${w.id} = ${m.userId}`;

export type CommentRow = SelectedRow<typeof COLUMNS>;

export interface NewComment {
  scope: CommentScope;
  text: string;
  /** For comments taken over from elsewhere: when, and by the user with which address. Both take `project.edit`. */
  createdAt?: Date;
  userEmail?: string;
}

/** Comments on a string, those of its language and those for all languages, by id. @throws NotFound */
export async function listComments(
  actor: Actor,
  unitId: number,
  window: Window,
): Promise<{ rows: CommentRow[]; count: number }> {
  const unit = await findUnit(actor, unitId);
  const from = sql`
    ${FROM} where ${m.sourceId} = ${unit.sourceId} and (${m.translationId} is null or ${m.translationId} = ${unit.translationId})`;
  const [rows, all] = await Promise.all([
    db.rows(sql`select ${COLUMNS} ${from} order by ${m.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** Writes a comment. Needs `comment.add`. @throws NotFound, Forbidden, Invalid */
export async function addComment(actor: Actor, unitId: number, input: NewComment): Promise<CommentRow> {
  return inTransaction(async (tx) => {
    const [unit] = await lockUnits(tx, actor, [unitId]);
    if (!unit) throw new NotFound(`String ${unitId} does not exist, or you do not have permission to view it.`);
    demand(actor, "comment.add", editableScope(unit));
    if (input.createdAt || input.userEmail) demand(actor, "project.edit", editableScope(unit));
    const author = input.userEmail ? await authorOf(tx, input.userEmail) : ledgerUser(actor);
    const own = input.scope === "translation";
    const { text, createdAt } = input;
    const values = { sourceId: unit.sourceId, translationId: own ? unit.translationId : null, userId: author };
    const made = await tx.one(sql`
      insert into ${m} ${rowOf(m, { ...values, text, createdAt })} returning ${pick(m, "id")}`);
    await markCommented(tx, own ? unit.id : unit.sourceId);
    await tell(tx, actor, unit, input, author);
    const row = await tx.one(sql`select ${COLUMNS} ${FROM} where ${m.id} = ${made?.id}`);
    if (!row) throw new Error("The comment was not stored.");
    return row;
  });
}

async function authorOf(tx: Tx, email: string): Promise<number> {
  const user = await tx.one(sql`
    select ${pick(users, "id")} from ${users} where lower(${users.email}) = lower(${email}) and not ${users.isAnonymous}`);
  if (!user) throw Invalid.field("userEmail", `There is no user with the address ${email}.`, "does_not_exist");
  return user.id;
}

async function markCommented(tx: Tx, unitId: number): Promise<void> {
  const before = await countUnits(tx, [unitId]);
  await tx.run(sql`
    update ${units} set ${assigned(units, { commented: true })} where ${units.id} = ${unitId} and not ${units.commented}`);
  deferCountDifference(tx, before, await countUnits(tx, [unitId]));
}

async function tell(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  input: NewComment,
  authorId: number | null,
): Promise<void> {
  await record(tx, actor, [
    {
      action: ACTION.COMMENT_ADDED,
      authorId,
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: input.text,
      details: { scope: input.scope, comment: input.text },
    },
  ]);
}
