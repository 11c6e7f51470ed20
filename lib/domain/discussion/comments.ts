import {
  comments,
  components,
  languages,
  projects,
  sourceUnits,
  translations,
  units,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asNumber, asText, counted, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { checksumOf } from "@/lib/text/hash";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Actor, ledgerUser, SERVICE } from "../access/actor";
import { demand, type PermissionScope, visibleComponents } from "../access/demand";
import { pseudonymOf, withoutAccount } from "../access/pseudonym";
import { ACTION } from "../change-actions";
import { record, tellLanguages } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { putLabel } from "../labels/put-label";
import { applyEdits } from "../units/apply-edits";
import { refreshCommented } from "../units/commented";
import { type EditableUnit, editableScope, findUnit, lockUnits } from "../units/units";
import type { Window } from "../window";
import { mentionedUsers } from "./internal/mentions";
import type { CommentSubject } from "./may-comment";

/** Whom a comment is for: the developers of the source, everybody, or this language. */
export const COMMENT_SCOPES = ["report", "global", "translation"] as const;
export type CommentScope = (typeof COMMENT_SCOPES)[number];

/** The label that a report puts on a source string where sources are reviewed. */
const SOURCE_LABEL = { name: "Source needs review", color: "red" } as const;

/** Characters of one comment. */
export const MOST_CHARACTERS = 1000;

const [m, w, s, u] = [comments.as("m"), outer(users.as("w")), sourceUnits.as("s"), units.as("u")];
const [c, p, t, l] = [components.as("c"), projects.as("p"), outer(translations.as("t")), languages.as("l")];
const a = users.as("a");

const COLUMNS = combined(
  pick(
    m,
    "id",
    "text",
    "createdAt",
    "editedAt",
    "resolved",
    "report",
    "sourceId",
    "translationId",
    "userId",
    "mentions",
  ),
  pick(w, "username", "fullName"),
  named({
    pseudonym: pseudonymOf(sql`${m.userId}`, sql`${p.id}`),
    /** The string that it stands on: of its language, or the source for all. */
    unitId: asNumber(sql`coalesce((select ${u.id} from ${u}
      where ${u.sourceId} = ${m.sourceId} and ${u.translationId} = ${m.translationId}), ${m.sourceId})`),
    idHash: hashText(s.idHash),
    sources: s.sources,
    languageId: l.id,
    languageCode: l.code,
    languageName: l.name,
    componentId: c.id,
    componentName: c.name,
    componentSlug: c.slug,
    restricted: c.restricted,
    categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
    projectId: p.id,
    projectName: p.name,
    projectSlug: p.slug,
    accessControl: p.accessControl,
  }),
);

const FROM = sql`
  from ${m} join ${s} on ${s.id} = ${m.sourceId} join ${c} on ${c.id} = ${s.componentId} join ${p} on ${p.id} = ${c.projectId}
  left join ${t} on ${t.id} = ${m.translationId} left join ${w} on ${w.id} = ${m.userId}
  join ${l} on ${l.id} = coalesce(${t.languageId}, ${c.sourceLanguageId})`;

export type CommentRow = SelectedRow<typeof COLUMNS>;

/** A comment as an actor may read it. */
function readable(actor: Actor, row: CommentRow): CommentRow {
  return { ...withoutAccount(actor, row), fullName: (actor.isAnonymous && row.pseudonym) || row.fullName };
}

/** @param tail which of them, and in which order */
const select = async (actor: Actor, tail: Sql): Promise<CommentRow[]> =>
  (await db.rows(sql`select ${COLUMNS} ${FROM} ${tail}`)).map((row) => readable(actor, row));

export interface NewComment {
  scope: CommentScope;
  text: string;
  /** For comments taken over from elsewhere: when, and by the user with which address. Both take `project.edit`. */
  createdAt?: Date;
  userEmail?: string;
}

/** The scope of a comment that is there. */
export function scopeOfComment({ translationId, report }: Pick<CommentRow, "translationId" | "report">): CommentScope {
  if (translationId !== null) return "translation";
  return report ? "report" : "global";
}

