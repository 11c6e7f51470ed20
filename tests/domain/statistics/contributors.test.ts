import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { listContributors, weeklyActivity } from "@/lib/domain/statistics/contributors";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { contributedProjects } from "@/lib/domain/users/user-statistics";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Who has worked somewhere lately, as far as a viewer may know. */

const source = 'msgid "Apple"\nmsgstr ""\n\nmsgid "Pear"\nmsgstr ""\n';
const files = { "po/cs.po": source, "po/de.po": source };
const settings = { filemask: "po/*.po", fileFormat: "po" } as const;

let admin: Actor;
let petra: Actor;
let ondra: Actor;
let open: ComponentRow;
let hidden: ComponentRow;

let round = 0;
const edit = async (actor: Actor, component: ComponentRow, language: string, text = "Apple") =>
  editUnit(actor, await unitId(component, language, text), { targets: [`Text ${round++}`], state: 20 });

/** Lets days pass for everything in the ledger, past its lock. */
const later = (days: number) =>
  inTransaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update changes set at = at - ${days} * interval '1 day'`);
  });

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  ondra = await makePerson("ondra");
  ({ component: open } = await connect(admin, files, settings));
  ({ component: hidden } = await connect(admin, files, settings));
  await edit(ondra, open, "de", "Pear");
  await later(20);
  await edit(petra, open, "cs");
  await later(9);
  await edit(petra, open, "cs", "Pear");
  await edit(petra, open, "cs");
  await edit(petra, open, "de");
  await edit(ondra, open, "cs", "Pear");
  await addSuggestion(ondra, await unitId(open, "de", "Apple"), ["Apfel"]);
  await edit(ondra, hidden, "cs");
  await edit(ondra, hidden, "de");
  await db.run(sql`update projects set access_control = 100 where id = ${hidden.projectId}`);
});

const people = async (viewer: Actor, filter: Parameters<typeof listContributors>[1], days = 25, limit = 10) =>
  (await listContributors(viewer, filter, days, limit)).map(({ username, changes }) => `${username} ${changes}`);
const languageId = async (code: string) =>
  (await textRow<{ id: number }>(db, sql`select id from languages where code = ${code}`))?.id as number;

describe("contributors", () => {
  it("are counted by accepted texts, most active first; suggestions are none", async () => {
    expect(await people(petra, { projectId: open.projectId })).toEqual(["petra 4", "ondra 1"]);
  });

  it("count within the days asked for", async () => {
    expect(await people(petra, { projectId: open.projectId }, 8)).toEqual(["petra 3", "ondra 1"]);
    expect(await people(petra, { projectId: open.projectId }, 30)).toEqual(["petra 4", "ondra 2"]);
  });

  it("are those of a component, a language or a translation", async () => {
    expect(await people(petra, { componentId: open.id, languageId: await languageId("de") })).toEqual(["petra 1"]);
    expect(await people(petra, { componentId: open.id, languageId: await languageId("cs") })).toEqual([
      "petra 3",
      "ondra 1",
    ]);
    expect(await people(petra, { componentId: hidden.id })).toEqual([]);
  });

  it("of projects that the viewer may not see are not told", async () => {
    expect(await people(petra, {})).toEqual(["petra 4", "ondra 1"]);
    expect(await people(admin, {})).toEqual(["petra 4", "ondra 3"]);
  });

  it("are at most as many as asked for, each with the day of the last change", async () => {
    const [only, ...others] = await listContributors(petra, { projectId: open.projectId }, 25, 1);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ username: "petra", fullName: "Petra" });
    // The day may end in between.
    expect(Date.now() - Date.parse(only?.lastDay ?? "")).toBeLessThan(86_400_000 + 600_000);
  });
});

describe("the activity of a person", () => {
  it("is given week by week, oldest first, with 0 for weeks without any", async () => {
    expect(await weeklyActivity(admin, petra.userId, 4)).toEqual([0, 0, 1, 3]);
    expect(await weeklyActivity(admin, ondra.userId, 5)).toEqual([1, 0, 0, 0, 3]);
  });

  it("leaves out what is older, and what the viewer may not see", async () => {
    expect(await weeklyActivity(admin, ondra.userId, 2)).toEqual([0, 3]);
    expect(await weeklyActivity(petra, ondra.userId, 2)).toEqual([0, 1]);
  });
});

describe("projects that somebody worked on", () => {
  it("are those that the viewer may see, with what was changed in them, most first", async () => {
    const of = async (viewer: Actor, most = 10) =>
      (await contributedProjects(viewer, "ondra", most)).map(({ slug, changes }) => [slug, changes]);
    const [shown, secret] = [open.project.slug, hidden.project.slug];
    expect(await of(petra)).toEqual([[shown, expect.any(Number)]]);
    expect((await of(admin)).map(([slug]) => slug).toSorted()).toEqual([shown, secret].toSorted());
    expect(await of(admin, 1)).toHaveLength(1);
    expect(await contributedProjects(admin, "nobody", 10).catch((error: Error) => error.name)).toBe("NotFound");
  });
});
