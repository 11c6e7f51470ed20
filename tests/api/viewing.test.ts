import { beforeAll, describe, expect, it } from "vitest";
import { GET as openPalette } from "@/app/(web)/palette/route";
import { POST as mirrorDrafts } from "@/app/(web)/translate/-/draft/route";
import { GET as follow } from "@/app/(web)/translate/-/live/route";
import { POST as tellPresence } from "@/app/(web)/translate/-/presence/route";
import { POST as saveString } from "@/app/(web)/translate/-/save/route";
import { callerOf, sessionActor } from "@/lib/api/actor";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { can, visibleComponents, visibleProjects } from "@/lib/domain/access/demand";
import { draftsOf, keepDraft } from "@/lib/domain/editor/drafts";
import { describeTranslations } from "@/lib/domain/editor/head";
import { findProject } from "@/lib/domain/projects/projects";
import { ownSavedSearches, saveSearch } from "@/lib/domain/search/saved-searches";
import { ownData } from "@/lib/domain/users/own-data";
import { endSession } from "@/lib/domain/users/sessions";
import { insertUser } from "@/lib/domain/users/users";
import { type Eyes, looksAt, startViewing, stopViewing } from "@/lib/domain/users/viewing";
import { components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { readSession } from "@/lib/platform/sign-in";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { bareComponent, bareProject } from "../support/places";
import { bareMember, bareRole, bareTeam } from "../support/teams";
import { textRow } from "../support/text-rows";
import { Browser } from "./browser";
import { PO, send } from "./support";

const PASSWORD = "a long and quiet river";
const REFUSED = /looking through the eyes of somebody else.*Stop viewing first/;
let site: Actor;
let lead: Actor;
let mara: Actor;
let home: number;
let other: number;
let open: number;
let hidden: number;
let foreign: number;

const request = (browser: Browser) => new Request("http://localhost/", { headers: browser.headers });
const sessionOf = async (browser: Browser) => {
  const session = await readSession(request(browser));
  if (!session) throw new Error("no session");
  return session;
};
/** Whoever the pages are shown to. */
const seenBy = async (browser: Browser) => {
  const actor = await sessionActor(await sessionOf(browser));
  if (!actor) throw new Error("nobody");
  return actor;
};
const placeOf = async (id: number) => {
  const row = await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${id}`);
  return findProject(site, row?.slug ?? "");
};

let address = 1;
async function signedIn(username: string): Promise<Browser> {
  const browser = new Browser(`203.0.113.${++address}`);
  expect((await browser.signIn(username, PASSWORD)).outcome).toBe("in");
  return browser;
}

async function looking(username: string, eyes: Eyes): Promise<Browser> {
  const browser = await signedIn(username);
  await startViewing(await seenBy(browser), (await sessionOf(browser)).id, eyes);
  return browser;
}

async function withPassword(username: string, isSuperuser = false): Promise<Actor> {
  const { id } = await inTransaction((tx) =>
    insertUser(tx, { username, fullName: username, email: `${username}@example.org`, password: PASSWORD, isSuperuser }),
  );
  const actor = await loadActor(id);
  if (!actor) throw new Error("no actor");
  return actor;
}

async function team(projectId: number, user: number, role: number, named: readonly number[] = []): Promise<number> {
  const id = await bareTeam({ projectId });
  await db.run(sql`insert into team_roles values (${id}, ${role})`);
  for (const component of named) await db.run(sql`insert into team_components values (${id}, ${component})`);
  await bareMember(id, user);
  return id;
}

beforeAll(async () => {
  site = await withPassword("sigrid", true);
  lead = await withPassword("lena");
  mara = await makePerson("mara");
  const [managing, working] = [
    await bareRole("Managing", "project.permissions"),
    await bareRole("Working", "unit.edit"),
  ];
  [home, other] = [await bareProject(100), await bareProject(100)];
  open = await bareComponent(home);
  hidden = await bareComponent(home, { restricted: true });
  foreign = await bareComponent(other);
  await team(home, lead.userId, managing);
  await team(home, mara.userId, working);
});

const inner = (browser: Browser, path: string, body: object) =>
  new Request(`http://localhost/translate/-/${path}/`, {
    method: "POST",
    headers: {
      ...browser.headers,
      origin: "http://loquat.test",
      "content-type": "application/json",
      "if-match": '"1"',
    },
    body: JSON.stringify(body),
  });
const context = { params: Promise.resolve({}) };

