import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { componentsOfRun, startDailyAddons } from "@/lib/domain/addon-runs/run-addon";
import {
  addonForChange,
  addonsAt,
  configureAddon,
  EVERY_PROJECT,
  findAddon,
  inheritedAddons,
  installAddon,
  installableAddons,
  listAddons,
  removeAddon,
  triggerAddon,
} from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { addComment } from "@/lib/domain/discussion/comments";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { textsOf } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { planInstallation } from "../../support/addon-plans";
import { deliverDue, logOf, runWaitingAddons } from "../../support/addons";
import type { Upstream } from "../../support/git";
import { ledgerReadable } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRows } from "../../support/text-rows";

/** Add-ons of the whole installation, in two projects. */

const PO = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "Konec"\n\nmsgid "Open"\nmsgstr ""\n`;
const STALE = "weblate.removal.comments";
const BULK = "weblate.flags.bulk";

let admin: Actor;
let one: ComponentRow;
let other: ComponentRow;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", pushOnCommit: false };
  const files = { "po/app.pot": PO(""), "po/cs.po": PO("cs") };
  ({ component: one, upstream } = await connect(admin, files, settings));
  ({ component: other } = await connect(admin, files, settings));
});

beforeEach(async () => {
  await db.run(sql`delete from addons`);
  await db.run(sql`delete from comments`);
  await db.run(sql`update tasks set state = 'done' where kind = 'run-addon' and state = 'pending'`);
});

const everywhere = (name: string, configuration: Record<string, unknown> = {}, actor = admin) =>
  installAddon(actor, EVERY_PROJECT, { name, configuration });
const comment = async (component: ComponentRow, days: number) =>
  addComment(admin, await unitId(component, "cs", "Quit"), {
    scope: "translation",
    text: `${component.project.slug} ${days}`,
    createdAt: new Date(Date.now() - days * 86_400_000),
  });
const comments = async () =>
  (await textRows<{ text: string }>(db, sql`select text from comments order by text`)).map(({ text }) => text);
const waiting = () =>
  textRows<{ payload: { event: string; component?: number; project?: number }; projectId: number }>(
    db,
    sql`select payload, project_id from tasks where kind = 'run-addon' and state = 'pending' order by project_id, id`,
  );

it("runs on the components of every project, as one task for each", async () => {
  await comment(one, 40);
  await comment(other, 40);
  const { id } = await everywhere(STALE);
  expect(await waiting()).toMatchObject([
    { payload: { addon: id, event: "installed", project: one.projectId }, projectId: one.projectId },
    { payload: { addon: id, event: "installed", project: other.projectId }, projectId: other.projectId },
  ]);
  // Wanted once more before it has begun.
  await triggerAddon(admin, id);
  await triggerAddon(admin, id);
  expect(await waiting()).toHaveLength(4);
  expect(await componentsOfRun(id, undefined, other.projectId)).toEqual([other.id]);
  expect([...(await componentsOfRun(id))].sort((a, b) => a - b)).toEqual([one.id, other.id]);
  await runWaitingAddons();
  expect(await comments()).toEqual([]);
  expect((await logOf(id)).sort()).toEqual([
    "done installed: Removed 1 comment.",
    "done installed: Removed 1 comment.",
  ]);
  const [row] = await addonsAt(admin, EVERY_PROJECT);
  expect(row?.state.log?.map((line) => line.said && sayRefusal(textsOf("de"), line.said))).toEqual([
    "Entfernt: 1 Kommentar.",
    "Entfernt: 1 Kommentar.",
  ]);
  expect(row?.state.log?.map((line) => line.component).sort()).toEqual(
    [`${one.project.slug}/app`, `${other.project.slug}/app`].sort(),
  );
});

it("runs each day, and again with other settings", async () => {
  await comment(one, 20);
  const { id } = await everywhere(STALE);
  await runWaitingAddons();
  expect(await comments()).toHaveLength(1);
  await db.run(sql`update addons set created_at = now() - interval '2 days' where id = ${id}`);
  expect(await startDailyAddons()).toBe(1);
  expect((await waiting()).map(({ payload }) => payload.event)).toEqual(["daily", "daily"]);
  await configureAddon(admin, id, { configuration: { age: 10 } });
  await runWaitingAddons();
  expect(await comments()).toEqual([]);
});

it("gives way to one of the same kind on a project, and that to one on a component", async () => {
  await everywhere(STALE, { age: 10 });
  const { id } = await installAddon(admin, { project: one.project }, { name: STALE, configuration: { age: 50 } });
  for (const component of [one, other]) {
    await comment(component, 20);
    await comment(component, 60);
  }
  await runWaitingAddons();
  expect(await comments()).toEqual([`${one.project.slug} 20`]);
  await comment(one, 60);
  await installAddon(admin, { component: one }, { name: STALE, configuration: { age: 100 } });
  await triggerAddon(admin, id);
  await runWaitingAddons();
  expect(await comments()).toEqual([`${one.project.slug} 20`, `${one.project.slug} 60`]);
});

it("is told of what happens in a component, and runs there alone", async () => {
  await everywhere(BULK, { q: "state:empty", state: "10" });
  await runWaitingAddons();
  upstream.commit({ "other.txt": String(Date.now()), "po/cs.po": PO("cs").replace("Konec", "Ukončit") });
  await performOperation(one.repositoryId, "pull");
  const told = await waiting();
  expect(told.length).toBeGreaterThan(0);
  for (const { payload } of told) expect(payload.component).toBe(one.id);
});

it("that acts on whole projects runs in the project in which something happened", async () => {
  await everywhere("weblate.consistency.languages");
  await runWaitingAddons();
  await beginLanguage(admin, one, "fr");
  await writeLanguageFile(one.repositoryId, (await findTranslation(admin, one, "fr")).id);
  expect((await waiting()).map(({ payload }) => payload)).toMatchObject([
    { event: "language-added", project: one.projectId },
  ]);
});

it("takes part in commits", async () => {
  await everywhere("weblate.gettext.mo");
  await editUnit(admin, await unitId(one, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
  expect(await performOperation(one.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.git("ls-tree", "--name-only", "-r", "main")).toContain("po/cs.mo");
});

describe("a webhook", () => {
  let server: Server;
  const received: { project?: string; action: string }[] = [];
  let status = 200;
  beforeAll(async () => {
    setEnvironment({ ...environment(), privateServices: OPEN });
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        if (status === 200) received.push(JSON.parse(Buffer.concat(pieces).toString()));
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => {
    server.close();
  });

  it("tells of all projects, and its failure stands in its log", async () => {
    const webhook_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const { id } = await everywhere("weblate.webhook.webhook", { webhook_url, events: [2, 5] });
    for (const component of [one, other])
      await editUnit(admin, await unitId(component, "cs", "Quit"), { targets: [`Ven ${id}`], state: 20 });
    await ledgerReadable();
    expect(await deliverDue()).toBe(2);
    expect(received.map(({ project }) => project).sort()).toEqual([one.project.slug, other.project.slug].sort());
    status = 500;
    await editUnit(admin, await unitId(one, "cs", "Quit"), { targets: ["Odejít"], state: 20 });
    await ledgerReadable();
    expect(await deliverDue()).toBe(0);
    expect((await logOf(id))[0]).toMatch(/^failed changes: .*500/);
  });
});

describe("who may", () => {
  let steward: Actor;
  let owner: Actor;
  beforeAll(async () => {
    const give = async (name: string, team: number) => {
      const person = await makePerson(name);
      await bareMember(team, person.userId);
      const actor = await loadActor(person.userId);
      if (!actor) throw new Error("The person is gone.");
      return actor;
    };
    const teamWith = async (role: number, projectId?: number) => {
      const team = await bareTeam(projectId === undefined ? { projectSelection: 1 } : { projectId });
      await db.run(sql`insert into team_roles values (${team}, ${role})`);
      await db.run(sql`update teams set language_selection = 1 where id = ${team}`);
      return team;
    };
    steward = await give("steward", await teamWith(await bareRole("Stewards", "management.addons")));
    owner = await give(
      "owner",
      await teamWith(await bareRole("Owners", "project.edit", "component.edit"), one.projectId),
    );
  });

  it("management.addons installs, changes and removes them, and nothing else does", async () => {
    const denied = { name: "Forbidden" };
    await expect(everywhere(STALE, {}, owner)).rejects.toMatchObject(denied);
    await expect(planInstallation(owner, EVERY_PROJECT, { name: STALE })).rejects.toMatchObject(denied);
    await expect(addonsAt(owner, EVERY_PROJECT)).rejects.toMatchObject(denied);
    await expect(installableAddons(owner, EVERY_PROJECT)).rejects.toMatchObject(denied);
    const { id } = await everywhere(STALE, {}, steward);
    expect(await findAddon(steward, id)).toMatchObject({ id, projectSlug: null, componentSlug: null });
    expect((await listAddons(steward, { limit: 10, offset: 0 })).rows.map((row) => row.id)).toEqual([id]);
    expect(await listAddons(owner, { limit: 10, offset: 0 })).toEqual({ rows: [], count: 0 });
    await expect(findAddon(owner, id)).rejects.toMatchObject({ name: "NotFound" });
    await expect(addonForChange(owner, id)).rejects.toMatchObject({ name: "NotFound" });
    await expect(removeAddon(owner, id)).rejects.toMatchObject({ name: "NotFound" });
    await expect(everywhere(STALE, {}, steward)).rejects.toThrow(/already installed/);
    await expect(everywhere("weblate.discovery.discovery", {}, steward)).rejects.toThrow(/single components/);
    await removeAddon(steward, id);
    expect(await addonsAt(steward, EVERY_PROJECT)).toEqual([]);
    expect(
      await textRows(
        db,
        sql`select action from changes where project_id is null and component_id is null and details->>'addon' = ${STALE} order by id desc limit 2`,
      ),
    ).toEqual([{ action: 62 }, { action: 60 }]);
  });

  it("projects and components show them, without a way to them for others", async () => {
    const { id } = await everywhere(STALE);
    for (const place of [{ component: one }, { project: one.project }]) {
      expect(await inheritedAddons(owner, place)).toMatchObject([{ row: { id }, manageable: false }]);
      expect(await inheritedAddons(admin, place)).toMatchObject([{ row: { id }, manageable: true }]);
      expect(await addonsAt(owner, place)).toEqual([]);
    }
    await everywhere("weblate.resx.update");
    // What does not fit a component does not act on it, nor does what has one of its own there.
    expect(await inheritedAddons(owner, { component: one })).toMatchObject([{ row: { id } }]);
    const own = await installAddon(admin, { project: one.project }, { name: STALE });
    expect(await inheritedAddons(admin, { component: one })).toMatchObject([{ row: { id: own.id } }]);
    expect((await inheritedAddons(admin, { project: one.project })).map(({ row }) => row.name)).toEqual([
      "weblate.resx.update",
    ]);
    expect(await inheritedAddons(admin, { component: other })).toMatchObject([{ row: { id } }]);
    expect(await inheritedAddons(admin, EVERY_PROJECT)).toEqual([]);
  });

  it("a plan names what would be done in which project, and installs nothing", async () => {
    const lines = await planInstallation(admin, EVERY_PROJECT, {
      name: BULK,
      configuration: { q: "state:translated", state: "10" },
    });
    expect(lines).toEqual(
      [one, other].flatMap(({ project }) => [
        expect.stringContaining(`${project.name} / App: the search finds`),
        expect.stringContaining(`${project.name} / App: the state of`),
      ]),
    );
    expect(await addonsAt(admin, EVERY_PROJECT)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});
