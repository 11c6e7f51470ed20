import { comments, components, translations } from "@/lib/generated/tables";
import { outer } from "@/lib/platform/columns";
import { type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { type CommentRow, type CommentScope, peopleOf, selectComments } from "./comments";

const [m, c, t] = [comments.as("m"), components.as("c"), outer(translations.as("t"))];

/** Whose comments are listed; all that the actor may read without. Those for all languages belong to each of them. */
export interface CommentPlace {
  projectId?: number;
  componentId?: number;
  translationId?: number;
  languageId?: number;
}

export interface CommentFilter {
  resolved: boolean;
  scope?: CommentScope;
  /** Only comments before this one. */
  before?: number;
}

/** A piece of a list of comments. */
export interface CommentPage {
  rows: CommentRow[];
  /** Pages of those whom a comment mentions, by their names in lower case. */
  people: (row: CommentRow) => Map<string, string>;
  /** Where the next piece begins; undefined when this is the last. */
  next: number | undefined;
}

const SCOPES: Readonly<Record<CommentScope, Sql>> = {
  translation: sql`${m.translationId} is not null`,
  global: sql`${m.translationId} is null and not ${m.report}`,
  report: sql`${m.translationId} is null and ${m.report}`,
};

/** Comments of a place, newest first. */
export async function commentsWithin(
  actor: Actor,
  { projectId, componentId, translationId, languageId }: CommentPlace,
  { resolved, scope, before }: CommentFilter,
  size: number,
): Promise<CommentPage> {
  const where = [
    sql`${m.resolved} = ${resolved}`,
    ...(projectId === undefined ? [] : [sql`${c.projectId} = ${projectId}`]),
    ...(componentId === undefined ? [] : [sql`${c.id} = ${componentId}`]),
    ...(translationId === undefined ? [] : [sql`coalesce(${m.translationId}, ${translationId}) = ${translationId}`]),
    ...(languageId === undefined ? [] : [sql`coalesce(${t.languageId}, ${languageId}) = ${languageId}`]),
    ...(scope === undefined ? [] : [SCOPES[scope]]),
    ...(before === undefined ? [] : [sql`${m.id} < ${before}`]),
  ];
  const found = await selectComments(actor, where, size + 1);
  const rows = found.slice(0, size);
  return { rows, people: await peopleOf(rows), next: found.length > size ? rows.at(-1)?.id : undefined };
}
