import { db, inTransaction, joinSql, sql, type Tx } from "@/lib/platform/database";
import { readStored, removeStored, storedKeys, storeFile } from "@/lib/platform/file-store";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, type Place, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { type TranslationRow, translationPlace } from "../translations/translations";
import type { Window } from "../window";
import { type ImageHeader, readImageHeader } from "./image-header";

/** Pictures of where strings stand. */

/** Pixels on either side. */
const LARGEST = 2000;

export interface ScreenshotRow {
  id: number;
  name: string;
  repositoryFilename: string;
  fileKey: string;
  mimeType: string;
  width: number;
  height: number;
  translationId: number;
  languageId: number;
  languageCode: string;
  componentId: number;
  componentName: string;
  componentSlug: string;
  categoryPath: string;
  restricted: boolean;
  projectId: number;
  projectSlug: string;
  accessControl: number;
  /** Ids of source strings. */
  units: number[];
}

const COLUMNS = sql`
  h.id, h.name, h.repository_filename, h.file_key, h.mime_type, h.width, h.height, h.translation_id, t.language_id, l.code as language_code,
  c.id as component_id, c.name as component_name, c.slug as component_slug, category_path(c.category_id) as category_path, c.restricted,
  p.id as project_id, p.slug as project_slug, p.access_control,
  array(select x.source_id from screenshot_units x where x.screenshot_id = h.id order by 1) as units`;

const FROM = sql`
  from screenshots h join translations t on t.id = h.translation_id join languages l on l.id = t.language_id
  join components c on c.id = t.component_id join projects p on p.id = c.project_id`;

/** Screenshots the actor may see, by id; of one component when given. */
export async function listScreenshots(
  actor: Actor,
  filter: { componentId?: number },
  window: Window,
): Promise<{ rows: ScreenshotRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (filter.componentId !== undefined) parts.push(sql`c.id = ${filter.componentId}`);
  const where = joinSql(parts, " and ");
  const [rows, counted] = await Promise.all([
    db.rows<ScreenshotRow>(
      sql`select ${COLUMNS} ${FROM} where ${where} order by h.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count ${FROM} where ${where}`),
  ]);
  return { rows: rows.map(numbered), count: counted?.count ?? 0 };
}

/** Ids in a list of bigint come as text. */
const numbered = (row: ScreenshotRow): ScreenshotRow => ({ ...row, units: row.units.map(Number) });

/** A screenshot the actor may see. @throws NotFound */
export async function findScreenshot(actor: Actor, id: number): Promise<ScreenshotRow> {
  const row = await db.one<ScreenshotRow>(
    sql`select ${COLUMNS} ${FROM} where h.id = ${id} and ${visibleComponents(actor)}`,
  );
  if (!row) throw new NotFound(`There is no screenshot ${id}, or you may not see it.`);
  return numbered(row);
}

function placeOf(row: ScreenshotRow): Place {
  return {
    project: { id: row.projectId, accessControl: row.accessControl },
    component: { id: row.componentId, restricted: row.restricted, name: row.componentName },
    languageId: row.languageId,
  };
}

/** @throws Invalid on `image` for what is no picture, or too large a one */
function demandImage(content: Uint8Array): ImageHeader {
  const header = readImageHeader(content);
  if (!header)
    throw Invalid.field(
      "image",
      "This is no picture that can be read: send PNG, JPEG, APNG, GIF or WebP.",
      "invalid_image",
    );
  if (header.width > LARGEST || header.height > LARGEST)
    throw Invalid.field(
      "image",
      `The picture has ${header.width} × ${header.height} pixels; at most ${LARGEST} × ${LARGEST} are taken.`,
    );
  return header;
}

/** Stores a picture and, when what follows fails, takes it away again. */
async function withStored<T>(content: Uint8Array, work: (key: string, header: ImageHeader) => Promise<T>): Promise<T> {
  const header = demandImage(content);
  const key = await storeFile("screenshots", header.extension, content);
  try {
    return await work(key, header);
  } catch (error) {
    await removeStored(key);
    throw error;
  }
}

/** Uploads a screenshot. Needs `screenshot.add`. @throws Invalid on `image` */
export async function createScreenshot(
  actor: Actor,
  translation: TranslationRow,
  input: { name: string; repositoryFilename: string; content: Uint8Array },
): Promise<ScreenshotRow> {
  demand(actor, "screenshot.add", translationPlace(translation));
  const id = await withStored(input.content, (key, header) =>
    inTransaction(async (tx) => {
      const made = await tx.one<{ id: number }>(sql`
        insert into screenshots (translation_id, name, repository_filename, file_key, mime_type, width, height, user_id)
        values (${translation.id}, ${input.name}, ${input.repositoryFilename}, ${key}, ${header.mimeType}, ${header.width}, ${header.height}, ${ledgerUser(actor)})
        returning id`);
      await tell(tx, actor, ACTION.SCREENSHOT_ADDED, {
        name: input.name,
        projectId: translation.component.projectId,
        componentId: translation.componentId,
        translationId: translation.id,
        languageId: translation.languageId,
      });
      return made?.id ?? 0;
    }),
  );
  return findScreenshot(actor, id);
}

