import { inTransaction, sql } from "@/lib/platform/database";
import { slugify } from "@/lib/text/slug";
import { addMembers } from "../access/seed";
import { NotFound } from "../errors";
import { issueToken } from "./tokens";
import { insertUser } from "./users";

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
    const found = await tx.one<{ id: number; team: number }>(sql`
      select p.id, (select t.id from teams t where t.defining_project_id = p.id and t.builtin and t.name = 'Administration') as team
      from projects p where p.slug = ${projectSlug} and p.removed_at is null`);
    if (!found) throw new NotFound(`There is no project ${projectSlug}.`);
    const base = `bot-${projectSlug}-${slugify(name) || "token"}`;
    const taken = await tx.one<{ count: number }>(
      sql`select count(*)::int as count from users where username = ${base} or username ~ ${`^${base}-[0-9]+$`}`,
    );
    const username = taken?.count ? `${base}-${taken.count + 1}` : base;
    const user = await insertUser(tx, { username, fullName: name || username, email: null, isBot: true });
    if (found.team) await addMembers(tx, found.team, [user.id]);
    return { bot: user.id, project: found.id };
  });
  return (await issueToken(bot, { name, projectId: project, expiresAt })).key;
}
