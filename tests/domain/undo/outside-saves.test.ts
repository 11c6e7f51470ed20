import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { Forbidden, Invalid } from "@/lib/domain/errors";
import {
  addHttpAccount,
  changeHttpAccount,
  listHttpAccounts,
  removeHttpAccount,
} from "@/lib/domain/http-accounts/accounts";
import { addMachinery, changeMachinery, readMachinery, replaceMachinery } from "@/lib/domain/machinery/settings";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { addCodeHost, changeCodeHost, listCodeHosts, removeCodeHost } from "@/lib/domain/requests/accounts";
import { MASK } from "@/lib/domain/secrets";
import { planRevert, revertSave } from "@/lib/domain/undo/revert-settings";
import { type ListedSave, listSaves, type SavesPlace } from "@/lib/domain/undo/saved-settings";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRows } from "../../support/text-rows";

/** Saves of suggestion services and of accounts elsewhere: what is written down of them, and putting them back. */

const KEY = "canary-4711";
const SITE: SavesPlace = { kind: "site" };

let serial = 0;
let admin: Actor;
let project: ProjectRow;
const here = (): SavesPlace => ({ kind: "project", project });

beforeAll(async () => {
  admin = await makePerson("outsideboss", { superuser: true });
});
beforeEach(async () => {
  const slug = `outside-${++serial}`;
  project = await createProject(admin, { name: `Outside ${serial}`, slug, web: "https://example.org/" });
});

const saves = async (place: SavesPlace, actor = admin): Promise<ListedSave[]> =>
  (await listSaves(actor, place, { limit: 50 })).rows;
const newest = async (place: SavesPlace): Promise<ListedSave> => {
  const [row] = await saves(place);
  if (!row) throw new Error("Nothing was saved.");
  return row;
};
const fieldsOf = ({ fields }: ListedSave) =>
  Object.fromEntries(fields.map((one) => [one.name, [one.before, one.after]]));
const maskedOf = ({ fields }: ListedSave) => fields.filter(({ masked }) => masked).map(({ name }) => name);
const back = async (place: SavesPlace) => revertSave(admin, place, (await newest(place)).id);

/** Everything that is stored of saves, for looking whether a secret is among it. */
const storedSaves = async () => JSON.stringify(await textRows(db, sql`select * from settings_saves`));

const deepl = { key: KEY, url: "https://api.deepl.com/v2/" };

describe("a suggestion service", () => {
  it("is told of when it is set up, changed, switched off and removed, and never its key", async () => {
    await addMachinery(admin, project, "deepl", deepl);
    const made = await newest(here());
    expect(made).toMatchObject({ topic: "service", subject: "deepl" });
    expect(fieldsOf(made)).toMatchObject({ exists: [false, true], url: [null, deepl.url], key: [null, MASK] });
    expect(made.fields[0]?.name).toBe("exists");
    expect(maskedOf(made)).toEqual(["key"]);

    await changeMachinery(admin, project, "deepl", { key: MASK, url: deepl.url, formality: "more" });
    expect(fieldsOf(await newest(here()))).toEqual({ formality: [expect.anything(), "more"] });
    await changeMachinery(admin, project, "deepl", { ...deepl, key: `${KEY}-new`, formality: "more" });
    expect(fieldsOf(await newest(here()))).toEqual({ key: [MASK, MASK] });
    await changeMachinery(admin, project, "deepl", null);
    expect(fieldsOf(await newest(here()))).toMatchObject({ off: [null, true], key: [MASK, null] });
    await replaceMachinery(admin, project, { mymemory: {} });
    const two = (await saves(here())).slice(0, 2);
    expect(two.map((row) => [row.subject, fieldsOf(row).exists])).toEqual(
      expect.arrayContaining([
        ["deepl", [true, false]],
        ["mymemory", [false, true]],
      ]),
    );
    expect(await storedSaves()).not.toContain(KEY);
  });

  it("says nothing where a save changed nothing", async () => {
    await addMachinery(admin, project, "deepl", deepl);
    const before = (await saves(here())).length;
    await changeMachinery(admin, project, "deepl", { ...deepl, key: MASK });
    expect(await saves(here())).toHaveLength(before);
  });

  it("is as it was before, with the key that is there", async () => {
    await addMachinery(admin, project, "deepl", { ...deepl, formality: "less" });
    await changeMachinery(admin, project, "deepl", { ...deepl, key: MASK, formality: "more" });
    await back(here());
    expect((await readMachinery(admin, project)).deepl).toMatchObject({ formality: "less", key: MASK });
    expect(await newest(here())).toMatchObject({ act: "revert" });
    await changeMachinery(admin, project, "deepl", null);
    await expect(back(here())).rejects.toThrow("is not kept");
    expect((await readMachinery(admin, project)).deepl).toBeNull();
  });

  it("is gone again, switched off again or there again, where it needs no key", async () => {
    await addMachinery(admin, project, "mymemory", {});
    await changeMachinery(admin, project, "mymemory", null);
    await back(here());
    expect((await readMachinery(admin, project)).mymemory).not.toBeNull();
    await changeMachinery(admin, project, "mymemory", {});
    await back(here());
    expect(await readMachinery(admin, project)).toHaveProperty("mymemory");
    const made = (await saves(here())).at(-1);
    await revertSave(admin, here(), made?.id ?? 0);
    expect(await readMachinery(admin, project)).not.toHaveProperty("mymemory");
  });

  it("of the installation is told to those who may set it up", async () => {
    await addMachinery(admin, undefined, "deepl", deepl);
    const site = await newest(SITE);
    expect(site).toMatchObject({ topic: "service", subject: "deepl" });
    const manager = await makePerson(`outside-manager${serial}`);
    const team = await bareTeam({});
    await db.run(sql`insert into team_roles values (${team}, ${await bareRole(`manager${serial}`, "management.use")})`);
    await bareMember(team, manager.userId);
    const able = await loadActor(manager.userId);
    expect((await saves(SITE, able)).map(({ id }) => id)).not.toContain(site.id);
    await changeMachinery(admin, undefined, "deepl", {});
  });
});

