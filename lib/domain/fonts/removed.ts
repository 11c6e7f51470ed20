import { fontGroupLanguages, fontGroups, fonts, languages, removedFonts } from "@/lib/generated/tables";
import { columnsOf, eachRow, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asMoment, asNumber, counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Conflict, NotFound } from "../errors";
import { fontsWillChange } from "../projects/former-flags";
import { findProject } from "../projects/projects";
import type { Window } from "../window";
import { fullName, groupsOfFamily } from "./internal/families";

/** Fonts and groups that were removed: they are kept for a while and can be put back. */

const [r, f, g, x] = [removedFonts.as("r"), fonts.as("f"), fontGroups.as("g"), fontGroupLanguages.as("x")];
const [l, y] = [languages.as("l"), fontGroupLanguages.as("y")];

/** How long. */
export const KEPT_DAYS = 30;

const COLUMNS = pick(r, "id", "kind", "name", "removedAt");
const UNTIL = named({ until: asMoment(sql`${r.removedAt} + make_interval(days => ${KEPT_DAYS}::int)`) });

export type RemovedFontRow = SelectedRow<typeof COLUMNS> & SelectedRow<typeof UNTIL>;

const isKept = sql`${r.removedAt} > now() - make_interval(days => ${KEPT_DAYS}::int)`;

/** Keeps a font that is about to be removed, with its file. */
export async function keepFont(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.run(sql`
    insert into ${removedFonts} ${eachRow(removedFonts, {
      ...columnsOf(f, "projectId", "fileKey"),
      kind: "font",
      name: sql`${f.family} || ' ' || ${f.style}`,
      row: sql`to_jsonb(f) - 'user_id'`,
      userId: ledgerUser(actor),
    })} from ${f} where ${f.id} = ${id}`);
}

/** Keeps a group that is about to be removed, with the fonts of its languages. */
export async function keepGroup(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.run(sql`
    insert into ${removedFonts} ${eachRow(removedFonts, {
      projectId: g.projectId,
      kind: "group",
      name: g.name,
      row: sql`to_jsonb(g) || jsonb_build_object('languages', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${x} where ${x.groupId} = ${g.id}))`,
      userId: ledgerUser(actor),
    })} from ${g} where ${g.id} = ${id}`);
}

/** What a project has removed and can have back, the last first. Needs `project.edit`. @throws NotFound, Forbidden */
export async function listRemoved(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: RemovedFontRow[]; count: number }> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const here = sql`from ${r} where ${r.projectId} = ${project.id} and ${isKept}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${COLUMNS}, ${UNTIL} ${here} order by ${r.removedAt} desc, ${r.id} desc limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${here}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** What was put back. */
export interface RestoredFont {
  kind: "font" | "group";
  id: number;
}

/**
 * Puts a font or a group back, by its old id; strings that name it are checked anew. Needs `project.edit`.
 * @throws NotFound for what is not kept; Conflict where another one has its name, or a group's font is not there
 */
export async function restoreRemoved(actor: Actor, projectSlug: string, id: number): Promise<RestoredFont> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  return inTransaction(async (tx) => {
    const kept = await tx.one(sql`
      delete from ${r} where ${r.id} = ${id} and ${r.projectId} = ${project.id} and ${isKept}
      returning ${pick(r, "kind", "name", "row")}`);
    if (!kept) throw new NotFound(refusal("noRemovedFont", { id }));
    const { name } = kept;
    try {
      return kept.kind === "font"
        ? { kind: "font" as const, id: await putFontBack(tx, actor, project.id, kept.row) }
        : { kind: "group" as const, id: await putGroupBack(tx, actor, project.id, kept.row) };
    } catch (error) {
      throw isDuplicate(error) ? new Conflict(refusal("fontNameTaken", { name })) : error;
    }
  });
}

async function putFontBack(tx: Tx, actor: Actor, projectId: number, row: object): Promise<number> {
  const given = ["id", "family", "style", "weight", "fileKey", "filename", "bytes", "characters", "metrics"] as const;
  const made = await tx.one(sql`
    insert into ${fonts} ${eachRow(fonts, {
      ...columnsOf(f, ...given, "createdAt"),
      projectId,
      userId: ledgerUser(actor),
    })} from jsonb_populate_record(null::fonts, ${JSON.stringify(row)}::jsonb) as f
    returning ${pick(fonts, "id", "family", "style")}`);
  if (!made) throw new Error("The font was not put back.");
  await fontsWillChange(tx, actor, projectId, await groupsOfFamily(tx, projectId, made.family));
  const action = ACTION.FONT_UPLOADED;
  await record(tx, actor, [{ action, projectId, target: fullName(made), details: { reason: "restored" } }]);
  return made.id;
}

async function putGroupBack(tx: Tx, actor: Actor, projectId: number, row: object): Promise<number> {
  const kept = sql`jsonb_populate_record(null::font_groups, ${JSON.stringify(row)}::jsonb) as g`;
  const there = await tx.one(sql`
    select ${pick(g, "id", "name")}, ${named({ font: asNumber(f.id) })} from ${kept} join ${f} on ${f.id} = ${g.fontId} and ${f.projectId} = ${projectId}
    for share of f`);
  if (!there) throw new Conflict(refusal("fontOfGroupRemoved"));
  await fontsWillChange(tx, actor, projectId, [there.name]);
  await tx.run(sql`
    insert into ${fontGroups} ${eachRow(fontGroups, { ...columnsOf(g, "id", "name", "fontId"), projectId })} from ${kept}`);
  // A language or a font that is gone meanwhile leaves the group's usual one.
  await tx.run(sql`
    insert into ${x} ${eachRow(x, columnsOf(y, "groupId", "languageId", "fontId"))}
    from jsonb_populate_recordset(null::font_group_languages, ${JSON.stringify(row)}::jsonb -> 'languages') as y
      join ${f} on ${f.id} = ${y.fontId} and ${f.projectId} = ${projectId} join ${l} on ${l.id} = ${y.languageId}`);
  const action = ACTION.FONT_CHANGED;
  await record(tx, actor, [
    { action, projectId, target: there.name, details: { font_group: "added", reason: "restored" } },
  ]);
  return there.id;
}

/** Forgets what can no longer be put back; its files go with the orphans. */
export async function purgeRemoved(): Promise<void> {
  await db.run(sql`delete from ${r} where not ${isKept}`);
}
