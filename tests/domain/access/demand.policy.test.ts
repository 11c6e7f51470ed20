import { describe, expect, it } from "vitest";
import { type Actor, type Grant, ledgerUser, SERVICE } from "@/lib/domain/access/actor";
import { can, demand, denial, type PermissionScope, throwDenial, visibilityOf } from "@/lib/domain/access/demand";
import { Forbidden, Unauthenticated } from "@/lib/domain/errors";
import type { AccessLevel } from "@/lib/text/codes";
import { actor, grant } from "../../support/actors";

const scope = (
  given: { id?: number; access?: AccessLevel; component?: number; restricted?: boolean; language?: number } = {},
): PermissionScope => ({
  project: { id: given.id ?? 1, accessControl: given.access ?? 100, name: "Alpha" },
  component:
    given.component === undefined
      ? undefined
      : { id: given.component, restricted: given.restricted ?? false, name: "App" },
  languageId: given.language,
});
const editor = (...grants: Partial<Grant>[]): Actor =>
  actor({ grants: grants.map((given) => grant({ ...given, permissions: ["unit.edit", "vcs.push"] })) });

describe("the reach of a team", () => {
  const listed: Partial<Grant> = { projectSelection: 0, projects: [1, 3] };
  const all: Partial<Grant> = { projectSelection: 1, projects: [] };
  const open: Partial<Grant> = { projectSelection: 3, projects: [] };
  const guarded: Partial<Grant> = { projectSelection: 4, projects: [] };
  const named: Partial<Grant> = { projectSelection: 1, projects: [1], components: [10, 11] };
  const rows: [string, Partial<Grant>, PermissionScope, boolean][] = [
    ["listed projects: one of them", listed, scope({ id: 3 }), true],
    ["listed projects: another", listed, scope({ id: 2 }), false],
    ["listed projects: another, though public", listed, scope({ id: 2, access: 0 }), false],
    ["listed projects: a component of one", listed, scope({ component: 10 }), true],
    ["listed projects: a restricted component of one", listed, scope({ component: 10, restricted: true }), false],
    ["selection 2 is a list too", { ...listed, projectSelection: 2 }, scope(), true],
    ["selection 2: not another", { ...listed, projectSelection: 2 }, scope({ id: 2 }), false],
    ["all projects: a private one", all, scope({ id: 9, access: 100 }), true],
    ["all projects: a custom one", all, scope({ id: 9, access: 200 }), true],
    ["all projects: no restricted component", all, scope({ component: 10, restricted: true }), false],
    ["all public: a public one", open, scope({ access: 0 }), true],
    ["all public: not a protected one", open, scope({ access: 1 }), false],
    ["all public: not a private one", open, scope({ access: 100 }), false],
    ["all public: no restricted component", open, scope({ access: 0, component: 10, restricted: true }), false],
    ["all protected: a protected one", guarded, scope({ access: 1 }), true],
    ["all protected: not a public one", guarded, scope({ access: 0 }), false],
    ["all protected: not a private one", guarded, scope({ access: 100 }), false],
    ["named components: one of them", named, scope({ component: 11 }), true],
    ["named components: one of them, restricted", named, scope({ component: 10, restricted: true }), true],
    ["named components: another of the same project", named, scope({ component: 12 }), false],
    ["named components: not the project as a whole", named, scope(), false],
  ];

  it.each(rows)("%s", (_name, team, where, expected) => {
    expect(can(editor(team), "unit.edit", where)).toBe(expected);
    // What one team does not reach, another may.
    expect(can(editor(team, { projectSelection: 0, projects: [77] }), "unit.edit", where)).toBe(expected);
    expect(can(editor({ projectSelection: 0, projects: [77] }, team), "unit.edit", where)).toBe(expected);
  });

  it("counts only with the permission asked for", () => {
    expect(can(editor(all), "unit.review", scope())).toBe(false);
    const two = actor({
      grants: [grant({ permissions: ["unit.review"], projects: [2] }), grant({ permissions: ["unit.edit"] })],
    });
    expect(can(two, "unit.review", scope())).toBe(false);
    expect(can(two, "unit.review", scope({ id: 2 }))).toBe(true);
  });
});