describe.each([
  {
    what: "a code host",
    topic: "code-host",
    secret: "token",
    make: async () =>
      (await addCodeHost(admin, { kind: "github", host: `git${serial}.example.org`, username: "bot", token: KEY })).id,
    rename: (id: number, username: string, more: object = {}) => changeCodeHost(admin, id, { username, ...more }),
    remove: (id: number) => removeCodeHost(admin, id),
    list: () => listCodeHosts(admin),
  },
  {
    what: "an HTTP account",
    topic: "http-account",
    secret: "password",
    make: async () =>
      (await addHttpAccount(admin, { place: `https://git${serial}.example.org/`, username: "bot", password: KEY })).id,
    rename: (id: number, username: string, more: object = {}) => changeHttpAccount(admin, id, { username, ...more }),
    remove: (id: number) => removeHttpAccount(admin, id),
    list: () => listHttpAccounts(admin),
  },
])("$what", ({ topic, secret, make, rename, remove, list }) => {
  it("is told of when it is entered, changed and removed, and never what lets Loquat in", async () => {
    const id = await make();
    const made = await newest(SITE);
    expect(made).toMatchObject({ topic, objectId: id });
    expect(made.subject).toContain(`git${serial}.example.org`);
    expect(fieldsOf(made)).toMatchObject({ exists: [false, true], username: [null, "bot"], [secret]: [null, MASK] });
    await rename(id, "robot");
    expect(fieldsOf(await newest(SITE))).toEqual({ username: ["bot", "robot"] });
    await rename(id, "robot", { [secret]: `${KEY}-new` });
    expect(fieldsOf(await newest(SITE))).toEqual({ [secret]: [MASK, MASK] });
    const count = (await saves(SITE)).length;
    await rename(id, "robot");
    expect(await saves(SITE)).toHaveLength(count);
    await remove(id);
    expect(fieldsOf(await newest(SITE))).toMatchObject({ exists: [true, false], [secret]: [MASK, null] });
    expect(await storedSaves()).not.toContain(KEY);
  });

  it("is called as before, is forgotten again, and is entered anew where it was removed", async () => {
    const id = await make();
    const made = await newest(SITE);
    await rename(id, "robot");
    await back(SITE);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ username: "bot" });
    await remove(id);
    const removed = await newest(SITE);
    const plan = await planRevert(admin, SITE, removed.id);
    expect(plan.whole).toBe(true);
    expect(new Set(plan.fields.map(({ state }) => state))).toEqual(new Set(["masked"]));
    await expect(revertSave(admin, SITE, removed.id)).rejects.toBeInstanceOf(Invalid);
    const again = await make();
    expect(again).not.toBe(made.objectId);
    await back(SITE);
    expect((await list()).some((one) => one.id === again)).toBe(false);
    const petra = await makePerson(`outside-petra-${topic}${serial}`);
    await expect(listSaves(petra, SITE, { limit: 5 })).rejects.toBeInstanceOf(Forbidden);
  });
});
