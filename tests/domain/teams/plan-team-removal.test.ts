import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { invite } from "@/lib/domain/invitations/invitations";
import { createProject } from "@/lib/domain/projects/projects";
import { planTeamRemoval } from "@/lib/domain/teams/plan-team-removal";
import { addTeamMember } from "@/lib/domain/teams/team-members";
import { createTeam } from "@/lib/domain/teams/teams";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { makePerson } from "../../support/people";

/** What goes with a team, before it goes. */

const LISTED = { projectSelection: PROJECT_SELECTION.LISTED, languageSelection: LANGUAGE_SELECTION.ALL };
let admin: Actor;
let petra: Actor;
let jan: Actor;

beforeAll(async () => {
  admin = await makePerson("planboss", { superuser: true });
  petra = await makePerson("planpetra");
  jan = await makePerson("planjan");
});

describe("the removal of a team", () => {
  it("counts its members, those who have no other team of the project, and open invitations", async () => {
    await createProject(admin, { name: "Planned", slug: "planned", web: "" });
    const make = (name: string) => createTeam(admin, { name, ...LISTED, definingProject: "planned" });
    const [team, other] = [await make("Goes"), await make("Stays")];
    expect(await planTeamRemoval(admin, team.id)).toEqual({ members: 0, withoutOther: 0, invitations: 0 });
    for (const { username } of [petra, jan]) await addTeamMember(admin, team.id, username);
    await addTeamMember(admin, other.id, jan.username);
    await invite(admin, { email: "new@example.org", teamId: team.id, byMail: false });
    await invite(admin, { email: "other@example.org", teamId: other.id, byMail: false });
    expect(await planTeamRemoval(admin, team.id)).toEqual({ members: 2, withoutOther: 1, invitations: 1 });
  });

  it("of the installation looks at all teams but those that everybody is in", async () => {
    const make = (name: string) => createTeam(admin, { name, ...LISTED, definingProject: null });
    const [team, other] = [await make("Site goes"), await make("Site stays")];
    const eva = await makePerson("planeva");
    const ota = await makePerson("planota");
    for (const { username } of [eva, ota]) await addTeamMember(admin, team.id, username);
    await addTeamMember(admin, other.id, ota.username);
    expect(await planTeamRemoval(admin, team.id)).toEqual({ members: 2, withoutOther: 1, invitations: 0 });
  });

  it("is planned for nobody who may not remove it", async () => {
    const team = await createTeam(admin, { name: "Closed", ...LISTED, definingProject: null });
    await expect(planTeamRemoval(petra, team.id)).rejects.toThrow();
  });
});
