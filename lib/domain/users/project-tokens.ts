import { projects, teams, users } from "@/lib/generated/tables";
import { named, outer, pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { slugify } from "@/lib/text/slug";
import { addMembers } from "../access/seed";
import { NotFound } from "../errors";
import { issueToken } from "./tokens";
import { insertUser } from "./users";

const [p, t] = [projects.as("p"), outer(teams.as("t"))];

/**
 * A token that reaches one project: it belongs to a bot user in the project's team Administration. Gives the key, which
 * cannot be shown again.
 * @throws NotFound
 */
export async function issueProjectToken(
  projectSlug: string,
  name: string,
  expiresAt: Date | null = null,
): Promise<string> {
  const { bot, project } = await inTransaction(async (tx) => {
    const found = await tx.one(sql`
      select ${pick(p, "id")}, ${named({ team: t.id })}
      from ${p} left join ${t} on ${t.definingProjectId} = ${p.id} and ${t.builtin} and ${t.name} = 'Administration'
      where ${p.slug} = ${projectSlug} and ${p.removedAt} is null`);
    if (!found) throw new NotFound(refusal("noProject", { slug: projectSlug }));
    const base = `bot-${projectSlug}-${slugify(name) || "token"}`;
    const taken = await tx.one(sql`
      select ${counted} from ${users} where ${users.username} = ${base} or ${users.username} ~ ${`^${base}-[0-9]+$`}`);
    const username = taken?.count ? `${base}-${taken.count + 1}` : base;
    const user = await insertUser(tx, { username, fullName: name || username, email: null, isBot: true });
    if (found.team) await addMembers(tx, found.team, [user.id]);
    return { bot: user.id, project: found.id };
  });
  return (await issueToken(bot, { name, projectId: project, expiresAt })).key;
}
