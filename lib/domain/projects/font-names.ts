import { fontGroups } from "@/lib/generated/tables";
import { type Connection, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { parseFlags } from "@/lib/text/flags/flags";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

const g = fontGroups.as("g");

/** Where flags hold: in a project, undefined for one that is not there yet and so has no groups; or in all of them. */
export type FontPlace = number | undefined | "everywhere";

/**
 * What is wrong with the font that flags name: it is neither one of ours nor a group of the project. A name that holds for all
 * projects means the groups of each, and so is wrong where no project has one.
 */
export async function fontProblem(
  on: Connection,
  place: FontPlace,
  flags: string | undefined,
): Promise<Refusal | undefined> {
  if (!flags?.includes("font-family")) return undefined;
  const name = parseFlags(flags).get("font-family")?.[0]?.text;
  if (name === undefined || FONT_FAMILIES.some((family) => family === name)) return undefined;
  const here = place === "everywhere" ? sql`true` : sql`${g.projectId} = ${place ?? null}`;
  const found = await on.one(sql`select ${present} from ${g} where ${here} and ${g.name} = ${name} limit 1`);
  if (found) return undefined;
  const named = { name: name.slice(0, 100), fonts: FONT_FAMILIES.join(", ") };
  return place === "everywhere" ? refusal("noFontGroupAnywhere", named) : refusal("noFontGroup", named);
}
