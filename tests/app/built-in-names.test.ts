import { describe, expect, it } from "vitest";
import { roleName, teamName, teamsNamed } from "@/app/ui/built-in-names";

import { BUILT_IN_ROLES, BUILT_IN_TEAMS, projectTeams } from "@/lib/domain/access/built-in";
import { ACCESS } from "@/lib/text/codes";
import { textsOf } from "@/lib/text/messages/catalogue";

/** Roles and teams that come with Loquat, in the words of the reader. */

const roles = BUILT_IN_ROLES.map(([name]) => name);
const teams = [...BUILT_IN_TEAMS.map(({ name }) => name), ...projectTeams(ACCESS.PRIVATE, true).map(([name]) => name)];

describe("the names of roles and teams that are there from the beginning", () => {
  it("are those that are stored, in English", () => {
    expect(roles.map((name) => roleName(textsOf("en"), name))).toEqual(roles);
    expect(teams.map((name) => teamName(textsOf("en"), name))).toEqual(teams);
  });

  it.each(["ar", "ja", "cs"])("have words in %s", (language) => {
    const t = textsOf(language);
    expect(roles.filter((name) => roleName(t, name) === name)).toEqual([]);
    expect(teams.filter((name) => teamName(t, name) === name)).toEqual([]);
  });

  it("lead to the stored names of teams", () => {
    expect(teamsNamed(textsOf("de"), teamName(textsOf("de"), "Reviewers").slice(1).toUpperCase())).toContain(
      "Reviewers",
    );
    expect(teamsNamed(textsOf("de"), " ")).toEqual([]);
    expect(teamsNamed(textsOf("de"), "xyzzy")).toEqual([]);
  });

  it("are kept where somebody has chosen others", () => {
    expect(teamName(textsOf("de"), "Orchard keepers")).toBe("Orchard keepers");
    expect(roleName(textsOf("de"), "constructor")).toBe("constructor");
  });
});
