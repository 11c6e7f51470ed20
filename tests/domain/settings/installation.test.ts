import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installationRisks, installationSettings } from "@/lib/domain/settings/installation";
import { registrationIsOpen, setRegistration } from "@/lib/domain/settings/registration";
import { attention } from "@/lib/domain/statistics/management";
import { createTask, failTask } from "@/lib/domain/tasks/tasks";
import { issueToken } from "@/lib/domain/users/tokens";
import { inTransaction } from "@/lib/platform/database";
import { givenSettings } from "@/lib/platform/environment";
import { makePerson } from "../../support/people";

/** What administrators learn of an installation. */

let admin: Actor;
let vera: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  vera = await makePerson("vera");
});

describe("the environment", () => {
  const SECRETS = {
    DATABASE_URL: "postgresql://me:kan4ri@db/loquat",
    SMTP_URL: "smtp://me:kan4ri@mail.example.org",
    NEXTAUTH_SECRET: "kan4ri",
    LOQUAT_SECRET_KEY: "kan4ri",
    LOQUAT_SECRET_KEY_OLD: "kan4ri",
    S3_SECRET_ACCESS_KEY: "kan4ri",
    INNGEST_SIGNING_KEY: "kan4ri",
    INNGEST_EVENT_KEY: "kan4ri",
    REDIS_URL: "redis://:kan4ri@cache",
    UPSTASH_REDIS_REST_TOKEN: "kan4ri",
  };

  it("is told without its secrets", () => {
    const told = givenSettings({ ...SECRETS, PORT: "4000", LOQUAT_HOST: "" });
    expect(JSON.stringify(told)).not.toContain("kan4ri");
    const of = (name: string) => told.find((setting) => setting.name === name);
    for (const name of Object.keys(SECRETS)) expect(of(name), name).toMatchObject({ given: true, value: undefined });
    expect(of("PORT")).toMatchObject({ given: true, value: "4000" });
    expect(of("LOQUAT_HOST")).toMatchObject({ given: false, value: undefined, without: "`127.0.0.1`" });
  });

  it("and its risks are for those who manage", async () => {
    expect(installationSettings(admin).length).toBeGreaterThan(30);
    expect((await installationRisks(admin)).map(({ what }) => what.key)).toContain("riskNoBackup");
    expect(() => installationSettings(vera)).toThrow("management.use");
    await expect(installationRisks(vera)).rejects.toThrow("management.use");
  });
});

describe("registration", () => {
  it("is not changed by who has not seen the last change", async () => {
    await setRegistration(admin, false, true);
    await expect(setRegistration(admin, false, true)).rejects.toThrow("Somebody else has closed registration");
    await setRegistration(admin, true, true);
    expect(await registrationIsOpen()).toBe(true);
    await expect(setRegistration(vera, false, true)).rejects.toThrow("management.use");
  });
});

describe("what needs attention", () => {
  it("is failed tasks of a day and tokens that end within a week", async () => {
    const task = await inTransaction((tx) => createTask(tx, { kind: "remove-objects", payload: {} }));
    expect(await attention(admin)).toEqual({ failedTasks: 0, expiringTokens: 0 });
    await failTask(task.id, "no");
    await issueToken(vera.userId, { expiresAt: new Date(Date.now() + 86_400_000) });
    await issueToken(vera.userId, { expiresAt: new Date(Date.now() + 30 * 86_400_000) });
    expect(await attention(admin)).toEqual({ failedTasks: 1, expiringTokens: 1 });
    await expect(attention(vera)).rejects.toThrow("management.use");
  });
});
