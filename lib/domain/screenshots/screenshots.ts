import {
  components,
  languages,
  operationRows,
  projects,
  screenshots,
  screenshotUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import {
  assigned,
  columnsOf,
  combined,
  eachRow,
  named,
  names,
  pick,
  recordset,
  row as rowOf,
} from "@/lib/platform/columns";
import {
  type Connection,
  db,
  inTransaction,
  joinSql,
  literal,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
} from "@/lib/platform/database";
import { anyOf, asNumber, asNumbers, asText, counted, jsonList } from "@/lib/platform/expressions";
import { readStored, removeStored, storedKeys, storeFile } from "@/lib/platform/file-store";
import { validateRepositoryPath } from "@/lib/text/formats/kernel/filemask";
import { type ImageHeader, reachesItsEnd, readImageHeader } from "@/lib/text/image-header";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, type PermissionScope, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { type TranslationRow, translationScope } from "../translations/translations";
import type { Window } from "../window";

/** Pictures of where strings stand. */

/** Pixels on either side. */
const LARGEST = 2000;

/** More bytes than an image of that size has. */
export const MOST_BYTES = 20_000_000;

const [h, hu, u] = [screenshots.as("h"), screenshotUnits.as("hu"), units.as("u")];
const [t, l, o] = [translations.as("t"), languages.as("l"), operationRows.as("o")];
const [c, p] = [components.as("c"), projects.as("p")];

const at = (place: 1 | 2 | 3 | 4) => asNumber(sql`${hu.region}[${literal(place)}]`);

const COLUMNS = combined(
  pick(h, "id", "name", "repositoryFilename", "fileKey", "foundText", "mimeType", "width", "height", "translationId"),
  named({
    languageId: t.languageId,
    languageCode: l.code,
    languageName: l.name,
    componentId: c.id,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    restricted: c.restricted,
    projectId: p.id,
    projectSlug: p.slug,
    accessControl: p.accessControl,
    /** Ids of source strings. */
    units: asNumbers(sql`array(select ${hu.sourceId} from ${hu} where ${hu.screenshotId} = ${h.id} order by 1)`),
    regions: jsonList(
      { unit: hu.sourceId, x: at(1), y: at(2), width: at(3), height: at(4) },
      hu.sourceId,
      sql`from ${hu} where ${hu.screenshotId} = ${h.id} and cardinality(${hu.region}) = 4`,
    ),
  }),
);

export type ScreenshotRow = SelectedRow<typeof COLUMNS>;

const FROM = sql`
  from ${h} join ${t} on ${t.id} = ${h.translationId} join ${l} on ${l.id} = ${t.languageId}
  join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}`;

/**
 * Screenshots the actor may see, by id; of one component when given.
 * @param filter `asked` is what else is asked of them, over h and l
 * @param on where the statements run
 */
export async function listScreenshots(
  actor: Actor,
  filter: { componentId?: number; asked?: Sql },
  window: Window,
  on: Pick<Connection, "rows" | "one"> = db,
): Promise<{ rows: ScreenshotRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (filter.componentId !== undefined) parts.push(sql`${c.id} = ${filter.componentId}`);
  if (filter.asked) parts.push(filter.asked);
  const where = joinSql(parts, " and ");
  const [rows, all] = await Promise.all([
    on.rows(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${h.id} limit ${window.limit} offset ${window.offset}`,
    ),
    on.one(sql`select ${counted} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A screenshot the actor may see. @throws NotFound */
export async function findScreenshot(actor: Actor, id: number): Promise<ScreenshotRow> {
  const row = await db.one(sql`select ${COLUMNS} ${FROM} where ${h.id} = ${id} and ${visibleComponents(actor)}`);
  if (!row) throw new NotFound(refusal("screenshotUnseen", { id }));
  return row;
}

/** Where permissions are asked for. */
export function screenshotScope(row: ScreenshotRow): PermissionScope {
  return {
    project: { id: row.projectId, accessControl: row.accessControl },
    component: { id: row.componentId, restricted: row.restricted, name: row.componentName },
    languageId: row.languageId,
  };
}

/** @throws Invalid on `image` for what is no picture, a part of one, or too large a one */
function demandImage(content: Uint8Array): ImageHeader {
  if (content.length > MOST_BYTES) throw Invalid.field("image", refusal("fileMore20"));
  const header = readImageHeader(content);
  if (!header) throw Invalid.field("image", refusal("fileNotReadable"), "invalid_image");
  if (!reachesItsEnd(content, header)) throw Invalid.field("image", refusal("imageCutOff"), "invalid_image");
  if (header.width > LARGEST || header.height > LARGEST)
    throw Invalid.field(
      "image",
      refusal("imagePixelsMost", { width: header.width, height: header.height, largest: LARGEST }),
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

/** A picture of the repository is where a file of it can be. @throws Invalid on `repositoryFilename` */
function refusePlace(path: string | undefined): void {
  const problem = path ? validateRepositoryPath(path) : undefined;
  if (problem) throw Invalid.field("repositoryFilename", problem);
}

/** Uploads a screenshot. Needs `screenshot.add`. @throws Invalid on `image` */
export async function createScreenshot(
  actor: Actor,
  translation: TranslationRow,
  input: { name: string; repositoryFilename: string; content: Uint8Array },
): Promise<ScreenshotRow> {
  demand(actor, "screenshot.add", translationScope(translation));
  refusePlace(input.repositoryFilename);
  const id = await withStored(input.content, (key, header) =>
    inTransaction(async (tx) => {
      const { name, repositoryFilename } = input;
      const { mimeType, width, height } = header;
      const made = await tx.prisma.screenshot.create({
        data: {
          translationId: translation.id,
          name,
          repositoryFilename,
          fileKey: key,
          mimeType,
          width,
          height,
          userId: ledgerUser(actor),
        },
        select: { id: true },
      });
      await tell(tx, actor, ACTION.SCREENSHOT_ADDED, {
        id: made.id,
        name: input.name,
        projectId: translation.component.projectId,
        componentId: translation.componentId,
        translationId: translation.id,
        languageId: translation.languageId,
      });
      return made.id;
    }),
  );
  return findScreenshot(actor, id);
}

function tell(
  tx: Tx,
  actor: Actor,
  action: number,
  row: Pick<ScreenshotRow, "id" | "name" | "projectId" | "componentId" | "translationId" | "languageId">,
): Promise<void> {
  const { id, name: target, projectId, componentId, translationId, languageId } = row;
  const details = { screenshot: id };
  return record(tx, actor, [{ action, projectId, componentId, translationId, languageId, target, details }]);
}

/** Characters that are kept of what was read in a picture. */
const MOST_TEXT = 5000;

/** Lines of a text that was read in a picture, as a person would write them down: nothing that cannot be seen. */
export const plainLines = (text: string): string =>
  text
    .slice(0, MOST_TEXT)
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}]/gu, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean)
    .join("\n");

/**
 * Renames a screenshot, says which file of the repository it is, what was read in it, or gives it to another language of its
 * component. Needs `screenshot.edit`, there too.
 * @throws Invalid on `language` when the component has no such translation, and on a place that no file can have
 */
export async function updateScreenshot(
  actor: Actor,
  id: number,
  input: { name?: string; repositoryFilename?: string; translationId?: number; foundText?: string },
): Promise<ScreenshotRow> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  const { name, repositoryFilename, translationId } = input;
  refusePlace(repositoryFilename);
  if (translationId !== undefined && translationId !== row.translationId) {
    const found = await db.one(sql`
      select ${pick(t, "languageId")} from ${t} where ${t.id} = ${translationId} and ${t.componentId} = ${row.componentId}`);
    if (!found) throw Invalid.field("language", refusal("componentNotLanguage"), "does_not_exist");
    demand(actor, "screenshot.edit", { ...screenshotScope(row), languageId: found.languageId });
  }
  const foundText = input.foundText === undefined ? undefined : plainLines(input.foundText);
  await db.prisma.screenshot.updateMany({
    where: { id },
    data: { name, repositoryFilename, translationId, foundText },
  });
  return findScreenshot(actor, id);
}

/**
 * Puts another picture in the place of the old one; marks that do not lie in it, and what was read in the old one, go. Needs
 * `screenshot.edit`.
 * @throws Invalid on `image`
 */
export async function replaceImage(actor: Actor, id: number, content: Uint8Array): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  await withStored(content, (key, header) =>
    inTransaction(async (tx) => {
      const { mimeType, width, height } = header;
      await tx.prisma.screenshot.updateMany({
        where: { id },
        data: { fileKey: key, mimeType, width, height, foundText: "" },
      });
      await tx.run(sql`
        update ${hu} set ${assigned(hu, { region: [] })} where ${hu.screenshotId} = ${id} and cardinality(${hu.region}) = 4
          and (${at(1)} + ${at(3)} > ${width} or ${at(2)} + ${at(4)} > ${height})`);
      await tell(tx, actor, ACTION.SCREENSHOT_UPLOADED, row);
      tx.afterCommit.push(() => removeStored(row.fileKey));
    }),
  );
}

/** Removes a screenshot with its picture. Needs `screenshot.delete`. */
export async function removeScreenshot(actor: Actor, id: number): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.delete", screenshotScope(row));
  await inTransaction(async (tx) => {
    await tx.prisma.screenshot.deleteMany({ where: { id } });
    await tell(tx, actor, ACTION.SCREENSHOT_REMOVED, row);
    tx.afterCommit.push(() => removeStored(row.fileKey));
  });
}

/** The picture itself. @throws NotFound */
export async function readImage(actor: Actor, id: number): Promise<{ row: ScreenshotRow; content: Uint8Array }> {
  const row = await findScreenshot(actor, id);
  const content = await readStored(row.fileKey);
  if (!content) throw new NotFound(refusal("imageScreenshotMissing"));
  return { row, content };
}

/** The string of the screenshot's translation that is named as itself or as its source. */
const unitOf = (row: ScreenshotRow, unitId: number) =>
  sql`from ${u} where (${u.id} = ${unitId} or ${u.sourceId} = ${unitId}) and ${u.translationId} = ${row.translationId}`;

/** Where a string stands in a picture: x, y, width and height in pixels. */
export type Region = readonly [number, number, number, number];

/**
 * Says that a string, named as itself or as its source, can be seen on a screenshot, and where. Needs `screenshot.edit`.
 * @param region null where it is not known; left out, what is known stays
 * @throws Invalid on `unit_id` and `region`
 */
export async function showUnit(
  actor: Actor,
  id: number,
  unitId: number,
  region?: Region | null,
): Promise<ScreenshotRow> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  const unit = await db.one(sql`select ${pick(u, "sourceId")} ${unitOf(row, unitId)}`);
  if (!unit) throw Invalid.field("unitId", refusal("noStringTranslation", { unitId }), "does_not_exist");
  if (region && !inside(region, row)) throw outside(row);
  const shown = { screenshotId: id, sourceId: unit.sourceId, region: [...(region ?? [])] };
  const known =
    region === undefined
      ? sql`do nothing`
      : sql`(${names(hu, "screenshotId", "sourceId")}) do update set ${assigned(hu, { region: shown.region })}`;
  await db.run(sql`insert into ${hu} ${rowOf(hu, shown)} on conflict ${known}`);
  return findScreenshot(actor, id);
}

