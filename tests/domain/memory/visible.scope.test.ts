import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor, SERVICE } from "@/lib/domain/access/actor";
import { entriesOf, every, type MemoryScope, usableEntries, visibleEntries } from "@/lib/domain/memory/scope";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { db, type Sql, sql } from "@/lib/platform/database";
import { actor, grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";
import { textRows } from "../../support/text-rows";

/** Who may know of which entries of the translation memory. */

const projects = { open: 0, guarded: 0, closed: 0, custom: 0, silent: 0, alone: 0, gone: 0 };
type Name = keyof typeof projects;
const people = { petra: 0, jan: 0 };

async function remember(origin: string, of: { user?: number; project?: number; shared?: boolean }): Promise<void> {
  await db.run(sql`
    insert into memory_entries (source_language_id, target_language_id, source, target, source_hash, origin, user_id, project_id, shared)
    select s.id, t.id, 'Quit', 'Konec', memory_hash('Quit'), ${origin}, ${of.user ?? null}, ${of.project ?? null}, ${of.shared ?? false}
    from languages s, languages t where s.code = 'en' and t.code = 'cs'`);
}

beforeAll(async () => {
  people.petra = (await makePerson("petra")).userId;
  people.jan = (await makePerson("jan")).userId;
  const access: [Name, number][] = [
    ["open", 0],
    ["guarded", 1],
    ["closed", 100],
    ["custom", 200],
    ["silent", 0],
    ["alone", 0],
    ["gone", 0],
  ];
  for (const [name, accessControl] of access) projects[name] = await bareProject(accessControl, name === "gone");
  await db.run(sql`update projects set contribute_shared_tm = false where id = ${projects.silent}`);
  await db.run(sql`update projects set use_shared_tm = false where id = ${projects.alone}`);
  for (const [name, project] of Object.entries(projects)) await remember(name, { project });
  await remember("petra", { user: people.petra });
  await remember("jan", { user: people.jan });
  await remember("petra in open", { user: people.petra, project: projects.open });
  await remember("jan in open", { user: people.jan, project: projects.open });
  await remember("jan for all", { user: people.jan, shared: true });
  await remember("open for all", { project: projects.open, shared: true });
  await remember("all", { shared: true });
  await remember("nobody", {});
});

const origins = async (where: Sql) =>
  (
    await textRows<{ origin: string }>(
      db,
      sql`
      select m.origin from memory_entries m left join projects p on p.id = m.project_id where ${where} order by m.id`,
    )
  ).map((row) => row.origin);

/** What everybody sees: the entries for all, and those of public and protected projects. */
const PUBLIC = ["open", "guarded", "silent", "alone", "open for all", "all"];
const OWN = ["petra", "petra in open"];
const EVERYTHING = [
  ...["open", "guarded", "closed", "custom", "silent", "alone", "gone", "petra", "jan", "petra in open"],
  ...["jan in open", "jan for all", "open for all", "all", "nobody"],
];

const who = {
  petra: () => actor({ userId: people.petra }),
  member: () => actor({ userId: people.petra, grants: [grant({ projects: [projects.closed] })] }),
  token: () => actor({ userId: people.petra, cause: "api", tokenProjectId: projects.open }),
  keeper: () =>
    actor({ userId: people.petra, grants: [grant({ permissions: ["memory.manage"], projects: [projects.open] })] }),
  admin: () => actor({ userId: people.petra, isSuperuser: true }),
  service: () => SERVICE,
} satisfies Record<string, () => Actor>;
type Who = keyof typeof who;

describe("lists and look-ups by id show", () => {
  const rows: [Who, string[]][] = [
    ["petra", [...PUBLIC, ...OWN]],
    ["member", [...PUBLIC, ...OWN, "closed"]],
    ["token", PUBLIC],
    ["keeper", EVERYTHING],
    ["admin", EVERYTHING],
    ["service", EVERYTHING],
  ];

  it.each(rows)("to %s", async (name, expected) => {
    expect((await origins(visibleEntries(who[name]()))).sort()).toEqual([...expected].sort());
  });

  it("to nobody, what is public", async () => {
    expect((await origins(visibleEntries(await anonymousActor()))).sort()).toEqual([...PUBLIC].sort());
  });
});

describe("while somebody translates", () => {
  const lent = ["open", "guarded", "alone", "open for all", "all"];
  const rows: [Who, Name | undefined, string[]][] = [
    ["petra", undefined, [...PUBLIC, ...OWN]],
    ["token", undefined, PUBLIC],
    // Even from those who manage the memory another person's entries are kept.
    ["admin", undefined, [...PUBLIC, ...OWN, "closed", "custom"]],
    ["petra", "open", [...lent, ...OWN]],
    ["token", "open", lent],
    ["petra", "silent", [...lent, "silent", ...OWN]],
    ["petra", "alone", ["alone", ...OWN]],
    ["token", "alone", ["alone"]],
    ["petra", "closed", [...lent, ...OWN]],
    ["member", "closed", [...lent, ...OWN, "closed"]],
    ["member", "open", [...lent, ...OWN, "closed"]],
    ["admin", "open", [...lent, ...OWN, "closed", "custom"]],
    // The service works for people who may not see every project that shares.
    ["service", "open", lent],
    ["service", "closed", [...lent, "closed"]],
    ["service", "alone", ["alone"]],
    ["petra", "gone", [...lent, ...OWN]],
  ];

  it.each(rows)("%s, in the project %s", async (name, project, expected) => {
    const at = project && { id: projects[project] };
    expect((await origins(usableEntries(who[name](), at))).sort()).toEqual([...expected].sort());
  });
});

describe("a scope holds", () => {
  const inProject = (name: Name): MemoryScope => ({
    kind: "project",
    project: { id: projects[name] } as ProjectRow,
  });
  const rows: [string, Who, () => MemoryScope, string[]][] = [
    ["one's own entries", "petra", () => ({ kind: "personal" }), OWN],
    ["none, for a token", "token", () => ({ kind: "personal" }), []],
    ["none, for the service", "service", () => ({ kind: "personal" }), []],
    ["those of a project that are nobody's", "petra", () => inProject("open"), ["open", "open for all"]],
    ["those of another project", "petra", () => inProject("closed"), ["closed"]],
    ["those for all", "petra", () => ({ kind: "shared" }), ["all"]],
  ];

  it.each(rows)("%s", async (_name, name, scope, expected) => {
    // Entries of a project that are marked as shared belong to it, not to all.
    expect(await origins(entriesOf(who[name](), scope()))).toEqual(expected);
  });

  it("what all conditions allow", async () => {
    expect(await origins(every([sql`m.origin like 'petra%'`, sql`m.project_id is null`]))).toEqual(["petra"]);
  });
});
