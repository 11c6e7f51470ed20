import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { moveBetweenLater, weighUnits } from "../counters/unit-counters";
import { Invalid, NotFound } from "../errors";
import { type EditableUnit, editablePlace, findUnit, lockUnits } from "../units/units";
import type { Window } from "../window";

/** Whom a comment is for: the developers of the source, everybody, or this language. */
export const COMMENT_SCOPES = ["report", "global", "translation"] as const;
export type CommentScope = (typeof COMMENT_SCOPES)[number];

export interface CommentRow {
  id: number;
  text: string;
  createdAt: Date;
  username: string | null;
}

export interface NewComment {
  scope: CommentScope;
  text: string;
  /** For comments taken over from elsewhere: when, and by the user with which address. Both take `project.edit`. */
  createdAt?: Date;
  userEmail?: string;
}

const COLUMNS = sql`m.id, m.text, m.created_at, u.username`;

/** Comments on a string, those of its language and those for all languages, by id. @throws NotFound */
export async function listComments(
  actor: Actor,
  unitId: number,
  window: Window,
): Promise<{ rows: CommentRow[]; count: number }> {
  const unit = await findUnit(actor, unitId);
  const from = sql`
    from comments m left join users u on u.id = m.user_id
    where m.source_id = ${unit.sourceId} and (m.translation_id is null or m.translation_id = ${unit.translationId})`;
  const [rows, counted] = await Promise.all([
    db.rows<CommentRow>(sql`select ${COLUMNS} ${from} order by m.id limit ${window.limit} offset ${window.offset}`),
    db.one<{ count: number }>(sql`select count(*)::int as count ${from}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** Writes a comment. Needs `comment.add`. @throws NotFound, Forbidden, Invalid */
export async function addComment(actor: Actor, unitId: number, input: NewComment): Promise<CommentRow> {
  return inTransaction(async (tx) => {
    const [unit] = await lockUnits(tx, actor, [unitId]);
    if (!unit) throw new NotFound(`There is no string ${unitId}, or you may not see it.`);
    demand(actor, "comment.add", editablePlace(unit));
    if (input.createdAt || input.userEmail) demand(actor, "project.edit", editablePlace(unit));
    const author = input.userEmail ? await authorOf(tx, input.userEmail) : ledgerUser(actor);
    const own = input.scope === "translation";
    const made = await tx.one<{ id: number }>(sql`
      insert into comments (source_id, translation_id, user_id, text, created_at)
      values (${unit.sourceId}, ${own ? unit.translationId : null}, ${author}, ${input.text}, coalesce(${input.createdAt ?? null}::timestamptz, now())) returning id`);
    await markCommented(tx, own ? unit.id : unit.sourceId);
    await tell(tx, actor, unit, input, author);
    const row = await tx.one<CommentRow>(
      sql`select ${COLUMNS} from comments m left join users u on u.id = m.user_id where m.id = ${made?.id}`,
    );
    if (!row) throw new Error("The comment was not stored.");
    return row;
  });
}

async function authorOf(tx: Tx, email: string): Promise<number> {
  const user = await tx.one<{ id: number }>(
    sql`select id from users where lower(email) = lower(${email}) and not is_anonymous`,
  );
  if (!user) throw Invalid.field("user_email", `There is no user with the address ${email}.`, "does_not_exist");
  return user.id;
}

async function markCommented(tx: Tx, unitId: number): Promise<void> {
  const before = await weighUnits(tx, [unitId]);
  await tx.run(sql`update units set commented = true where id = ${unitId} and not commented`);
  moveBetweenLater(tx, before, await weighUnits(tx, [unitId]));
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
