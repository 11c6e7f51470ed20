import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { noteReceipt } from "@/lib/domain/hooks/receipts";
import { hideSetUpSteps, type SetUpStep, setUpSteps, setUpStepsHidden } from "@/lib/domain/settings/set-up-steps";
import { writeSetting } from "@/lib/domain/settings/settings";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";

/** What is left to do before an installation can be relied on. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const left = async (): Promise<SetUpStep[]> =>
  (await setUpSteps(admin)).filter(({ done }) => !done).map(({ step }) => step);

it("is told to those who manage the installation", async () => {
  const vera = await makePerson("vera");
  await expect(setUpSteps(vera)).rejects.toThrow("management.use");
  await expect(hideSetUpSteps(vera)).rejects.toThrow("management.use");
  await expect(setUpStepsHidden(vera)).rejects.toThrow("management.use");
});

it("goes step by step, and can be put away", async () => {
  expect(await left()).toEqual(["project", "mail", "backup", "administrator"]);
  await bareComponent(await bareProject());
  // Where something comes from a code host, its notifications are waited for.
  expect(await left()).toEqual(["mail", "hooks", "backup", "administrator"]);
  await db.run(sql`update repositories set vcs = 'local'`);
  expect(await left()).toEqual(["mail", "backup", "administrator"]);
  await db.run(sql`update repositories set vcs = 'git'`);
  await noteReceipt({ service: "github", event: "ping", outcome: "other" });
  await writeSetting(db, "last-backup", { at: "2026-01-01T00:00:00Z" });
  await makePerson("second", { superuser: true });
  expect(await left()).toEqual(["mail"]);
  setEnvironment({ ...environment(), mail: { url: "smtp://mail.example.org", from: "loquat@example.org" } });
  expect(await left()).toEqual([]);
  setEnvironment({ ...environment(), mail: undefined });
  const before = await setUpSteps(admin);
  await hideSetUpSteps(admin);
  expect(await setUpSteps(admin)).toEqual([]);
  expect(await setUpStepsHidden(admin)).toBe(true);
  await hideSetUpSteps(admin, false);
  expect(await setUpSteps(admin)).toEqual(before);
  expect(await setUpStepsHidden(admin)).toBe(false);
});
