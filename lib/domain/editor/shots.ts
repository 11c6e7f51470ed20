import { screenshots, screenshotUnits } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import {
  createScreenshot,
  hideUnit,
  placeStrings,
  type Region,
  removeScreenshot,
  showUnit,
} from "../screenshots/screenshots";
import { findTranslationById, translationScope } from "../translations/translations";
import { findUnit, type UnitRow } from "../units/units";
import { demandAccount } from "./save-string";

const [h, hu] = [screenshots.as("h"), screenshotUnits.as("hu")];

/** A screenshot on which a string can be seen. */
export interface EditorShot {
  id: number;
  name: string;
  /** Address of the picture. */
  url: string;
  /** Path of the page about the screenshot. */
  page: string;
  width: number;
  height: number;
  /** Where the string stands in it: x, y, width, height in pixels; null where nobody has said. */
  region: Region | null;
}

const MOST = 20;

/** Screenshots of a string that the actor has found, the newest first. */
export async function shotsOf(unit: Pick<UnitRow, "sourceId">): Promise<EditorShot[]> {
  const rows = await db.rows(sql`
    select ${pick(h, "id", "name", "width", "height", "fileKey")}, ${pick(hu, "region")}
    from ${hu} join ${h} on ${h.id} = ${hu.screenshotId} where ${hu.sourceId} = ${unit.sourceId}
    order by ${h.id} desc limit ${MOST}`);
  return rows.map(({ id, name, width, height, fileKey, region }) => ({
    ...{ id, name, width, height },
    url: urls.shot(id, fileKey),
    page: ownPath(urls.screenshot(id).web) ?? "",
    region: region.length === 4 ? (region as unknown as Region) : null,
  }));
}

/** What somebody does with the screenshots of a string. */
export type ShotAct =
  /** The picture becomes a screenshot of the component, with the string on it. */
  | { act: "upload"; name: string; content: Uint8Array }
  /** Null takes the mark away. */
  | { act: "mark"; shot: number; region: Region | null }
  /** Source strings that were found in the picture. */
  | { act: "place"; shot: number; strings: readonly { unit: number; region: Region }[] }
  /** The string is taken off the screenshot, which stays. */
  | { act: "detach" | "delete"; shot: number };

/**
 * Adds a screenshot to a string, marks the string on one, or takes it off.
 * @returns the screenshots of the string
 * @throws Unauthenticated when nobody, or another account, is signed in; NotFound, Forbidden, Invalid
 */
export async function actOnShot(
  actor: Actor,
  { unitId, accountId, what }: { unitId: number; accountId: number; what: ShotAct },
): Promise<EditorShot[]> {
  demandAccount(actor, accountId);
  const unit = await findUnit(actor, unitId);
  if (what.act === "upload") await upload(actor, unit, what);
  else if (what.act === "mark") await showUnit(actor, what.shot, unit.sourceId, what.region);
  else if (what.act === "place") await placeStrings(actor, what.shot, what.strings);
  else if (what.act === "detach") await hideUnit(actor, what.shot, unit.sourceId);
  else await removeScreenshot(actor, what.shot);
  return shotsOf(unit);
}

/** Screenshots belong to the source: all languages see them. */
async function upload(actor: Actor, unit: UnitRow, { name, content }: { name: string; content: Uint8Array }) {
  const source = unit.id === unit.sourceId ? unit : await findUnit(actor, unit.sourceId);
  const translation = await findTranslationById(actor, source.translationId);
  // Asked before the picture is stored, which would stay without its string.
  demand(actor, "screenshot.edit", translationScope(translation));
  const made = await createScreenshot(actor, translation, { name, repositoryFilename: "", content });
  await showUnit(actor, made.id, unit.sourceId);
}
