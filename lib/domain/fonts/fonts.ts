import { fontGroupLanguages, fontGroups, fonts, removedFonts } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asNumber, asTexts, counted } from "@/lib/platform/expressions";
import { readStored, removeStored, storedKeys, storeFile } from "@/lib/platform/file-store";
import type { JsonObject } from "@/lib/text/codes";
import type { FontFile, FontProblem } from "@/lib/text/fonts/read-font";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { fontsWillChange } from "../projects/former-flags";
import { findProject } from "../projects/projects";
import { inReader, oneFileAtATime } from "../uploaded-files";
import type { Window } from "../window";
import { fullName, groupsOfFamily } from "./internal/families";
import { keepFont, purgeRemoved } from "./removed";

/** Fonts that a project measures its texts in. */

const [f, g, x] = [fonts.as("f"), fontGroups.as("g"), fontGroupLanguages.as("x")];
const r = removedFonts.as("r");

/** Fonts for Chinese, Japanese and Korean take some 20 MB. */
const MOST_BYTES = 30_000_000;
const MOST_FONTS = 100;

const COLUMNS = pick(
  f,
  "id",
  "family",
  "style",
  "weight",
  "filename",
  "bytes",
  "characters",
  "createdAt",
  "fileKey",
  "projectId",
);
const GROUPS = named({
  /** Names of the groups that use it. */
  groups: asTexts(sql`array(
    select ${g.name} from ${g} where ${g.fontId} = ${f.id}
      or exists (select from ${x} where ${x.groupId} = ${g.id} and ${x.fontId} = ${f.id}) order by 1)`),
});

export type FontRow = SelectedRow<typeof COLUMNS> & SelectedRow<typeof GROUPS>;

