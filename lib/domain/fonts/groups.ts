import { fontGroupLanguages, fontGroups, fonts, languages } from "@/lib/generated/tables";
import { assigned, eachRow, named, pick, recordset, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, counted, jsonList } from "@/lib/platform/expressions";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type FieldError, Invalid, NotFound, worded } from "../errors";
import { fontsWillChange } from "../projects/former-flags";
import { findProject } from "../projects/projects";
import type { Window } from "../window";
import { stringsAsking } from "./internal/asking";
import { keepGroup } from "./removed";

/** Groups of fonts: names for the flag `font-family`, with a font for each language. */

const [g, x, f, l] = [fontGroups.as("g"), fontGroupLanguages.as("x"), fonts.as("f"), languages.as("l")];

const COLUMNS = pick(g, "id", "name", "fontId");
const LANGUAGES = named({
  languages: jsonList(
    { language: l.code, font: x.fontId },
    l.code,
    sql`from ${x} join ${l} on ${l.id} = ${x.languageId} where ${x.groupId} = ${g.id}`,
  ),
});

/** A group, with the fonts of languages that have one of their own. */
export type FontGroupRow = SelectedRow<typeof COLUMNS> & SelectedRow<typeof LANGUAGES>;

/** What a group is to be. */
export interface FontGroupInput {
  name: string;
  /** For languages that have none of their own. */
  fontId: number;
  /** Replaces the fonts of languages. */
  languages: readonly { language: string; font: number }[];
}

const MOST_GROUPS = 100;
const MOST_LANGUAGES = 500;

/** Groups of a project by name. @throws NotFound */
export async function listGroups(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: FontGroupRow[]; count: number }> {
  const project = await findProject(actor, projectSlug);
  const here = sql`from ${g} where ${g.projectId} = ${project.id}`;
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS}, ${LANGUAGES} ${here} order by ${g.name}, ${g.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} ${here}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A group of a project. @throws NotFound */
export async function findGroup(actor: Actor, projectSlug: string, id: number): Promise<FontGroupRow> {
  const project = await findProject(actor, projectSlug);
  const found = await db.one(
    sql`select ${COLUMNS}, ${LANGUAGES} from ${g} where ${g.id} = ${id} and ${g.projectId} = ${project.id}`,
  );
  if (!found) throw new NotFound(refusal("noFontGroupId", { id }));
  return found;
}

/** How many source strings ask for each group of a project, by its name: what a change of the group has checked again. */
export async function groupUse(actor: Actor, projectSlug: string): Promise<ReadonlyMap<string, number>> {
  const project = await findProject(actor, projectSlug);
  return stringsAsking(project.id);
}

/** @throws Invalid naming the fields */
async function checked(
  tx: Tx,
  projectId: number,
  { name, fontId, languages: wanted }: FontGroupInput,
): Promise<{ languageId: number; fontId: number }[]> {
  const errors: FieldError[] = [];
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name))
    errors.push({ path: "name", code: "invalid", ...worded(refusal("fontGroupName")) });
  else if (FONT_FAMILIES.some((family) => family === name.toLowerCase()))
    errors.push({ path: "name", code: "invalid", ...worded(refusal("fontGroupOurs", { name })) });
  const ids = [...new Set([fontId, ...wanted.map(({ font }) => font)])];
  const there = await tx.rows(
    sql`select ${pick(f, "id")} from ${f} where ${anyOf(f.id, ids)} and ${f.projectId} = ${projectId} order by ${f.id} for share`,
  );
  const known = new Set(there.map(({ id }) => id));
  const missing = (path: string, id: number) =>
    known.has(id) || errors.push({ path, code: "does_not_exist", ...worded(refusal("noFont", { id })) });
  missing("font", fontId);
  if (wanted.length > MOST_LANGUAGES)
    errors.push({
      path: "languages",
      code: "invalid",
      ...worded(refusal("fontLanguagesMost", { most: MOST_LANGUAGES })),
    });
  const codes = wanted.map(({ language }) => language);
  const found = await tx.rows(sql`select ${pick(l, "id", "code")} from ${l} where ${anyOf(l.code, codes)}`);
  const byCode = new Map(found.map(({ id, code }) => [code, id]));
  const chosen = new Map<number, number>();
  wanted.forEach(({ language, font }, index) => {
    missing(`languages.${index}.font`, font);
    const languageId = byCode.get(language);
    if (languageId === undefined || chosen.has(languageId))
      errors.push({
        path: `languages.${index}.language`,
        ...(languageId === undefined
          ? { code: "does_not_exist", ...worded(refusal("noLanguageCode", { code: language.slice(0, 50) })) }
          : { code: "unique", ...worded(refusal("fontLanguageTwice", { code: language.slice(0, 50) })) }),
      });
    else chosen.set(languageId, font);
  });
  if (errors.length > 0) throw new Invalid(errors);
  return [...chosen].map(([languageId, font]) => ({ languageId, fontId: font }));
}

