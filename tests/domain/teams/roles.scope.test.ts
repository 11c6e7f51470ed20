import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { createRole, findRole, listRoles, type RoleRow, removeRole, updateRole } from "@/lib/domain/teams/roles";
import { authenticateKey, issueToken } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { actor, allowed, grant } from "../../support/actors";
import { bareMember, bareRole, bareTeam, bareUser, roleOf } from "../../support/teams";

/** Who knows of roles, who changes them, and what they hold afterwards. */

const editor = allowed("role.edit");
const ALL = { limit: 100, offset: 0 };
let own: number;
let team: number;
beforeAll(async () => {
  team = await bareTeam();
});
beforeEach(async () => {
  await db.run(sql`delete from roles where not builtin`);
  own = await bareRole("Own", "comment.add", "unit.edit");
  await db.run(sql`insert into team_roles values (${team}, ${own})`);
});

const names = (rows: readonly RoleRow[]) => rows.map((row) => row.name);
const fault = (path: string, message: string, code = "invalid") => ({ fields: [{ path, code, message }] });
const needed = (permission: string) => ({ denial: { reason: "missing-permission", permission } });
const TAKEN = fault("name", "A role with this name exists.", "unique");
const NO_FLIGHT = fault("permissions.1", "Unknown permission unit.fly.", "does_not_exist");
const MISSING = new NotFound("Role 999999 does not exist, or you do not have permission to view it.");
const stays = (name: string) =>
  fault("", `${name} is a built-in role, which is reset on every start. Create your own role instead.`);

describe("listing roles", () => {
  it.each(["role.edit", "role.view"])("shows all of them with %s", async (permission) => {
    const { rows, count } = await listRoles(allowed(permission), ALL);
    expect(count).toBe(18);
    expect(names(rows)).toEqual(expect.arrayContaining(["Administration", "Billing", "Own"]));
    expect(await findRole(allowed(permission), own)).toEqual({
      id: own,
      name: "Own",
      builtin: false,
      permissions: ["comment.add", "unit.edit"],
    });
  });

  it("shows them page by page", async () => {
    const all = await listRoles(editor, ALL);
    const part = await listRoles(editor, { limit: 2, offset: 3 });
    expect(part).toEqual({ rows: all.rows.slice(3, 5), count: 18 });
    expect(await listRoles(editor, { limit: 2, offset: 50 })).toEqual({ rows: [], count: 18 });
  });

  it("shows roles to members of teams that have them, and to nobody else", async () => {
    const member = actor({ grants: [grant({ teamId: team, permissions: ["unit.edit"] })] });
    expect(await listRoles(member, ALL)).toMatchObject({ rows: [{ name: "Own" }], count: 1 });
    expect(await findRole(member, own)).toMatchObject({ name: "Own" });
    expect(await listRoles(actor(), ALL)).toEqual({ rows: [], count: 0 });
    await expect(findRole(actor(), own)).rejects.toThrow(
      new NotFound(`Role ${own} does not exist, or you do not have permission to view it.`),
    );
    await expect(findRole(editor, 999_999)).rejects.toThrow(MISSING);
    // A project's token manages nothing of the whole installation.
    const token = actor({ grants: [grant({ teamId: team, permissions: ["role.edit"] })], tokenProjectId: 1 });
    expect(await listRoles(token, ALL)).toMatchObject({ rows: [{ name: "Own" }], count: 1 });
  });
});

describe("creating a role", () => {
  it("needs permission", async () => {
    const input = { name: "New", permissions: ["unit.review", "unit.edit", "unit.edit"] };
    const made = await createRole(editor, input);
    expect(made).toEqual({
      id: expect.any(Number),
      name: "New",
      builtin: false,
      permissions: ["unit.edit", "unit.review"],
    });
    expect(await findRole(editor, made.id)).toEqual(made);
    await expect(createRole(allowed("role.view"), { ...input, name: "Newer" })).rejects.toMatchObject(
      needed("role.edit"),
    );
    expect((await listRoles(editor, ALL)).count).toBe(19);
  });

  it("needs existing permissions", async () => {
    const long = "x".repeat(61);
    const wrong = createRole(editor, { name: "New", permissions: ["unit.edit", "unit.fly", "user.edit", long] });
    await expect(wrong).rejects.toBeInstanceOf(Invalid);
    await expect(wrong).rejects.toMatchObject({
      fields: [
        ...NO_FLIGHT.fields,
        { path: "permissions.3", code: "does_not_exist", message: `Unknown permission ${"x".repeat(60)}.` },
      ],
    });
    expect((await listRoles(editor, ALL)).count).toBe(18);
  });

  it("needs a unique name, which is not confused with other failures", async () => {
    await expect(createRole(editor, { name: "Translate", permissions: [] })).rejects.toMatchObject(TAKEN);
    // PostgreSQL refuses this text.
    await expect(createRole(editor, { name: "a\0b", permissions: [] })).rejects.not.toBeInstanceOf(Invalid);
  });
});

