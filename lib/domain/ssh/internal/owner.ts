import { components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";

const [p, c] = [projects.as("p"), components.as("c")];
const OWNER = pick(p, "id", "signCommits");

/** The project whose key a repository uses: that of its oldest component. */
export async function ownerOf(repository: { id: number }): Promise<SelectedRow<typeof OWNER> | undefined> {
  return db.one(sql`
    select ${OWNER} from ${p} join ${c} on ${c.projectId} = ${p.id}
    where ${c.repositoryId} = ${repository.id} order by ${c.id} limit 1`);
}