function tell(
  tx: Tx,
  actor: Actor,
  action: number,
  row: Pick<ScreenshotRow, "name" | "projectId" | "componentId" | "translationId" | "languageId">,
): Promise<void> {
  const { name: target, projectId, componentId, translationId, languageId } = row;
  return record(tx, actor, [{ action, projectId, componentId, translationId, languageId, target }]);
}

/** Renames a screenshot, or says which file of the repository it is. Needs `screenshot.edit`. */
export async function updateScreenshot(
  actor: Actor,
  id: number,
  input: { name?: string; repositoryFilename?: string },
): Promise<ScreenshotRow> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", placeOf(row));
  await db.run(sql`
    update screenshots set name = ${input.name ?? row.name}, repository_filename = ${input.repositoryFilename ?? row.repositoryFilename} where id = ${id}`);
  return findScreenshot(actor, id);
}

/** Puts another picture in the place of the old one. Needs `screenshot.edit`. @throws Invalid on `image` */
export async function replaceImage(actor: Actor, id: number, content: Uint8Array): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", placeOf(row));
  await withStored(content, (key, header) =>
    inTransaction(async (tx) => {
      await tx.run(sql`
        update screenshots set file_key = ${key}, mime_type = ${header.mimeType}, width = ${header.width}, height = ${header.height} where id = ${id}`);
      await tell(tx, actor, ACTION.SCREENSHOT_UPLOADED, row);
      tx.afterCommit.push(() => removeStored(row.fileKey));
    }),
  );
}

/** Removes a screenshot with its picture. Needs `screenshot.delete`. */
export async function removeScreenshot(actor: Actor, id: number): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.delete", placeOf(row));
  await inTransaction(async (tx) => {
    await tx.run(sql`delete from screenshots where id = ${id}`);
    await tell(tx, actor, ACTION.SCREENSHOT_REMOVED, row);
    tx.afterCommit.push(() => removeStored(row.fileKey));
  });
}

/** The picture itself. @throws NotFound */
export async function readImage(actor: Actor, id: number): Promise<{ row: ScreenshotRow; content: Uint8Array }> {
  const row = await findScreenshot(actor, id);
  const content = await readStored(row.fileKey);
  if (!content) throw new NotFound("The picture of this screenshot has been lost. Upload it again.");
  return { row, content };
}

/** Says that a string can be seen on a screenshot. Needs `screenshot.edit`. @throws Invalid on `unit_id` */
export async function showUnit(actor: Actor, id: number, unitId: number): Promise<ScreenshotRow> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", placeOf(row));
  const unit = await db.one<{ sourceId: number }>(
    sql`select source_id from units where id = ${unitId} and translation_id = ${row.translationId}`,
  );
  if (!unit)
    throw Invalid.field(
      "unit_id",
      `There is no string ${unitId} in the translation of this screenshot.`,
      "does_not_exist",
    );
  await db.run(sql`
    insert into screenshot_units (screenshot_id, source_id, region) values (${id}, ${unit.sourceId}, '{}') on conflict do nothing`);
  return findScreenshot(actor, id);
}

/** Takes a string off a screenshot, named as itself or as its source. Needs `screenshot.edit`. @throws NotFound */
export async function hideUnit(actor: Actor, id: number, unitId: number): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", placeOf(row));
  const gone = await db.run(sql`
    delete from screenshot_units where screenshot_id = ${id}
      and (source_id = ${unitId} or source_id = (select source_id from units where id = ${unitId} and translation_id = ${row.translationId}))`);
  if (gone === 0) throw new NotFound(`The string ${unitId} is not on this screenshot.`);
}

/** An upload under way has a file and no row yet. */
const UNFINISHED_MS = 3_600_000;

/** Removes pictures whose screenshots went with their translation. Gives how many. */
export async function removeOrphanImages(olderThanMs = UNFINISHED_MS): Promise<number> {
  const keys = await storedKeys("screenshots", olderThanMs);
  const known = await db.rows<{ key: string }>(
    sql`select file_key as key from screenshots where file_key = any(${keys}::text[])`,
  );
  const kept = new Set(known.map((row) => row.key));
  const orphans = keys.filter((key) => !kept.has(key));
  for (const key of orphans) await removeStored(key);
  return orphans.length;
}