describe("changing a role", () => {
  it("needs permission to change and to see it", async () => {
    await expect(updateRole(actor(), own, { name: "x" }, false)).rejects.toBeInstanceOf(NotFound);
    const refused = updateRole(allowed("role.view"), own, { name: "x" }, false);
    await expect(refused).rejects.toBeInstanceOf(Forbidden);
    await expect(refused).rejects.toMatchObject(needed("role.edit"));
    await expect(updateRole(editor, 999_999, { name: "x" }, false)).rejects.toThrow(MISSING);
    expect(await findRole(editor, own)).toMatchObject({ name: "Own" });
  });

  it("changes only the given fields: the name, or permissions added or replaced", async () => {
    const other = await bareRole("Other", "comment.add");
    expect(await updateRole(editor, own, { name: "Mine" }, true)).toMatchObject({
      name: "Mine",
      permissions: ["comment.add", "unit.edit"],
    });
    expect(await updateRole(editor, own, { permissions: ["unit.edit", "unit.review"] }, false)).toMatchObject({
      name: "Mine",
      permissions: ["comment.add", "unit.edit", "unit.review"],
    });
    expect(await updateRole(editor, own, { permissions: ["unit.check", "unit.edit"] }, true)).toMatchObject({
      name: "Mine",
      permissions: ["unit.check", "unit.edit"],
    });
    expect(await updateRole(editor, own, { permissions: [] }, true)).toMatchObject({ permissions: [] });
    expect(await findRole(editor, other)).toMatchObject({ name: "Other", permissions: ["comment.add"] });
  });

  it("needs existing permissions and a unique name", async () => {
    await expect(
      updateRole(editor, own, { name: "x", permissions: ["unit.edit", "unit.fly"] }, true),
    ).rejects.toMatchObject(NO_FLIGHT);
    await expect(updateRole(editor, own, { name: "Billing", permissions: [] }, true)).rejects.toMatchObject(TAKEN);
    await expect(updateRole(editor, own, { name: "a\0b" }, true)).rejects.not.toBeInstanceOf(Invalid);
    expect(await findRole(editor, own)).toMatchObject({ name: "Own", permissions: ["comment.add", "unit.edit"] });
  });

  it("takes effect at once for its users", async () => {
    const user = await bareUser();
    await bareMember(team, user);
    const { key } = await issueToken(user);
    const held = async () => [...((await authenticateKey(key, "test")).grants[0]?.permissions ?? [])].sort();
    expect(await held()).toEqual(["comment.add", "unit.edit"]);
    await updateRole(editor, own, { permissions: ["unit.review"] }, true);
    expect(await held()).toEqual(["unit.review"]);
    await removeRole(editor, own);
    expect(await held()).toEqual([]);
  });
});

it("removing a role needs permission", async () => {
  await expect(removeRole(actor(), own)).rejects.toBeInstanceOf(NotFound);
  await expect(removeRole(allowed("role.view"), own)).rejects.toMatchObject(needed("role.edit"));
  await removeRole(editor, own);
  await expect(removeRole(editor, own)).rejects.toBeInstanceOf(NotFound);
  expect((await listRoles(editor, ALL)).count).toBe(17);
});

it("a built-in role can be neither changed nor removed", async () => {
  const translate = await roleOf("Translate");
  const before = await findRole(editor, translate);
  expect(before.builtin).toBe(true);
  const admin = actor({ isSuperuser: true });
  await expect(updateRole(admin, translate, { name: "x" }, false)).rejects.toMatchObject(stays("Translate"));
  await expect(updateRole(admin, translate, { permissions: ["user.edit"] }, false)).rejects.toMatchObject(
    stays("Translate"),
  );
  await expect(removeRole(admin, translate)).rejects.toMatchObject(stays("Translate"));
  expect(await findRole(editor, translate)).toEqual(before);
});
