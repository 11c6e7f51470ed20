import { clashes, components, languages } from "@/lib/generated/tables";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { NotFound } from "../errors";
import { placeCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";
import { pageSql, type Window } from "../window";
import { CLASH_FROM, type ClashRow, isOpen, selectClashes } from "./internal/columns";

const [k, c, l] = [clashes.as("k"), components.as("c"), languages.as("l")];

export type { ClashRow };

/** Where clashes are looked for. */
export interface ClashScope {
  projectId?: number;
  componentId?: number;
  translationId?: number;
  unitId?: number;
  /** A project, a category, a component, or a language of one. */
  place?: PathObject;
}

export interface ClashFilter {
  /** `open` wait for a person. */
  status?: "open" | "decided";
  /** Code of a language. */
  language?: string;
}

/** Conditions over the aliases of `CLASH_FROM`: what the actor may see of a scope. */
export function clashCondition(actor: Actor, scope: ClashScope, { status, language }: ClashFilter = {}): Sql {
  const parts: Sql[] = [visibleComponents(actor)];
  if (scope.projectId !== undefined) parts.push(sql`${c.projectId} = ${scope.projectId}`);
  if (scope.componentId !== undefined) parts.push(sql`${k.componentId} = ${scope.componentId}`);
  if (scope.translationId !== undefined) parts.push(sql`${k.translationId} = ${scope.translationId}`);
  if (scope.unitId !== undefined) parts.push(sql`${k.unitId} = ${scope.unitId}`);
  if (scope.place) parts.push(placeCondition(scope.place));
  if (status === "open") parts.push(isOpen);
  if (status === "decided") parts.push(sql`not ${isOpen}`);
  if (language !== undefined) parts.push(sql`${l.code} = ${language}`);
  return joinSql(parts, " and ");
}

/**
 * Clashes that the actor may see, newest first.
 * @param before only those older than the clash with this id
 */
export async function listClashes(
  actor: Actor,
  scope: ClashScope,
  filter: ClashFilter,
  window: Window,
  before?: number,
): Promise<{ rows: ClashRow[]; count: number }> {
  const where = clashCondition(actor, scope, filter);
  const older = before === undefined ? sql`` : sql`and ${k.id} < ${before}`;
  const [rows, all] = await Promise.all([
    selectClashes(db, actor, sql`${where} ${older}`, sql`order by ${k.id} desc ${pageSql(window)}`),
    db.one(sql`select ${counted} ${CLASH_FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A clash of a component. @throws NotFound */
export async function findClash(actor: Actor, scope: ClashScope, id: number): Promise<ClashRow> {
  const [row] = await selectClashes(db, actor, sql`${k.id} = ${id} and ${clashCondition(actor, scope)}`, sql``);
  if (!row) throw new NotFound(refusal("clashMissing", { id }));
  return row;
}

/** How many clashes that the actor may see wait for a person. */
export async function countOpenClashes(actor: Actor, scope: ClashScope): Promise<number> {
  const row = await db.one(
    sql`select ${counted} ${CLASH_FROM} where ${clashCondition(actor, scope, { status: "open" })}`,
  );
  return row?.count ?? 0;
}