/** Fonts of a project by family and weight. @throws NotFound */
export async function listFonts(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: FontRow[]; count: number }> {
  const project = await findProject(actor, projectSlug);
  const here = sql`from ${f} where ${f.projectId} = ${project.id}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${COLUMNS}, ${GROUPS} ${here} order by lower(${f.family}), ${f.weight}, ${f.style}, ${f.id}
      limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${here}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A font of a project. @throws NotFound */
export async function findFont(actor: Actor, projectSlug: string, id: number): Promise<FontRow> {
  const project = await findProject(actor, projectSlug);
  const found = await db.one(
    sql`select ${COLUMNS}, ${GROUPS} from ${f} where ${f.id} = ${id} and ${f.projectId} = ${project.id}`,
  );
  if (!found) throw new NotFound(refusal("noFont", { id }));
  return found;
}

/** The file of a font, which its licence may keep from strangers. Needs `project.edit`. @throws NotFound */
export async function readFontFile(
  actor: Actor,
  projectSlug: string,
  id: number,
): Promise<{ row: FontRow; content: Uint8Array }> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const found = await findFont(actor, projectSlug, id);
  const content = await readStored(found.fileKey);
  if (!content) throw new NotFound(refusal("fontFileMissing"));
  return { row: found, content };
}

const PROBLEMS: Record<FontProblem, Refusal> = {
  collection: refusal("fontCollection"),
  web: refusal("fontWeb"),
  none: refusal("fontNone"),
  broken: refusal("fontBroken"),
  empty: refusal("fontEmpty"),
};

/** What a file says, read by a reader. @throws Invalid on `font` */
async function readUpload(actor: Actor, content: Uint8Array): Promise<FontFile> {
  if (content.length > MOST_BYTES) throw Invalid.field("font", refusal("fontMost30"));
  const read = await oneFileAtATime(actor, () => inReader<FontFile | FontProblem>("font", "readFont", { content }));
  if (typeof read.value === "string") throw Invalid.field("font", PROBLEMS[read.value], "invalid_font");
  return read.value;
}

const plainFilename = (name: string): string =>
  name
    .replace(/[\p{C}/\\]+/gu, " ")
    .trim()
    .slice(-100);

const valuesOf = ({ family, style, characters, metrics }: FontFile) => ({
  ...{ family, style, characters, weight: metrics.weight },
  metrics: metrics as unknown as JsonObject,
});

const taken = (error: unknown, { family, style }: FontFile): unknown =>
  isDuplicate(error) ? Invalid.field("font", refusal("fontExists", { family, style }), "unique") : error;

/** Stores a file and, when what follows fails, takes it away again. */
async function withStored<T>(file: FontFile, content: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = await storeFile("fonts", file.extension, content);
  try {
    return await work(key);
  } catch (error) {
    await removeStored(key);
    throw taken(error, file);
  }
}

/** Uploads a font. Needs `project.edit`. @throws Invalid on `font` for what is none, and for one that is there */
export async function uploadFont(
  actor: Actor,
  projectSlug: string,
  { content, filename }: { content: Uint8Array; filename: string },
): Promise<FontRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const file = await readUpload(actor, content);
  const id = await withStored(file, content, (fileKey) =>
    inTransaction(async (tx) => {
      const all = await tx.one(
        sql`select ${named({ count: asNumber(sql`count(*)::int`) })} from ${f} where ${f.projectId} = ${project.id}`,
      );
      if ((all?.count ?? 0) >= MOST_FONTS) throw Invalid.field("font", refusal("fontsMost", { most: MOST_FONTS }));
      await fontsWillChange(tx, actor, project.id, await groupsOfFamily(tx, project.id, file.family));
      const made = await tx.one(sql`
        insert into ${f} ${row(f, {
          ...valuesOf(file),
          projectId: project.id,
          fileKey,
          filename: plainFilename(filename),
          bytes: content.length,
          userId: ledgerUser(actor),
        })} returning ${pick(f, "id")}`);
      if (!made) throw new Error("The font was not stored.");
      await tell(tx, actor, ACTION.FONT_UPLOADED, project.id, file);
      return made.id;
    }),
  );
  return findFont(actor, projectSlug, id);
}

/** Puts another file in the place of a font; groups go on using it. Needs `project.edit`. @throws Invalid on `font`, NotFound */
export async function replaceFont(
  actor: Actor,
  projectSlug: string,
  id: number,
  { content, filename }: { content: Uint8Array; filename: string },
): Promise<FontRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const before = await findFont(actor, projectSlug, id);
  const file = await readUpload(actor, content);
  await withStored(file, content, (fileKey) =>
    inTransaction(async (tx) => {
      const touched = [
        ...(await groupsOfFamily(tx, project.id, before.family)),
        ...(await groupsOfFamily(tx, project.id, file.family)),
      ];
      await fontsWillChange(tx, actor, project.id, [...new Set(touched)]);
      const changed = await tx.one(sql`
        update ${f} set ${assigned(f, { ...valuesOf(file), fileKey, filename: plainFilename(filename), bytes: content.length })}
        where ${f.id} = ${id} and ${f.fileKey} = ${before.fileKey} returning ${pick(f, "id")}`);
      if (!changed) throw Invalid.field("font", refusal("fontChangedMeanwhile"), "conflict");
      await tell(tx, actor, ACTION.FONT_CHANGED, project.id, file, before);
      tx.afterCommit.push(() => removeStored(before.fileKey));
    }),
  );
  return findFont(actor, projectSlug, id);
}

/** Removes a font that no group uses; it can be put back for a while (`removed.ts`). Needs `project.edit`. @throws Invalid, NotFound */
export async function removeFont(actor: Actor, projectSlug: string, id: number): Promise<void> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const font = await findFont(actor, projectSlug, id);
  await inTransaction(async (tx) => {
    await tx.run(sql`select ${pick(f, "id")} from ${f} where ${f.id} = ${id} for update`);
    const using = await tx.one(sql`
      select ${pick(g, "name")} from ${g} left join ${x} on ${x.groupId} = ${g.id}
      where ${g.projectId} = ${project.id} and (${g.fontId} = ${id} or ${x.fontId} = ${id}) order by 1 limit 1`);
    if (using) throw Invalid.field("", refusal("fontUsed", { name: using.name }), "in_use");
    await fontsWillChange(tx, actor, project.id, await groupsOfFamily(tx, project.id, font.family));
    await keepFont(tx, actor, id);
    const gone = await tx.run(sql`delete from ${f} where ${f.id} = ${id} and ${f.projectId} = ${project.id}`);
    if (gone === 0) throw new NotFound(refusal("noFont", { id }));
    await tell(tx, actor, ACTION.FONT_REMOVED, project.id, font);
  });
}

function tell(
  tx: Tx,
  actor: Actor,
  action: number,
  projectId: number,
  font: { family: string; style: string },
  before?: { family: string; style: string },
): Promise<void> {
  const old = before && fullName(before) !== fullName(font) ? fullName(before) : "";
  return record(tx, actor, [{ action, projectId, target: fullName(font), old }]);
}

/** An upload under way has a file and no row yet. */
const UNFINISHED_MS = 3_600_000;

/** Forgets fonts that can no longer be put back, and removes files that belong to none. Gives how many. */
export async function removeOrphanFonts(olderThanMs = UNFINISHED_MS): Promise<number> {
  await purgeRemoved();
  const keys = await storedKeys("fonts", olderThanMs);
  const known = await db.rows(sql`
    select ${pick(f, "fileKey")} from ${f} where ${f.fileKey} = any(${keys}::text[])
    union all select ${pick(r, "fileKey")} from ${r} where ${r.fileKey} = any(${keys}::text[])`);
  const kept = new Set(known.map((one) => one.fileKey));
  const orphans = keys.filter((key) => !kept.has(key));
  for (const key of orphans) await removeStored(key);
  return orphans.length;
}
