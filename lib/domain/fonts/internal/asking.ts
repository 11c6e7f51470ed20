import { components, projects, sourceUnits, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { parseFlags } from "@/lib/text/flags/flags";

const [c, p, t, s] = [components.as("c"), projects.as("p"), translations.as("t"), sourceUnits.as("s")];

const FLAG = "%font-family:%";

/** The name that a text of flags gives the font. */
const nameIn = (flags: string): string | undefined => parseFlags(flags).get("font-family")?.[0]?.text;

/**
 * Source strings of a project by the name that they give the font, in flags of their own, of their component, of a language or
 * of the project. A string that several levels name a font for counts for the strongest; one of a language counts beside it.
 */
export async function stringsAsking(projectId: number): Promise<ReadonlyMap<string, number>> {
  const outer = await db.rows(sql`
    select ${pick(c, "id")}, ${named({ own: c.checkFlags, project: p.checkFlags, strings: asNumber(sql`(select count(*)::int from ${s} where ${s.componentId} = ${c.id})`) })}
    from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${projectId} and ${c.removedAt} is null and (${c.checkFlags} like ${FLAG} or ${p.checkFlags} like ${FLAG})`);
  const languages = await db.rows(sql`
    select distinct ${pick(t, "checkFlags", "componentId")}, ${named({ strings: asNumber(sql`(select count(*)::int from ${s} where ${s.componentId} = ${t.componentId})`) })}
    from ${t} join ${c} on ${c.id} = ${t.componentId}
    where ${c.projectId} = ${projectId} and ${c.removedAt} is null and ${t.checkFlags} like ${FLAG}`);
  const own = await db.rows(sql`
    select ${pick(s, "componentId", "flags", "extraFlags")}, ${named({ strings: asNumber(sql`count(*)::int`) })}
    from ${s} join ${c} on ${c.id} = ${s.componentId}
    where ${c.projectId} = ${projectId} and ${c.removedAt} is null and (${s.flags} like ${FLAG} or ${s.extraFlags} like ${FLAG})
    group by ${s.componentId}, ${s.flags}, ${s.extraFlags}`);
  const counts = new Map<string, number>();
  const count = (name: string | undefined, strings: number) => {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + strings);
  };
  const having = new Map<number, number>();
  for (const { componentId, flags, extraFlags, strings } of own) {
    count(nameIn(extraFlags) ?? nameIn(flags), strings);
    having.set(componentId, (having.get(componentId) ?? 0) + strings);
  }
  for (const { id, own: flags, project, strings } of outer)
    count(nameIn(flags) ?? nameIn(project), Math.max(0, strings - (having.get(id) ?? 0)));
  for (const { checkFlags, componentId, strings } of languages)
    count(nameIn(checkFlags), Math.max(0, strings - (having.get(componentId) ?? 0)));
  return counts;
}
