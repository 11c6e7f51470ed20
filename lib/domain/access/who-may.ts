import { components, projects, users } from "@/lib/generated/tables";
import { named, outer, pick, subquery, unnest } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, asText } from "@/lib/platform/expressions";
import type { Actor } from "./actor";
import { IS_A_READER, IS_NOT_BLOCKED, membersWhoMay } from "./people-who-see";
import type { ProjectPermission } from "./permissions";

/** Who has a permission in a place, to be asked or written to. */

const [u, p, c] = [users.as("u"), projects.as("p"), outer(components.as("c"))];

/** A permission in a project, or in one component of it. */
export interface Need {
  projectId: number;
  componentId: number | null;
  permission: ProjectPermission;
}

export interface AblePerson {
  username: string;
  fullName: string;
}

/** People of whom each has a permission: the first by name, and how many there are. */
export interface AblePeople {
  people: AblePerson[];
  count: number;
}

/** A need as the key of what `whoMay` gives. */
export const needKey = ({ projectId, componentId, permission }: Need): string =>
  `${projectId}/${componentId ?? ""}/${permission}`;

/**
 * Who meets each of some needs by their teams; superusers are not named. Told to people who are signed in, of places that have
 * been found for them.
 */
export async function whoMay(actor: Actor, needs: readonly Need[], most: number): Promise<Map<string, AblePeople>> {
  const wanted = [...new Map(needs.map((need) => [needKey(need), need])).values()];
  if (actor.isAnonymous || wanted.length === 0) return new Map();
  const w = unnest(
    "w",
    { at: asNumber(sql`0::int`), projectId: projects.id, componentId: components.id, permission: asText(sql`''`) },
    // No component has the id 0.
    wanted.map((need, at) => ({ ...need, at, componentId: need.componentId ?? 0 })),
  );
  const able = subquery(
    "able",
    sql`
      select ${pick(u, "username", "fullName")}, ${named({ all: asNumber(sql`(count(*) over ())::int`) })} from ${u}
      where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${u.id} in ${membersWhoMay(w.permission)}
      order by lower(coalesce(nullif(${u.fullName}, ''), ${u.username})), ${u.id} limit ${most}`,
  );
  const rows = await db.rows(sql`
    select ${named({ at: w.at })}, ${pick(able, "username", "fullName", "all")}
    from ${w} join ${p} on ${p.id} = ${w.projectId} left join ${c} on ${c.id} = ${w.componentId} cross join lateral ${able}
    order by ${w.at}, lower(coalesce(nullif(${able.fullName}, ''), ${able.username}))`);
  const found = new Map<string, AblePeople>(wanted.map((need) => [needKey(need), { people: [], count: 0 }]));
  for (const { at, all, ...person } of rows) {
    const need = wanted[at];
    const entry = need && found.get(needKey(need));
    if (!entry) continue;
    entry.people.push(person);
    entry.count = all;
  }
  return found;
}
