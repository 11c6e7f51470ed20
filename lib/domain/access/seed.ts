import { autoTeams, rolePermissions, roles, teamMembers, teamRoles, teams, users } from "@/lib/generated/tables";
import { assigned, eachRow, names, pick, row, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { LANGUAGE_SELECTION } from "@/lib/text/codes";
import { ANONYMOUS, BUILT_IN_ROLES, BUILT_IN_TEAMS } from "./built-in";

/**
 * Brings built-in roles, teams and the anonymous user to their documented content; changes nothing when they are there.
 * It runs at every start, so without Prisma, whose compiler takes memory from its first statement on.
 */
export async function seedAccess(tx: Tx): Promise<void> {
  await seedRoles(tx);
  const anonymous = { username: ANONYMOUS, fullName: "Anonymous", isAnonymous: true, isActive: true };
  await tx.run(sql`insert into ${users} ${row(users, anonymous)} on conflict do nothing`);
  const known = await tx.rows(sql`
    select ${pick(teams, "name")} from ${teams} where ${teams.builtin} and ${teams.definingProjectId} is null`);
  for (const team of BUILT_IN_TEAMS) {
    const { name, projectSelection, members } = team;
    if (known.some((there) => there.name === name)) continue;
    const values = { name, builtin: true, projectSelection, languageSelection: LANGUAGE_SELECTION.ALL };
    const made = await tx.one(sql`insert into ${teams} ${row(teams, values)} returning ${pick(teams, "id")}`);
    if (!made) throw new Error("The team was not stored.");
    const { id } = made;
    await tx.run(sql`
      insert into ${teamRoles} (${names(teamRoles, "teamId", "roleId")})
      select ${id}, ${roles.id} from ${roles} where ${roles.name} = any(${team.roles}::text[])`);
    if (members === "anonymous" || members === "everybody")
      await tx.run(sql`
        insert into ${teamMembers} (${names(teamMembers, "teamId", "userId")})
        select ${id}, ${users.id} from ${users} where ${users.isAnonymous}`);
    if (members === "everybody" || members === "new-users")
      await tx.run(sql`insert into ${autoTeams} ${row(autoTeams, { pattern: "^.*$", teamId: id })}`);
  }
}

async function seedRoles(tx: Tx): Promise<void> {
  const known = new Set((await tx.rows(sql`select ${pick(roles, "name")} from ${roles}`)).map(({ name }) => name));
  const missing = BUILT_IN_ROLES.filter(([name]) => !known.has(name));
  const made = unnest("made", { name: roles.name }, { name: missing.map(([name]) => name) });
  await tx.run(sql`insert into ${roles} ${eachRow(roles, { name: made.name, builtin: sql`true` })} from ${made}`);
  const pairs = BUILT_IN_ROLES.flatMap(([name, permissions]) =>
    permissions.map((codename) => [name, codename] as const),
  );
  const [p, r] = [rolePermissions.as("p"), roles.as("r")];
  const w = unnest(
    "w",
    { name: r.name, codename: p.codename },
    { name: pairs.map(([name]) => name), codename: pairs.map(([, codename]) => codename) },
  );
  await tx.run(sql`
    delete from ${p} using ${r} where ${r.id} = ${p.roleId} and ${r.builtin}
      and not exists (select from ${w} where ${w.name} = ${r.name} and ${w.codename} = ${p.codename})`);
  await tx.run(sql`
    insert into ${rolePermissions} (${names(rolePermissions, "roleId", "codename")})
    select ${r.id}, ${w.codename} from ${w} join ${r} on ${r.name} = ${w.name} and ${r.builtin} on conflict do nothing`);
}

/** Puts a user into the teams whose pattern matches the e-mail address; one that nobody has confirmed is null here and matches those for everybody only. */
export async function joinAutomaticTeams(tx: Tx, userId: number, email: string | null): Promise<void> {
  const rules = await tx.rows(sql`select ${pick(autoTeams, "pattern", "teamId")} from ${autoTeams}`);
  const matching = rules.filter(
    (rule) => rule.pattern === "^.*$" || (email !== null && matchesAddress(rule.pattern, email)),
  );
  if (matching.length === 0) return;
  await tx.prisma.teamMember.createMany({
    data: matching.map(({ teamId }) => ({ teamId, userId })),
    skipDuplicates: true,
  });
}

/** Patterns are administrators' own and applied to one short address. */
function matchesAddress(pattern: string, email: string): boolean {
  try {
    return email.length <= 190 && new RegExp(pattern, "i").test(email);
  } catch {
    return false;
  }
}

/** Puts users into a team, as its admins when `admin`. */
export async function addMembers(tx: Tx, teamId: number, userIds: readonly number[], admin = false): Promise<void> {
  if (userIds.length === 0) return;
  const m = teamMembers.as("m");
  const added = unnest("added", { userId: m.userId }, { userId: userIds });
  await tx.run(sql`
    insert into ${m} (${names(m, "teamId", "userId", "isAdmin")}) select ${teamId}, ${added.userId}, ${admin} from ${added}
    on conflict (${names(m, "teamId", "userId")}) do update set
      ${assigned(m, { isAdmin: sql`${m.isAdmin} or ${teamMembers.as("excluded").isAdmin}` })}`);
}
