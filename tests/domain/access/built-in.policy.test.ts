import { describe, expect, it } from "vitest";
import { BUILT_IN_ROLES, BUILT_IN_TEAMS, projectTeams } from "@/lib/domain/access/built-in";
import {
  describePermission,
  isPermission,
  LANGUAGE_PERMISSIONS,
  PROJECT_PERMISSIONS,
  READING_PERMISSIONS,
  SITE_PERMISSIONS,
} from "@/lib/domain/access/permissions";
import type { AccessLevel } from "@/lib/text/codes";

/** What the contract says of permissions, built-in roles and teams (6.3 to 6.6), written down a second time. */

const words = (text: string) => text.trim().split(/\s+/).sort();

const IN_PROJECTS = words(`
  announcement.add announcement.delete billing.view change.download comment.add comment.delete comment.resolve
  component.edit component.lock glossary.add glossary.delete glossary.edit glossary.terminology glossary.upload
  machinery.view memory.delete memory.edit project.edit project.permissions reports.view screenshot.add
  screenshot.delete screenshot.edit source.edit suggestion.accept suggestion.add suggestion.delete suggestion.vote
  translation.add translation.add_more translation.auto translation.delete translation.download unit.add
  unit.bulk_edit unit.check unit.delete unit.edit unit.override unit.review unit.template upload.authorship
  upload.overwrite upload.perform vcs.access vcs.commit vcs.push vcs.reset vcs.update vcs.view`);

const ON_THE_SITE = words(`
  announcement.edit billing.manage componentlist.edit group.edit group.view language.add language.edit machinery.edit
  management.addons management.use memory.manage project.add role.edit role.view user.edit user.view`);

const TRANSLATE = `
  comment.add machinery.view suggestion.accept suggestion.add suggestion.vote translation.download unit.check unit.edit
  upload.overwrite upload.perform`;
const GLOSSARY = "glossary.add glossary.delete glossary.edit glossary.upload";
const SCREENSHOTS = "screenshot.add screenshot.delete screenshot.edit";

const ROLES: [string, string[]][] = [
  ["Administration", IN_PROJECTS],
  ["Edit source", words(`${TRANSLATE} source.edit unit.template`)],
  ["Add suggestion", ["suggestion.add"]],
  ["Access repository", words("translation.download vcs.access vcs.view")],
  ["Manage glossary", words(`${GLOSSARY} glossary.terminology`)],
  ["Power user", words(`${TRANSLATE} ${GLOSSARY} suggestion.delete translation.add unit.template vcs.access vcs.view`)],
  ["Review strings", words(`${TRANSLATE} comment.resolve unit.override unit.review`)],
  ["Translate", words(TRANSLATE)],
  ["Manage languages", words("translation.add translation.add_more translation.delete translation.download")],
  ["Automatic translation", ["translation.auto"]],
  ["Manage translation memory", words("memory.delete memory.edit")],
  ["Manage screenshots", words(SCREENSHOTS)],
  ["Manage repository", words("component.lock vcs.access vcs.commit vcs.push vcs.reset vcs.update vcs.view")],
  ["Billing", ["billing.view"]],
  ["Add new projects", ["project.add"]],
  ["Bulk editing", ["unit.bulk_edit"]],
  [
    "Translation coordinator",
    words(`${TRANSLATE} ${GLOSSARY} ${SCREENSHOTS} announcement.add announcement.delete comment.resolve
      glossary.terminology suggestion.delete translation.add unit.override unit.review unit.template vcs.access
      vcs.view`),
  ],
];

describe("permissions", () => {
  it("are those of the contract, each with words for people", () => {
    expect(Object.keys(PROJECT_PERMISSIONS).sort()).toEqual(IN_PROJECTS);
    expect(Object.keys(SITE_PERMISSIONS).sort()).toEqual(ON_THE_SITE);
    expect(describePermission("unit.edit")).toBe("edit translations");
    expect(describePermission("user.edit")).toBe("manage all users");
  });

  it("are told from other names", () => {
    for (const name of [...IN_PROJECTS, ...ON_THE_SITE]) expect(isPermission(name)).toBe(true);
    for (const name of ["", "unit", "unit.edit ", "toString"]) expect(isPermission(name)).toBe(false);
  });

  it("about strings and files of a language are limited by a team's languages, the others are not", () => {
    expect([...LANGUAGE_PERMISSIONS].sort()).toEqual(
      words(`
        comment.add comment.delete comment.resolve glossary.add glossary.delete glossary.edit glossary.upload
        machinery.view suggestion.accept suggestion.add suggestion.delete suggestion.vote translation.auto
        translation.delete translation.download unit.add unit.bulk_edit unit.check unit.delete unit.edit unit.override
        unit.review unit.template upload.authorship upload.overwrite upload.perform`),
    );
  });
});

describe("built-in roles", () => {
  it("are created in this order, as their ids follow it", () => {
    expect(BUILT_IN_ROLES.map(([name]) => name)).toEqual(ROLES.map(([name]) => name));
  });

  it.each(ROLES)("%s", (name, permissions) => {
    const role = BUILT_IN_ROLES.find(([known]) => known === name);
    expect([...(role?.[1] ?? [])].sort()).toEqual(permissions);
  });
});

describe("built-in teams", () => {
  it("reach what the contract says, with these roles and members", () => {
    expect(BUILT_IN_TEAMS).toEqual([
      { name: "Guests", roles: ["Add suggestion", "Access repository"], projectSelection: 3, members: "anonymous" },
      { name: "Viewers", roles: [], projectSelection: 4, members: "everybody" },
      { name: "Users", roles: ["Power user"], projectSelection: 3, members: "new-users" },
      { name: "Reviewers", roles: ["Review strings"], projectSelection: 1 },
      { name: "Managers", roles: ["Administration"], projectSelection: 1 },
      { name: "Project creators", roles: ["Add new projects"], projectSelection: 1 },
    ]);
  });
});

describe("teams of a new project", () => {
  const administration = ["Administration", "Administration"];
  const review = ["Review", "Review strings"];
  const others = [
    ["Translate", "Translate"],
    ["Sources", "Edit source"],
    ["Languages", "Manage languages"],
    ["Glossary", "Manage glossary"],
    ["Memory", "Manage translation memory"],
    ["Screenshots", "Manage screenshots"],
    ["Automatic translation", "Automatic translation"],
    ["VCS", "Manage repository"],
    ["Bulk editing", "Bulk editing"],
  ];
  const rows: [string, AccessLevel, boolean, string[][]][] = [
    ["public", 0, false, [administration]],
    ["public with reviews", 0, true, [administration, review]],
    ["protected", 1, false, [administration, ...others]],
    ["protected with reviews", 1, true, [administration, review, ...others]],
    ["private", 100, false, [administration, ...others]],
    ["private with reviews", 100, true, [administration, review, ...others]],
    ["custom", 200, true, []],
    ["custom without reviews", 200, false, []],
  ];

  it.each(rows)("%s", (_name, accessControl, reviews, expected) => {
    expect(projectTeams(accessControl, reviews)).toEqual(expected);
  });
});

describe("a second factor that a project demands", () => {
  it("is not asked for by those permissions alone that change nothing", () => {
    expect([...READING_PERMISSIONS].sort()).toEqual(
      words(`
        billing.view change.download group.view machinery.view reports.view role.view translation.download user.view
        vcs.access vcs.view`),
    );
  });
});
