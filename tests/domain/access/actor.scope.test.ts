import { describe, expect, it } from "vitest";
import { anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";
import { textRow } from "../../support/text-rows";

/** What is loaded of whoever asks. Everything is made inside of the tests, so that one fails where loading does. */

describe("an actor", () => {
  it("without credentials needs the built-in user", async () => {
    await db.run(sql`update users set is_anonymous = false where username = 'anonymous'`);
    await expect(anonymousActor()).rejects.toThrow(
      new Error("The built-in anonymous user is missing; start Loquat once to seed the database."),
    );
    await db.run(sql`update users set is_anonymous = true where username = 'anonymous'`);
    expect((await anonymousActor()).username).toBe("anonymous");
    // Known from now on, and asked for again each time.
    await db.run(sql`update users set is_active = false where username = 'anonymous'`);
    await expect(anonymousActor()).rejects.toThrow("The built-in anonymous user is missing");
    await db.run(sql`update users set is_active = true where username = 'anonymous'`);
  });

  it("is a person with what the account says, unless it is closed or over", async () => {
    const { userId } = await makePerson("plain", { superuser: true });
    expect(await loadActor(userId)).toMatchObject({
      userId,
      username: "plain",
      fullName: "Plain",
      email: "plain@example.org",
      isAnonymous: false,
      isSuperuser: true,
      isBot: false,
      tokenProjectId: undefined,
      blockedIn: new Set(),
    });
    await db.run(sql`update users set is_active = false where id = ${userId}`);
    expect(await loadActor(userId)).toBeUndefined();
    await db.run(sql`update users set is_active = true, date_expires = now() where id = ${userId}`);
    expect(await loadActor(userId)).toBeUndefined();
  });

  it("is loaded with its teams: roles, reach, languages, lists, blocks that have not ended", async () => {
    const who = await makePerson("loaded");
    const [project, other, over] = [await bareProject(), await bareProject(), await bareProject()];
    const [named, listed] = [await bareComponent(project), await bareComponent(project)];
    const team = (await textRow<{ id: number }>(
      db,
      sql`insert into teams (name, project_selection, language_selection) values ('Mine', 4, 0) returning id`,
    ))!.id;
    const list = (await textRow<{ id: number }>(
      db,
      sql`insert into component_lists (name, slug) values ('L', 'l') returning id`,
    ))!.id;
    await db.run(sql`delete from team_members where user_id = ${who.userId}`);
    await db.run(sql`insert into team_members (team_id, user_id) values (${team}, ${who.userId})`);
    await db.run(sql`insert into team_roles select ${team}, id from roles where name in ('Add suggestion', 'Billing')`);
    await db.run(sql`insert into team_projects values (${team}, ${project})`);
    await db.run(sql`insert into team_components values (${team}, ${named})`);
    await db.run(sql`insert into component_list_members values (${list}, ${listed})`);
    await db.run(sql`insert into team_component_lists values (${team}, ${list})`);
    const cs = (await textRow<{ id: number }>(db, sql`select id from languages where code = 'cs'`))!.id;
    await db.run(sql`insert into team_languages values (${team}, ${cs})`);
    await db.run(sql`
      insert into user_blocks (user_id, project_id, expires_at) values (${who.userId}, ${project}, null),
        (${who.userId}, ${other}, now() + interval '1 hour'), (${who.userId}, ${over}, now() - interval '1 second')`);
    const loaded = await loadActor(who.userId, { tokenProjectId: project });
    expect(loaded).toMatchObject({
      username: "loaded",
      email: "loaded@example.org",
      cause: "person",
      tokenProjectId: project,
    });
    expect([...(loaded?.blockedIn ?? [])].sort()).toEqual([project, other].sort());
    expect(loaded?.grants).toHaveLength(1);
    const [mine] = loaded?.grants ?? [];
    expect(mine).toMatchObject({
      teamId: team,
      name: "Mine",
      projectSelection: 4,
      projects: [project],
      languages: [cs],
    });
    expect([...(mine?.components ?? [])].sort()).toEqual([named, listed].sort());
    expect([...(mine?.permissions ?? [])].sort()).toEqual(["billing.view", "suggestion.add"]);
    await db.run(sql`update teams set language_selection = 1 where id = ${team}`);
    expect((await loadActor(who.userId))?.grants[0]?.languages).toBeUndefined();
    expect((await loadActor(who.userId, { cause: "addon" }))?.cause).toBe("addon");
    expect(await loadActor(999_999)).toBeUndefined();
  });

  it("without credentials is the built-in one, with the caller's address", async () => {
    expect(await anonymousActor("192.0.2.1")).toMatchObject({
      isAnonymous: true,
      username: "anonymous",
      client: "192.0.2.1",
      isSuperuser: false,
    });
  });
});
