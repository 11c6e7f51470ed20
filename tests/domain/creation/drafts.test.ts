import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { dropDraft, keepDraft, readDraft } from "@/lib/domain/creation/drafts";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";

/** Drafts of new components: one for each person and way. */

let petra: Actor;
let jan: Actor;

beforeAll(async () => {
  [petra, jan] = [await makePerson("petra"), await makePerson("jan")];
});

const kept = async (actor: Actor, way: Parameters<typeof readDraft>[1]) => (await readDraft(actor, way))?.values;

it("each way has its own, the latest alone, and nobody sees another's", async () => {
  await keepDraft(petra, "scratch", { name: ["Gard"], languages: ["cs", "de"] });
  await keepDraft(petra, "scratch", { name: ["Garden"], languages: ["cs", "de"] });
  await keepDraft(petra, "copy", { name: ["Orchard"], original: ["7"] });
  expect(await kept(petra, "scratch")).toEqual({ name: ["Garden"], languages: ["cs", "de"] });
  expect(await kept(petra, "copy")).toEqual({ name: ["Orchard"], original: ["7"] });
  expect(await kept(petra, "zip")).toBeUndefined();
  expect(await kept(jan, "scratch")).toBeUndefined();
  await dropDraft(jan, "scratch");
  await dropDraft(petra, "copy");
  expect(await kept(petra, "scratch")).toBeDefined();
  expect(await kept(petra, "copy")).toBeUndefined();
});

it("holds no passwords, nothing endless, and nothing of strangers, and ends after a day", async () => {
  await keepDraft(jan, "vcs", { repo: ["https://robot:swordfish@git.example.org/a.git"] });
  expect(await kept(jan, "vcs")).toEqual({ repo: ["https://git.example.org/a.git"] });
  await keepDraft(jan, "vcs", { repo: ["x".repeat(300_001)] });
  expect(await kept(jan, "vcs")).toEqual({ repo: ["https://git.example.org/a.git"] });
  const stranger = await anonymousActor();
  await keepDraft(stranger, "upload", { name: ["x"] });
  expect(await kept(stranger, "upload")).toBeUndefined();
  await db.run(sql`update settings_plans set created_at = now() - interval '25 hours'`);
  expect(await kept(jan, "vcs")).toBeUndefined();
});