describe("a site administrator who views as somebody", () => {
  it("sees what that person sees, and is told whose eyes these are", async () => {
    const browser = await looking("sigrid", { kind: "person", username: "Mara" });
    const actor = await seenBy(browser);
    expect([actor.userId, actor.isSuperuser]).toEqual([mara.userId, false]);
    expect(actor.viewing).toMatchObject({
      by: { userId: site.userId, username: "sigrid" },
      kind: "person",
      name: "mara",
    });
    const left = Number(actor.viewing?.until) - Date.now();
    expect(left).toBeGreaterThan(29 * 60_000);
    expect(left).toBeLessThanOrEqual(30 * 60_000);
    expect((await seenBy(await signedIn("sigrid"))).userId).toBe(site.userId);
  });

  it("is refused every request of the API, and whatever the editor sends", async () => {
    const browser = await looking("sigrid", { kind: "person", username: "mara" });
    const { headers } = browser;
    const sent = await Promise.all([
      send("GET", "/api/users/mara/", { headers }),
      send("GET", "/api/notices/", { headers }),
      send("POST", "/api/projects/", { headers: { ...headers, origin: "http://loquat.test" }, body: { name: "X" } }),
      saveString(inner(browser, "save", { unit: 1, targets: ["x"], state: 20, account: mara.userId }), context),
      mirrorDrafts(inner(browser, "draft", { account: mara.userId, keep: [], drop: [1] }), context),
      tellPresence(
        inner(browser, "presence", {
          translation: 1,
          account: mara.userId,
          tab: "t",
          unit: null,
          typing: false,
          gone: false,
        }),
        context,
      ),
      follow(new Request("http://localhost/translate/-/live/?list=t1", { headers }), context),
    ]);
    for (const answer of sent) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ reason: "viewing", detail: expect.stringMatching(REFUSED) });
    }
    expect((await openPalette(new Request("http://localhost/palette/?q=x", { headers }), context)).status).toBe(200);
    await expect(callerOf(new Request("http://localhost/", { method: "POST", headers }), true)).rejects.toThrow(
      REFUSED,
    );
  });

  it("cannot take the person's data away, nor view on as somebody else", async () => {
    const browser = await looking("sigrid", { kind: "person", username: "mara" });
    const actor = await seenBy(browser);
    await expect(ownData(actor).next()).rejects.toThrow(REFUSED);
    const { id } = await sessionOf(browser);
    await expect(startViewing(actor, id, { kind: "person", username: "lena" })).rejects.toThrow(REFUSED);
  });

  it("sees none of what is the person's alone, and may do nothing in the editor", async () => {
    const { component } = await connect(site, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const unit = await unitId(component, "cs", "Quit");
    await keepDraft(mara, unit, { targets: ["not yet"], baseVersion: 1 });
    await saveSearch(mara, "mara", { name: "Mine", query: "state:empty" });
    const translation = (
      await textRow<{ id: number }>(db, sql`select translation_id as id from units where id = ${unit}`)
    )?.id;
    const opened = async (actor: Actor) => {
      const [head] = await describeTranslations(actor, [translation ?? 0]);
      const drafts = (await draftsOf(actor, [unit])).size;
      return { head, drafts, searches: (await ownSavedSearches(actor)).length };
    };
    const own = await opened(mara);
    expect([own.drafts, own.searches, own.head?.denials.ordinary, own.head?.viewer?.id]).toEqual([
      1,
      1,
      null,
      mara.userId,
    ]);
    const seen = await opened(await seenBy(await looking("sigrid", { kind: "person", username: "mara" })));
    expect([seen.drafts, seen.searches, seen.head?.viewer]).toEqual([0, 0, null]);
    for (const why of [seen.head?.denials.ordinary, seen.head?.suggesting.ordinary, seen.head?.commenting])
      expect(why?.reason).toBe("viewing");
    expect(seen.head).toMatchObject({
      mayDismiss: false,
      mayAsk: false,
      deciding: { accept: false },
      bulk: { edit: false },
    });
  });

  it("is back at once after stopping, and may look again", async () => {
    const browser = await looking("sigrid", { kind: "person", username: "mara" });
    await stopViewing(await seenBy(browser));
    expect(await seenBy(browser)).toHaveProperty("userId", site.userId);
    await startViewing(await seenBy(browser), (await sessionOf(browser)).id, { kind: "person", username: "lena" });
    expect((await seenBy(browser)).userId).toBe(lead.userId);
    const looks = await looksAt(site, mara.userId);
    expect(looks[0]?.by).toBe("sigrid");
    expect(Number(looks[0]?.endedAt)).toBeLessThanOrEqual(Date.now());
  });

  it("is back after half an hour, and when the account that was viewed is closed", async () => {
    const [late, closed] = [await makePerson("late"), await makePerson("closed")];
    const first = await looking("sigrid", { kind: "person", username: "late" });
    await db.run(sql`update viewings set until = now() - interval '1 second' where viewed_id = ${late.userId}`);
    expect((await seenBy(first)).userId).toBe(site.userId);
    const second = await looking("sigrid", { kind: "person", username: "closed" });
    await db.run(sql`update users set is_active = false where id = ${closed.userId}`);
    expect((await seenBy(second)).userId).toBe(site.userId);
  });

  it("is back without the right to it, for good", async () => {
    const gone = await withPassword("gunnar", true);
    const browser = await looking("gunnar", { kind: "person", username: "mara" });
    await db.run(sql`update users set is_superuser = false where id = ${gone.userId}`);
    expect((await seenBy(browser)).userId).toBe(gone.userId);
    await db.run(sql`update users set is_superuser = true where id = ${gone.userId}`);
    expect((await seenBy(browser)).userId).toBe(gone.userId);
  });

  it("is nobody after signing out", async () => {
    const browser = await looking("sigrid", { kind: "person", username: "mara" });
    const session = await sessionOf(browser);
    await endSession(session.id);
    expect(await sessionActor(session)).toBeUndefined();
  });

  it("views as no administrator, no bot and no closed account", async () => {
    const browser = await signedIn("sigrid");
    const start = async (username: string) =>
      startViewing(await seenBy(browser), (await sessionOf(browser)).id, { kind: "person", username });
    const bot = await makePerson("robot");
    await db.run(sql`update users set is_bot = true where id = ${bot.userId}`);
    await makePerson("boss", { superuser: true });
    await expect(start("boss")).rejects.toThrow("sees what you see");
    await expect(start("robot")).rejects.toThrow("bot");
    await expect(start("closed")).rejects.toThrow("closed");
    await expect(start("nobody-here")).rejects.toThrow("no user");
    expect((await seenBy(browser)).viewing).toBeUndefined();
  });
});