describe("languages of a team", () => {
  const czech = editor({ languages: [2] });

  it("limit actions in one language", () => {
    expect(can(czech, "unit.edit", scope({ language: 2 }))).toBe(true);
    expect(denial(czech, "unit.edit", scope({ language: 3 }))).toMatchObject({
      reason: "language-not-in-team",
      permission: "unit.edit",
      text: "You have permission to edit translations in other languages, but not in this one.",
    });
    expect(can(czech, "unit.edit", scope())).toBe(true);
  });

  it("do not limit actions on a whole component", () => {
    expect(can(czech, "vcs.push", scope({ language: 3 }))).toBe(true);
  });

  it("of a team without access to the place grant nothing", () => {
    const both = editor({ languages: [2] }, { languages: [3], projects: [5] });
    expect(can(both, "unit.edit", scope({ language: 3 }))).toBe(false);
    expect(can(editor({ languages: [2] }, { languages: [3] }), "unit.edit", scope({ language: 3 }))).toBe(true);
    expect(can(editor({ languages: [2] }, { languages: undefined }), "unit.edit", scope({ language: 9 }))).toBe(true);
  });

  it("grant no language when the list is empty", () => {
    expect(can(editor({ languages: [] }), "unit.edit", scope({ language: 2 }))).toBe(false);
  });
});

describe("tokens, superusers, blocks", () => {
  const everywhere: Partial<Grant> = { projectSelection: 1, projects: [] };
  const site = grant({ permissions: ["user.edit", "unit.edit"], projectSelection: 1, projects: [] });
  const rows: [string, Actor, PermissionScope | undefined, boolean][] = [
    ["a token, in its project", { ...editor(everywhere), tokenProjectId: 1 }, scope(), true],
    ["a token, elsewhere", { ...editor(everywhere), tokenProjectId: 2 }, scope(), false],
    ["a superuser's token, in its project", actor({ isSuperuser: true, tokenProjectId: 1 }), scope(), true],
    ["a superuser's token, elsewhere", actor({ isSuperuser: true, tokenProjectId: 2 }), scope(), false],
    ["a superuser", actor({ isSuperuser: true }), scope({ component: 10, restricted: true, language: 4 }), true],
    ["a superuser on the site", actor({ isSuperuser: true }), undefined, true],
    ["a superuser's token on the site", actor({ isSuperuser: true, tokenProjectId: 1 }), undefined, false],
    ["a site team", actor({ grants: [site] }), undefined, true],
    ["a site team's token on the site", actor({ grants: [site], tokenProjectId: 1 }), undefined, false],
    ["nobody's team on the site", actor({ grants: [grant({ permissions: ["unit.edit"] })] }), undefined, false],
    ["one of two teams on the site", actor({ grants: [grant(), site] }), undefined, true],
    ["somebody blocked there", { ...editor(everywhere), blockedIn: new Set([1]) }, scope(), false],
    ["somebody blocked elsewhere", { ...editor(everywhere), blockedIn: new Set([2]) }, scope(), true],
    [
      "a blocked member of a named component",
      { ...editor({ components: [10] }), blockedIn: new Set([1]) },
      scope({ component: 10 }),
      false,
    ],
    [
      "a token of somebody blocked",
      { ...editor(everywhere), tokenProjectId: 1, blockedIn: new Set([1]) },
      scope(),
      false,
    ],
    ["a superuser is not blocked", actor({ isSuperuser: true, blockedIn: new Set([1]) }), scope(), true],
    ["the service", SERVICE, scope({ component: 10, restricted: true }), true],
    ["the service on the site", SERVICE, undefined, true],
  ];

  it.each(rows)("%s", (_name, who, where, expected) => {
    expect(where ? can(who, "unit.edit", where) : can(who, "user.edit")).toBe(expected);
  });

  it("a site-wide permission is not asked of a project", () => {
    expect(can(actor({ grants: [site] }), "user.edit", scope({ id: 99 }))).toBe(true);
    expect(can(actor({ grants: [site], blockedIn: new Set([1]) }), "user.edit", scope())).toBe(true);
  });
});

