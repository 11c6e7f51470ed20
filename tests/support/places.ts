import { db, type Sql, sql } from "@/lib/platform/database";
import { textRow } from "./text-rows";

/** Projects, repositories and components as bare rows, for tests that never look into a file. */

let serial = 0;

async function id(statement: Sql): Promise<number> {
  const row = await textRow<{ id: number }>(db, statement);
  if (!row) throw new Error("The row was not made.");
  return row.id;
}

/** A project without teams. */
export function bareProject(accessControl = 0, removed = false): Promise<number> {
  const name = `p${++serial}`;
  return id(sql`
    insert into projects (name, slug, access_control, removed_at)
    values (${name}, ${name}, ${accessControl}, ${removed ? new Date() : null}) returning id`);
}

/** A repository at an address that nobody asks. */
export function bareRepository(url = "https://git.example.org/x/y.git", branch = "main"): Promise<number> {
  return id(sql`insert into repositories (url, branch) values (${url}, ${branch}) returning id`);
}

/** A component without files, with a repository of its own unless one is given. */
export async function bareComponent(
  projectId: number,
  given: { restricted?: boolean; removed?: boolean; repositoryId?: number; linkedTo?: number } = {},
): Promise<number> {
  const name = `c${++serial}`;
  const repository = given.repositoryId ?? (await bareRepository());
  return id(sql`
    insert into components (project_id, name, slug, repository_id, linked_component_id, restricted, removed_at, filemask, file_format,
      source_language_id, commit_message, add_message, delete_message, merge_message, addon_message, pull_message)
    select ${projectId}, ${name}, ${name}, ${repository}, ${given.linkedTo ?? null}, ${given.restricted ?? false},
      ${given.removed ? new Date() : null}, '*.po', 'po', id, '', '', '', '', '', '' from languages where code = 'en' returning id`);
}
