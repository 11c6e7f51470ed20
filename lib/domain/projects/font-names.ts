import { fontGroups } from "@/lib/generated/tables";
import { type Connection, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { parseFlags } from "@/lib/text/flags/flags";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

const g = fontGroups.as("g");

/**
 * What is wrong with the font that flags name: it is neither one of ours nor a group of the project.
 * @param projectId undefined for a project that is not there yet, and so has no groups
 */
export async function fontProblem(
  on: Connection,
  projectId: number | undefined,
  flags: string | undefined,
): Promise<Refusal | undefined> {
  if (!flags?.includes("font-family")) return undefined;
  const name = parseFlags(flags).get("font-family")?.[0]?.text;
  if (name === undefined || FONT_FAMILIES.some((family) => family === name)) return undefined;
  const found =
    projectId !== undefined &&
    (await on.one(sql`select ${present} from ${g} where ${g.projectId} = ${projectId} and ${g.name} = ${name}`));
  return found ? undefined : refusal("noFontGroup", { name: name.slice(0, 100), fonts: FONT_FAMILIES.join(", ") });
}
