import {
  components,
  languages,
  projects,
  screenshots,
  screenshotUnits,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type Connection, db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText, orNull } from "@/lib/platform/expressions";
import { likePattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { can, visibleComponents } from "../access/demand";
import { placeCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";
import { walked } from "../window";
import { findScreenshot, type Region, type ScreenshotRow, screenshotScope } from "./screenshots";

/** Screenshots as pages show them: those of a place, and one with its strings. */

const [h, hu, s, u] = [screenshots.as("h"), screenshotUnits.as("hu"), sourceUnits.as("s"), units.as("u")];
const [t, l, c, p] = [translations.as("t"), languages.as("l"), components.as("c"), projects.as("p")];

const COLUMNS = combined(
  pick(h, "id", "name", "fileKey", "width", "height"),
  named({
    languageCode: l.code,
    languageName: l.name,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    projectSlug: p.slug,
    /** Strings that are on it. */
    strings: asNumber(sql`(select count(*) from ${hu} where ${hu.screenshotId} = ${h.id})`),
  }),
);

/** A screenshot in a gallery. */
export type GalleryRow = SelectedRow<typeof COLUMNS>;

/** What a gallery is ordered by: the newest, the name, most strings on one, or those first that none is on. */
export const GALLERY_ORDERS = ["new", "name", "most", "loose"] as const;
export type GalleryOrder = (typeof GALLERY_ORDERS)[number];

const STRINGS = sql`(select count(*) from ${hu} where ${hu.screenshotId} = ${h.id})`;

/** The value of each order, whether it is a number, and whether the greatest come first. */
const ORDERED: Readonly<Record<GalleryOrder, readonly [value: Sql, numbers: boolean, down: boolean]>> = {
  new: [h.id, true, true],
  name: [sql`left(lower(${h.name}), 100)`, false, false],
  most: [STRINGS, true, true],
  loose: [STRINGS, true, false],
};

export interface GalleryFilter {
  /** Part of its name, in any case. */
  words?: string;
  /** Only those that no string is on. */
  loose?: boolean;
  /** What else is asked of them, over h and l. */
  asked?: Sql;
  order?: GalleryOrder;
  /** `next` of the page before; anything else is the beginning. */
  after?: string;
}

/** Screenshots of a place that the actor may see, the newest first when nothing is said; `next` is where the following page begins. */
export async function listGallery(
  actor: Actor,
  place: PathObject,
  { words = "", loose = false, asked, order = "new", after }: GalleryFilter,
  size: number,
  on: Pick<Connection, "rows"> = db,
): Promise<{ rows: GalleryRow[]; next: string | undefined }> {
  const text = words.trim().slice(0, 200).replaceAll("\0", "");
  const where = [visibleComponents(actor), placeCondition(place)];
  if (text !== "") where.push(sql`${h.name} ilike ${likePattern(text)}`);
  if (loose) where.push(sql`not exists (select from ${hu} where ${hu.screenshotId} = ${h.id})`);
  if (asked) where.push(asked);
  const [value, numbers, down] = ORDERED[order];
  const keys = walked(value, h.id, { numbers, down, after });
  where.push(keys.behind);
  const found = await on.rows(sql`
    select ${combined(COLUMNS, named({ place: keys.place }))} from ${h} join ${t} on ${t.id} = ${h.translationId} join ${l} on ${l.id} = ${t.languageId}
      join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${joinSql(where, " and ")} order by ${keys.sorted} limit ${size + 1}`);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? rows.at(-1)?.place : undefined };
}

const MOST_STRINGS = 500;

const STRING = combined(
  pick(s, "id", "context"),
  named({
    source: asText(sql`coalesce(${s.sources}[1], '')`),
    idHash: asText(sql`${s.idHash}::text`),
    /** Whether the language of the screenshot has the string. */
    there: orNull(u.id),
  }),
  pick(hu, "region"),
);

/** A source string on a screenshot. */
export interface StringOnShot {
  /** Id of the source string. */
  id: number;
  context: string;
  source: string;
  idHash: string;
  /** Whether the language of the screenshot has the string. */
  there: boolean;
  /** x, y, width and height in pixels; null where nobody has said. */
  region: Region | null;
}

/** A screenshot the actor may see, with its strings from the top of the image down, and what the actor may do. @throws NotFound */
export async function readShot(
  actor: Actor,
  id: number,
): Promise<{ row: ScreenshotRow; strings: StringOnShot[]; edits: boolean; deletes: boolean }> {
  const row = await findScreenshot(actor, id);
  const found = await db.rows(sql`
    select ${STRING} from ${hu} join ${s} on ${s.id} = ${hu.sourceId}
      left join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${row.translationId}
    where ${hu.screenshotId} = ${id}
    order by ${hu.region}[2] nulls last, ${hu.region}[1], ${s.position}, ${s.id} limit ${MOST_STRINGS}`);
  const scope = screenshotScope(row);
  return {
    row,
    strings: found.map(({ there, region, ...string }) => ({
      ...string,
      there: there !== null,
      region: region.length === 4 ? (region as unknown as Region) : null,
    })),
    edits: can(actor, "screenshot.edit", scope),
    deletes: can(actor, "screenshot.delete", scope),
  };
}

/** Languages of a component that a screenshot can belong to, the source first. */
export function shotLanguages(componentId: number): Promise<{ id: number; name: string; code: string }[]> {
  return db.rows(sql`
    select ${pick(t, "id")}, ${pick(l, "name", "code")} from ${t} join ${l} on ${l.id} = ${t.languageId}
    where ${t.componentId} = ${componentId} order by ${t.isSource} desc, ${l.name}, ${t.id}`);
}