/**
 * Says of several source strings where they stand in a screenshot. Needs `screenshot.edit`.
 * @throws Invalid where a region is not in the image; strings of other components are left out
 */
export async function placeStrings(
  actor: Actor,
  id: number,
  placed: readonly { unit: number; region: Region }[],
): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  if (placed.some(({ region }) => !inside(region, row))) throw outside(row);
  const n = recordset(
    "n",
    columnsOf(hu, "sourceId", "region"),
    [...new Map(placed.map((one) => [one.unit, one])).values()].map(({ unit, region }) => ({
      sourceId: unit,
      region: [...region],
    })),
  );
  await db.run(sql`
    insert into ${hu} ${eachRow(hu, { screenshotId: id, ...columnsOf(n, "sourceId", "region") })}
    from ${n} join ${u} on ${u.sourceId} = ${n.sourceId} and ${u.translationId} = ${row.translationId}
    on conflict (${names(hu, "screenshotId", "sourceId")}) do update set ${assigned(hu, { region: screenshotUnits.as("excluded").region })}`);
}

/**
 * Puts strings on a screenshot without saying where. Needs `screenshot.edit`. Gives how many are on it that were not.
 * @param unitIds strings of its translation; others are left out
 */
export async function showUnits(actor: Actor, id: number, unitIds: readonly number[]): Promise<number> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  return db.run(sql`
    insert into ${hu} ${eachRow(hu, { screenshotId: id, sourceId: u.sourceId, region: [] })}
    from ${u} where ${anyOf(u.id, [...unitIds])} and ${u.translationId} = ${row.translationId}
    on conflict do nothing`);
}

