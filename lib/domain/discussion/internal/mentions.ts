import { components, projects, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { namesMentioned } from "@/lib/text/rich-text";
import { loadActor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";

const [a, c, p] = [users.as("a"), components.as("c"), projects.as("p")];

/** Names of one text that are looked up: nobody calls more people at once. */
const MOST = 20;

/** Users whom a text names and who may know of the component; who is blocked in its project is not called there. */
export async function mentionedUsers(text: string, componentId: number): Promise<number[]> {
  const names = namesMentioned(text).slice(0, MOST);
  if (names.length === 0) return [];
  const found = await db.rows(sql`
    select ${pick(a, "id")} from ${a}
    where lower(${a.username}) = any(${names}::text[]) and ${a.isActive} and not ${a.isAnonymous} and not ${a.isBot}
    order by ${a.id}`);
  const seeing = await Promise.all(
    found.map(async ({ id }) => {
      const actor = await loadActor(id);
      if (!actor) return undefined;
      const row = await db.one(sql`
        select ${present} from ${c} join ${p} on ${p.id} = ${c.projectId}
        where ${c.id} = ${componentId} and ${visibleComponents(actor)} and not ${p.id} = any(${[...actor.blockedIn]}::int[])`);
      return row && id;
    }),
  );
  return seeing.filter((id) => id !== undefined);
}