const OVERRIDE = { languageId: x.languageId, fontId: x.fontId };

async function setLanguages(
  tx: Tx,
  groupId: number,
  chosen: readonly { languageId: number; fontId: number }[],
): Promise<void> {
  await tx.run(sql`delete from ${x} where ${x.groupId} = ${groupId}`);
  if (chosen.length === 0) return;
  const e = recordset("e", OVERRIDE, chosen);
  await tx.run(sql`insert into ${x} ${eachRow(x, { groupId, languageId: e.languageId, fontId: e.fontId })} from ${e}`);
}

const taken = (error: unknown, name: string): unknown =>
  isDuplicate(error) ? Invalid.field("name", refusal("fontGroupExists", { name }), "unique") : error;

/** Makes a group. Strings that name it already are checked anew. Needs `project.edit`. @throws Invalid */
export async function createGroup(actor: Actor, projectSlug: string, input: FontGroupInput): Promise<FontGroupRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const { name, fontId } = input;
  try {
    const id = await inTransaction(async (tx) => {
      const chosen = await checked(tx, project.id, input);
      const all = await tx.one(
        sql`select ${named({ count: asNumber(sql`count(*)::int`) })} from ${g} where ${g.projectId} = ${project.id}`,
      );
      if ((all?.count ?? 0) >= MOST_GROUPS)
        throw Invalid.field("name", refusal("fontGroupsMost", { most: MOST_GROUPS }));
      await fontsWillChange(tx, actor, project.id, [name]);
      const made = await tx.one(
        sql`insert into ${g} ${row(g, { projectId: project.id, name, fontId })} returning ${pick(g, "id")}`,
      );
      if (!made) throw new Error("The group was not stored.");
      await setLanguages(tx, made.id, chosen);
      await tell(tx, actor, project.id, name, "added");
      return made.id;
    });
    return findGroup(actor, projectSlug, id);
  } catch (error) {
    throw taken(error, name);
  }
}

/** Changes a group; strings that name it, by the old or the new name, are checked anew. Needs `project.edit`. @throws Invalid, NotFound */
export async function changeGroup(
  actor: Actor,
  projectSlug: string,
  id: number,
  input: Partial<FontGroupInput>,
): Promise<FontGroupRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const before = await findGroup(actor, projectSlug, id);
  const wanted = {
    name: input.name ?? before.name,
    fontId: input.fontId ?? before.fontId,
    languages: input.languages ?? before.languages,
  };
  try {
    await inTransaction(async (tx) => {
      const chosen = await checked(tx, project.id, wanted);
      await fontsWillChange(tx, actor, project.id, [...new Set([before.name, wanted.name])]);
      const changed = await tx.run(
        sql`update ${g} set ${assigned(g, { name: wanted.name, fontId: wanted.fontId })} where ${g.id} = ${id} and ${g.projectId} = ${project.id}`,
      );
      if (changed === 0) throw new NotFound(refusal("noFontGroupId", { id }));
      await setLanguages(tx, id, chosen);
      await tell(tx, actor, project.id, wanted.name, "changed", before.name);
    });
  } catch (error) {
    throw taken(error, wanted.name);
  }
  return findGroup(actor, projectSlug, id);
}

/** Removes a group, which can be put back for a while. Strings that name it are measured in the usual font from then on. Needs `project.edit`. @throws NotFound */
export async function removeGroup(actor: Actor, projectSlug: string, id: number): Promise<void> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const { name } = await findGroup(actor, projectSlug, id);
  await inTransaction(async (tx) => {
    await fontsWillChange(tx, actor, project.id, [name]);
    await keepGroup(tx, actor, id);
    const gone = await tx.run(sql`delete from ${g} where ${g.id} = ${id} and ${g.projectId} = ${project.id}`);
    if (gone === 0) throw new NotFound(refusal("noFontGroupId", { id }));
    await tell(tx, actor, project.id, name, "removed");
  });
}

/** The history has no action for groups: they are how fonts are used. */
function tell(
  tx: Tx,
  actor: Actor,
  projectId: number,
  name: string,
  what: "added" | "changed" | "removed",
  old = "",
): Promise<void> {
  return record(tx, actor, [
    {
      action: ACTION.FONT_CHANGED,
      projectId,
      target: name,
      old: old === name ? "" : old,
      details: { font_group: what },
    },
  ]);
}