describe("the reason given", () => {
  it("asks a visitor to sign in", () => {
    const nobody = actor({ isAnonymous: true });
    expect(denial(nobody, "unit.edit", scope())).toMatchObject({
      reason: "not-signed-in",
      permission: "unit.edit",
      text: "Sign in to edit translations. This needs the permission unit.edit.",
    });
    expect(() => demand(nobody, "unit.edit", scope())).toThrow(Unauthenticated);
    expect(() => demand(nobody, "user.edit")).toThrow("Sign in to manage all users. This needs");
  });

  it("names the missing permission and the place", () => {
    const text = (where?: PermissionScope) =>
      (where ? denial(actor(), "unit.edit", where) : denial(actor(), "user.edit"))?.text;
    const rest = "(unit.edit). An administrator of the project can grant it.";
    expect(text(scope({ component: 10 }))).toBe(`You do not have permission to edit translations in App ${rest}`);
    expect(text(scope())).toBe(`You do not have permission to edit translations in Alpha ${rest}`);
    expect(text({ project: { id: 1, accessControl: 0 } })).toBe(
      `You do not have permission to edit translations ${rest}`,
    );
    expect(text()).toBe(
      "You do not have permission to manage all users (user.edit). An administrator of this installation can grant it.",
    );
    expect(denial(actor(), "unit.edit", scope())).toMatchObject({
      reason: "missing-permission",
      permission: "unit.edit",
    });
  });

  it("says that the user is blocked", () => {
    const why = denial(actor({ blockedIn: new Set([1]) }), "unit.edit", scope());
    expect(why).toMatchObject({
      reason: "blocked",
      permission: "unit.edit",
      text: "You are blocked in this project. Its administrators can unblock you.",
    });
    expect(() => demand(actor({ blockedIn: new Set([1]) }), "unit.edit", scope())).toThrow(Forbidden);
  });

  it("is absent when the actor has the permission", () => {
    expect(() => demand(editor({}), "unit.edit", scope())).not.toThrow();
    expect(() => demand(actor({ isSuperuser: true }), "user.edit")).not.toThrow();
    expect(() => throwDenial({ reason: "not-signed-in", text: "x" })).toThrow(Unauthenticated);
    expect(() => throwDenial({ reason: "locked", text: "x" })).toThrow(Forbidden);
  });
});

describe("what an actor sees beside public and protected projects", () => {
  const everything = { all: true };
  const some = (projects: number[], components: number[] = []) => ({ all: false, projects, components });
  const allProjects = grant({ projectSelection: 1, projects: [] });
  const rows: [string, Actor, object][] = [
    ["nobody's teams", actor(), some([])],
    ["a superuser", actor({ isSuperuser: true }), { ...some([]), ...everything }],
    ["a superuser's token", actor({ isSuperuser: true, tokenProjectId: 4 }), some([4])],
    ["a person's token", actor({ tokenProjectId: 4 }), some([])],
    ["a team of all projects", actor({ grants: [grant(), allProjects] }), everything],
    ["a token of a member of such a team", actor({ grants: [allProjects], tokenProjectId: 4 }), some([])],
    [
      "a team of listed projects",
      actor({ grants: [grant({ projects: [1, 2] }), grant({ projects: [3] })] }),
      some([1, 2, 3]),
    ],
    [
      "teams of all public and all protected",
      actor({ grants: [grant({ projectSelection: 3, projects: [] }), grant({ projectSelection: 4, projects: [] })] }),
      some([]),
    ],
    [
      "a team of components: not their projects",
      actor({ grants: [grant({ projects: [1], components: [10, 11] })] }),
      some([], [10, 11]),
    ],
  ];

  it.each(rows)("%s", (_name, who, expected) => {
    expect(visibilityOf(who)).toMatchObject(expected);
  });

  it("of a permission of projects without a place, what any team grants counts", () => {
    expect(can(editor({ projects: [5] }), "unit.edit")).toBe(true);
    expect(can(actor(), "unit.edit")).toBe(false);
  });

  it("a team that names components reaches no project, whatever its selection", () => {
    const who = actor({ grants: [grant({ projectSelection: 1, projects: [1], components: [10] })] });
    expect(visibilityOf(who)).toEqual({ all: false, projects: [], components: [10] });
  });
});

it("the service is nobody in the ledger", () => {
  expect(ledgerUser(SERVICE)).toBeNull();
  expect(ledgerUser(actor())).toBe(7);
  expect(SERVICE).toMatchObject({ isSuperuser: true, isBot: true, isAnonymous: false, cause: "service", email: null });
  expect(SERVICE).toMatchObject({ username: "", fullName: "Loquat", grants: [], tokenProjectId: undefined });
});
