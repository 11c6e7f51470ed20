import { languages, screenshots, screenshotUnits, sourceUnits } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { SCREENSHOT_FIELDS } from "@/lib/text/search-query/fields";
import type { FieldMatch } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { type GalleryFilter, listGallery } from "../screenshots/gallery";
import { listScreenshots } from "../screenshots/screenshots";
import type { PathObject } from "../translations/resolve-path";
import type { Window } from "../window";
import { languageIds } from "./internal/places";
import { formsMatch, textMatch } from "./internal/texts";
import { askedCondition } from "./internal/tree";
import { numberMatch, stretchOf, within } from "./internal/values";
import { runSearch } from "./run-search";

const [h, l, hu, s] = [screenshots.as("h"), languages.as("l"), screenshotUnits.as("hu"), sourceUnits.as("s")];

/** Screenshots that fit a search: by their names, files and languages, and by the strings that are on them. */

/** The condition of a search, over h and l. @throws Invalid on `q` */
const conditionOf = (query: string): Sql | undefined =>
  askedCondition(query, SCREENSHOT_FIELDS, {
    words: (text) => textMatch(h.name, { kind: "text", how: "contains", text }),
    field,
  });

/** Whether a string is on it for which something holds. */
const shows = (where: Sql): Sql =>
  sql`exists (select from ${hu} join ${s} on ${s.id} = ${hu.sourceId} where ${hu.screenshotId} = ${h.id} and ${where})`;

function field(name: string, match: FieldMatch): Sql {
  switch (name) {
    case "name":
      return textMatch(h.name, match);
    case "path":
      return textMatch(h.repositoryFilename, match);
    case "language":
      return sql`${l.id} in ${languageIds(match.kind === "name" ? match.name : "")}`;
    case "string":
      return shows(formsMatch(s.sources, match));
    case "context":
      return shows(textMatch(s.context, match));
    case "location":
      return shows(textMatch(s.location, match));
    case "id":
      return numberMatch(h.id, match);
    case "timestamp":
      return within(h.createdAt, stretchOf(match));
    case "strings":
      return numberMatch(sql`(select count(*) from ${hu} where ${hu.screenshotId} = ${h.id})`, match);
    default:
      return match.kind === "name" && match.name === "string"
        ? sql`exists (select from ${hu} where ${hu.screenshotId} = ${h.id})`
        : sql`(${h.repositoryFilename} <> '')`;
  }
}

/** Screenshots the actor may see that fit a search, by id; of one component when given. @throws Invalid on `q`; Busy */
export async function findScreenshots(
  actor: Actor,
  { q = "", componentId }: { q?: string; componentId?: number },
  window: Window,
): ReturnType<typeof listScreenshots> {
  const asked = conditionOf(q);
  if (!asked) return listScreenshots(actor, { componentId }, window);
  return runSearch(actor, (on) => listScreenshots(actor, { componentId, asked }, window, on));
}

/** Screenshots of a place that fit a search, in the order of a gallery. @throws Invalid on `q`; Busy */
export async function searchGallery(
  actor: Actor,
  place: PathObject,
  { q, ...filter }: Omit<GalleryFilter, "asked"> & { q: string },
  size: number,
): ReturnType<typeof listGallery> {
  const asked = conditionOf(q);
  if (!asked) return listGallery(actor, place, filter, size);
  return runSearch(actor, (on) => listGallery(actor, place, { ...filter, asked }, size, on));
}
