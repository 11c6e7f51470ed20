import { sourceUnits } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { type RichNode, readRichText, withoutCalls } from "@/lib/text/rich-text";
import type { Actor } from "../access/actor";
import { type CommentScope, commentSubject, newestComments, peopleOf, scopeOfComment } from "../discussion/comments";
import { type CommentRights, commentRights } from "../discussion/may-comment";
import type { UnitRow } from "../units/units";

/** A comment as the editor shows it. */
export interface EditorComment {
  id: number;
  scope: CommentScope;
  body: RichNode[];
  /** As it was typed, for those who may edit it; else "". */
  text: string;
  /** Null for one whose author has gone. */
  author: string | null;
  at: string;
  /** When it was edited last. */
  edited: string | null;
  resolved: boolean;
  may: CommentRights;
}

const MOST = 100;

async function explanationOf(sourceId: number): Promise<string> {
  const row = await db.one(
    sql`select ${pick(sourceUnits, "explanation")} from ${sourceUnits} where ${sourceUnits.id} = ${sourceId}`,
  );
  return row?.explanation ?? "";
}

/** Comments on a string that the actor has found, of its language and for all languages, oldest first. */
export async function commentsOf(
  actor: Actor,
  unit: Pick<UnitRow, "sourceId" | "translationId">,
): Promise<EditorComment[]> {
  const rows = await newestComments(actor, unit.sourceId, unit.translationId, MOST);
  const people = await peopleOf(rows);
  const rights = rows.map((row) => commentRights(actor, commentSubject(row)));
  const explanation = rights.some((may) => may.explain) ? await explanationOf(unit.sourceId) : "";
  return rows.map((row, index) => {
    const may = rights[index] as CommentRights;
    return {
      id: row.id,
      scope: scopeOfComment(row),
      body: readRichText(row.text, people(row)),
      text: may.edit ? row.text : "",
      author: row.fullName || row.username,
      at: row.createdAt.toISOString(),
      edited: row.editedAt?.toISOString() ?? null,
      resolved: row.resolved,
      // What the explanation says already is not offered to it again.
      may: { ...may, explain: may.explain && !explanation.includes(withoutCalls(row.text)) },
    };
  });
}