const outside = ({ width, height }: Pick<ScreenshotRow, "width" | "height">): Invalid =>
  Invalid.field("region", refusal("regionMustLie", { width, height }));

const inside = ([x, y, width, height]: Region, of: Pick<ScreenshotRow, "width" | "height">): boolean =>
  x >= 0 && y >= 0 && width >= 1 && height >= 1 && x + width <= of.width && y + height <= of.height;

/** Takes a string off a screenshot, named as itself or as its source. Needs `screenshot.edit`. @throws NotFound */
export async function hideUnit(actor: Actor, id: number, unitId: number): Promise<void> {
  const row = await findScreenshot(actor, id);
  demand(actor, "screenshot.edit", screenshotScope(row));
  const gone = await db.run(sql`
    delete from ${hu} where ${hu.screenshotId} = ${id}
      and (${hu.sourceId} = ${unitId} or ${hu.sourceId} = (select ${u.sourceId} ${unitOf(row, unitId)}))`);
  if (gone === 0) throw new NotFound(refusal("stringNotScreenshot", { unitId }));
}

/** An upload under way has a file and no row yet. */
const UNFINISHED_MS = 3_600_000;

/** Removes pictures whose screenshots went with their translation, once that can come back no more. Gives how many. */
export async function removeOrphanImages(olderThanMs = UNFINISHED_MS): Promise<number> {
  const keys = await storedKeys("screenshots", olderThanMs);
  const known = await db.rows(sql`
    select ${pick(h, "fileKey")} from ${h} where ${h.fileKey} = any(${keys}::text[])
    union select ${named({ fileKey: asText(sql`${o.row} ->> 'file_key'`) })} from ${o} where ${o.kind} = 'screenshot'`);
  const kept = new Set(known.map((row) => row.fileKey));
  const orphans = keys.filter((key) => !kept.has(key));
  for (const key of orphans) await removeStored(key);
  return orphans.length;
}
