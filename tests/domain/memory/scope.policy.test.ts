import { describe, expect, it } from "vitest";
import { type Actor, SERVICE } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { demandScope, isPersonal, type MemoryScope } from "@/lib/domain/memory/scope";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { actor, allowed } from "../../support/actors";

const project: MemoryScope = { kind: "project", project: { id: 1, accessControl: 1, name: "Alpha" } as ProjectRow };
const shared: MemoryScope = { kind: "shared" };
const personal: MemoryScope = { kind: "personal" };
const ACTS = ["edit", "delete", "download"] as const;
const granted = (who: Actor, scope: MemoryScope) =>
  ACTS.filter((act) => {
    try {
      demandScope(who, scope, act);
      return true;
    } catch {
      return false;
    }
  });

describe("permissions for a memory", () => {
  const everything = [...ACTS];
  const rows: [string, Actor, MemoryScope, string[]][] = [
    ["a project's, with memory.edit", allowed("memory.edit"), project, ["edit"]],
    ["a project's, with memory.delete", allowed("memory.delete"), project, ["delete"]],
    ["a project's, with translation.download", allowed("translation.download"), project, ["download"]],
    ["a project's, with memory.manage alone", allowed("memory.manage"), project, []],
    ["a project's, of somebody else", actor(), project, []],
    [
      "a project's, with another one's token",
      { ...allowed("memory.edit", "memory.delete"), tokenProjectId: 2 },
      project,
      [],
    ],
    ["a project's, of a blocked member", { ...allowed("memory.edit"), blockedIn: new Set([1]) }, project, []],
    ["that of all, with memory.manage", allowed("memory.manage"), shared, everything],
    [
      "that of all, with rights in a project",
      allowed("memory.edit", "memory.delete", "translation.download"),
      shared,
      [],
    ],
    ["that of all, with a token of a manager", { ...allowed("memory.manage"), tokenProjectId: 1 }, shared, []],
    ["one's own", actor(), personal, everything],
    ["one's own, with a project's token", actor({ tokenProjectId: 1 }), personal, []],
    ["nobody's own", actor({ isAnonymous: true }), personal, []],
  ];

  it.each(rows)("%s", (_name, who, scope, expected) => {
    expect(granted(who, scope)).toEqual(expected);
  });

  it("names the permission", () => {
    const text = (act: (typeof ACTS)[number], scope: MemoryScope = project, who = actor()) => {
      try {
        demandScope(who, scope, act);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(text("edit")).toContain("memory.edit");
    expect(text("delete")).toContain("memory.delete");
    expect(text("download")).toContain("translation.download");
    expect(text("edit", shared)).toContain("memory.manage");
    expect(text("edit", personal, actor({ tokenProjectId: 1 }))).toContain("memory.manage");
  });
});

it("personal entries belong to people, not to tokens, the service or visitors", () => {
  expect(isPersonal(actor())).toBe(true);
  expect(isPersonal(actor({ cause: "api" }))).toBe(true);
  expect(isPersonal(actor({ tokenProjectId: 1 }))).toBe(false);
  expect(isPersonal(actor({ isAnonymous: true }))).toBe(false);
  expect(isPersonal(SERVICE)).toBe(false);
  expect(can(SERVICE, "memory.manage")).toBe(true);
});
