import { expect, it } from "vitest";
import { createProjectToken } from "@/lib/domain/projects/members";
import { findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

it("a project's token belongs to its own team Administration, whatever other teams are called", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const { component } = await connect(admin, { "po/cs.po": "" }, { filemask: "po/*.po", fileFormat: "po" });
  const project = await findProject(admin, component.project.slug);
  await db.run(sql`
    insert into teams (name, builtin, defining_project_id, project_selection, language_selection)
    values ('Administration', false, ${project.id}, 0, 1)`);
  expect(await createProjectToken(admin, project, "ci", null)).toMatch(/^svcp_/);
  const teams = await textRows<{ builtin: boolean }>(
    db,
    sql`
    select t.builtin from team_members m join teams t on t.id = m.team_id join users u on u.id = m.user_id
    where t.defining_project_id = ${project.id} and u.is_bot`,
  );
  expect(teams).toEqual([{ builtin: true }]);
});