describe("somebody else", () => {
  it("views as no person: not who manages users, not who manages a project", async () => {
    const helper = await withPassword("hugo");
    const users = await bareTeam({});
    await db.run(sql`insert into team_roles values (${users}, ${await bareRole("Helping", "user.edit", "user.view")})`);
    await bareMember(users, helper.userId);
    for (const name of ["hugo", "lena"]) {
      const browser = await signedIn(name);
      const { id } = await sessionOf(browser);
      await expect(startViewing(await seenBy(browser), id, { kind: "person", username: "mara" })).rejects.toThrow(
        /administrators of the installation|permission to/,
      );
      expect((await seenBy(browser)).viewing).toBeUndefined();
    }
  });

  it("cannot begin a look in another one's session", async () => {
    const [own, victim] = [await signedIn("sigrid"), await signedIn("lena")];
    await expect(
      startViewing(await seenBy(own), (await sessionOf(victim)).id, { kind: "person", username: "mara" }),
    ).rejects.toThrow("signed out");
    expect((await seenBy(victim)).userId).toBe(lead.userId);
  });
});

const seen = async (actor: Actor) => {
  const [p, c] = [projects.as("p"), components.as("c")];
  const rows = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${visibleProjects(actor)} and ${visibleComponents(actor)} and ${p.id} in (${home}, ${other}) order by ${c.id}`);
  return rows.map(({ id }) => id);
};

describe("a project's administrator who views the project", () => {
  it("sees nothing of a private project as a visitor, or as anybody who is signed in", async () => {
    for (const kind of ["visitor", "signed-in"] as const) {
      const actor = await seenBy(await looking("lena", { kind, project: await placeOf(home) }));
      expect(actor.viewing).toMatchObject({ kind, project: { slug: (await placeOf(home)).slug } });
      expect(await seen(actor)).toEqual([]);
      expect(actor.isAnonymous).toBe(kind === "visitor");
    }
  });

  it("sees it as a member of a team, and no more than the own eyes do, nor anything of another project", async () => {
    const editing = await bareRole("Editing", "unit.edit");
    const whole = await team(home, mara.userId, editing);
    // Somebody has let this team into places that are not the project's administrator's.
    await db.run(sql`insert into team_projects values (${whole}, ${other})`);
    const named = await team(home, mara.userId, editing, [hidden, foreign, open]);
    const everywhere = await team(home, mara.userId, editing);
    await db.run(sql`update teams set project_selection = 1 where id = ${everywhere}`);
    const project = await placeOf(home);
    const as = async (teamId: number) => seenBy(await looking("lena", { kind: "team", project, teamId }));
    expect(await seen(await as(whole))).toEqual([open]);
    expect(await seen(await as(named))).toEqual([open]);
    expect(await seen(await as(everywhere))).toEqual([open]);
    const actor = await as(whole);
    expect(can(actor, "unit.edit", { project })).toBe(true);
    expect(can(actor, "unit.edit", { project: await placeOf(other) })).toBe(false);
    expect(can(actor, "user.edit")).toBe(false);
  });

  it("is refused another project, and a team of another project", async () => {
    const browser = await signedIn("lena");
    const { id } = await sessionOf(browser);
    const actor = await seenBy(browser);
    await expect(startViewing(actor, id, { kind: "visitor", project: await placeOf(other) })).rejects.toThrow();
    const stranger = await bareTeam({ projectId: other });
    await expect(
      startViewing(actor, id, { kind: "team", project: await placeOf(home), teamId: stranger }),
    ).rejects.toThrow("does not belong");
  });

  it("is back when the right is lost", async () => {
    const project = await placeOf(home);
    const fleeting = await withPassword("flo");
    const role = await bareRole("Fleeting", "project.permissions");
    const its = await team(home, fleeting.userId, role);
    const browser = await looking("flo", { kind: "visitor", project });
    await db.run(sql`delete from team_members where team_id = ${its}`);
    expect((await seenBy(browser)).userId).toBe(fleeting.userId);
  });
});