/** Where permissions for a comment are asked. */
function placeOf(row: CommentRow): PermissionScope {
  return {
    project: { id: row.projectId, accessControl: row.accessControl, name: row.projectName },
    component: { id: row.componentId, restricted: row.restricted, name: row.componentName },
    languageId: row.languageId,
  };
}

/** A comment as `commentRights` looks at it. */
export function commentSubject(row: CommentRow): CommentSubject {
  const { userId, resolved, translationId } = row;
  return { userId, resolved, translationId, scope: placeOf(row) };
}

/** Checksum of the string in addresses. */
export const commentChecksum = ({ idHash }: Pick<CommentRow, "idHash">): string => checksumOf(BigInt(idHash));

const missing = (id: number) => new NotFound(refusal("commentUnseen", { id }));

/** Comments on a string, those of its language and those for all languages, by id. @throws NotFound */
export async function listComments(
  actor: Actor,
  unitId: number,
  window: Window,
): Promise<{ rows: CommentRow[]; count: number }> {
  const unit = await findUnit(actor, unitId);
  const found = sql`
    where ${m.sourceId} = ${unit.sourceId} and (${m.translationId} is null or ${m.translationId} = ${unit.translationId})`;
  const [rows, all] = await Promise.all([
    select(actor, sql`${found} order by ${m.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${FROM} ${found}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** The newest comments on a string that the actor has found: those of its language and those for all, oldest first. */
export async function newestComments(
  actor: Actor,
  sourceId: number,
  translationId: number,
  limit: number,
): Promise<CommentRow[]> {
  const rows = await select(
    actor,
    sql`
    where ${m.sourceId} = ${sourceId} and (${m.translationId} is null or ${m.translationId} = ${translationId})
    order by ${m.id} desc limit ${limit}`,
  );
  return rows.reverse();
}

/** Comments that fit conditions over the aliases of comments `m`, components `c`, translations `t`; newest first. */
export function selectComments(actor: Actor, where: readonly Sql[], limit: number): Promise<CommentRow[]> {
  return select(
    actor,
    sql`where ${joinSql([visibleComponents(actor), ...where], " and ")} order by ${m.id} desc limit ${limit}`,
  );
}

/** A comment. @throws NotFound */
export async function findComment(actor: Actor, id: number, on: Pick<Tx, "one"> = db): Promise<CommentRow> {
  const row = await on.one(sql`select ${COLUMNS} ${FROM} where ${m.id} = ${id} and ${visibleComponents(actor)}`);
  if (!row) throw missing(id);
  return readable(actor, row);
}

/**
 * A comment and the string that it stands on, both locked until the transaction ends.
 * @throws NotFound, also when somebody else has removed it meanwhile
 */
export async function lockComment(tx: Tx, actor: Actor, id: number): Promise<{ row: CommentRow; unit: EditableUnit }> {
  await tx.run(sql`select 1 from ${m} where ${m.id} = ${id} for update`);
  const row = await findComment(actor, id, tx);
  const [unit] = await lockUnits(tx, actor, [row.unitId]);
  if (!unit) throw missing(id);
  return { row, unit };
}

/** The text of a comment as it is stored. @throws Invalid on `text` */
export function commentText(text: string): string {
  const kept = text.trim();
  if (kept === "") throw Invalid.field("comment", refusal("enterComment"), "blank");
  if (kept.length > MOST_CHARACTERS)
    throw Invalid.field("comment", refusal("commentMayMost", { most: MOST_CHARACTERS }), "max_length");
  if (kept.includes("\u0000") || !kept.isWellFormed())
    throw Invalid.field("comment", refusal("commentContainsCharacters"));
  return kept;
}

/** Pages of those whom comments mention, by their names in lower case, for each comment. */
export async function peopleOf(rows: readonly CommentRow[]): Promise<(row: CommentRow) => Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.mentions))];
  const found =
    ids.length === 0
      ? []
      : await db.rows(sql`select ${pick(a, "id", "username")} from ${a} where ${a.id} = any(${ids}::int[])`);
  const names = new Map(found.map(({ id, username }) => [id, username]));
  return (row) => {
    const called = row.mentions.flatMap((id) => names.get(id) ?? []);
    return new Map(called.map((name) => [name.toLowerCase(), urls.user(name).web]));
  };
}

/**
 * Writes a comment. Needs `comment.add`. A report puts a label on the source string where sources are reviewed.
 * @param options `once` takes the same words by the same person within ten minutes for the same comment, sent twice
 * @throws NotFound, Forbidden, Invalid
 */
export async function addComment(
  actor: Actor,
  unitId: number,
  input: NewComment,
  options: { once?: boolean } = {},
): Promise<CommentRow> {
  const text = commentText(input.text);
  const { componentId } = await findUnit(actor, unitId);
  const mentions = await mentionedUsers(text, componentId);
  return inTransaction(async (tx) => {
    const [unit] = await lockUnits(tx, actor, [unitId]);
    if (!unit) throw new NotFound(refusal("stringUnseen", { unitId }));
    demand(actor, "comment.add", editableScope(unit));
    if (input.createdAt || input.userEmail) demand(actor, "project.edit", editableScope(unit));
    const author = input.userEmail ? await authorOf(tx, input.userEmail) : ledgerUser(actor);
    const own = input.scope === "translation";
    const report = input.scope === "report";
    const { createdAt } = input;
    const translationId = own ? unit.translationId : null;
    const values = { sourceId: unit.sourceId, translationId, userId: author, text, report, mentions };
    const same = options.once
      ? await tx.one(sql`
          select ${pick(m, "id")} from ${m}
          where ${m.sourceId} = ${unit.sourceId} and ${m.translationId} is not distinct from ${translationId}::int
            and ${m.userId} = ${author} and ${m.text} = ${text} and ${m.report} = ${report}
            and ${m.createdAt} > now() - interval '10 minutes' order by ${m.id} limit 1`)
      : undefined;
    if (same) return findComment(actor, same.id, tx);
    const made = await tx.one(sql`insert into ${m} ${rowOf(m, { ...values, createdAt })} returning ${pick(m, "id")}`);
    await refreshCommented(tx, [own ? unit.id : unit.sourceId]);
    if (report && unit.sourceReview) await questionSource(tx, actor, unit);
    await tellOfComment(tx, actor, unit, ACTION.COMMENT_ADDED, {
      text,
      authorId: author,
      ofTranslation: translationId,
      details: { scope: input.scope, comment: text, ...(mentions.length > 0 ? { mentions } : {}) },
    });
    return findComment(actor, made?.id ?? 0, tx);
  });
}

/** A source that somebody doubts has a label, and needs editing where it can be edited here: its translations wait for it. */
async function questionSource(tx: Tx, actor: Actor, unit: EditableUnit): Promise<void> {
  await putLabel(tx, actor, unit, SOURCE_LABEL);
  if (!unit.hasTemplate) return;
  const [source] = await lockUnits(tx, SERVICE, [unit.sourceId]);
  if (source?.state !== STATE.TRANSLATED && source?.state !== STATE.APPROVED) return;
  const edit = { unit: source, targets: source.targets, state: STATE.NEEDS_EDITING, action: ACTION.MARKED_FOR_EDIT };
  // A mark of ours: no file is told of it.
  await applyEdits(tx, actor, [edit], { polish: false, pending: false });
}

async function authorOf(tx: Tx, email: string): Promise<number> {
  const user = await tx.one(sql`
    select ${pick(users, "id")} from ${users} where lower(${users.email}) = lower(${email}) and not ${users.isAnonymous}`);
  if (!user) throw Invalid.field("userEmail", refusal("noUserAddress", { email }), "does_not_exist");
  return user.id;
}

/** Writes a line about a comment of a string into the history. */
export async function tellOfComment(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  action: number,
  what: {
    text: string;
    old?: string;
    authorId?: number | null;
    details?: Record<string, unknown>;
    /** Null for a comment for all languages: whoever has the string open in another one is told, too. */
    ofTranslation: number | null;
  },
): Promise<void> {
  const { text: target, ofTranslation, ...rest } = what;
  await record(tx, actor, [
    {
      action,
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target,
      ...rest,
    },
  ]);
  if (ofTranslation === null) await tellLanguages(tx, [unit.sourceId]);
}
