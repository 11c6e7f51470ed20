import { fontGroupLanguages, fontGroups, fonts } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";

const [f, g, x] = [fonts.as("f"), fontGroups.as("g"), fontGroupLanguages.as("x")];

/** Groups whose texts a font of a family may be measured in, as the weight of a text chooses among its fonts. */
export async function groupsOfFamily(tx: Tx, projectId: number, family: string): Promise<string[]> {
  const rows = await tx.rows(sql`
    select distinct ${pick(g, "name")} from ${g} left join ${x} on ${x.groupId} = ${g.id}
      join ${f} on ${f.id} in (${g.fontId}, ${x.fontId})
    where ${g.projectId} = ${projectId} and ${f.family} = ${family} order by 1`);
  return rows.map(({ name }) => name);
}

/** A font as people call it. */
export const fullName = ({ family, style }: { family: string; style: string }): string => `${family} ${style}`;
