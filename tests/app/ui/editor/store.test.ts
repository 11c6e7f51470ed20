import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EditorInput, EditorPlace, ListTranslation } from "@/app/ui/editor/editor-state";
import { EditorStore } from "@/app/ui/editor/store";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitState } from "@/lib/text/codes";
import { textsOf } from "@/lib/text/messages/catalogue";
import { type Asked, type Browser, closeBrowser, json, openBrowser } from "./browser";

/** The editor's state as a translator meets it: typing, saving, moving, deciding; nothing typed is lost. */

let browser: Browser;
let ends: (() => void)[] = [];

beforeEach(() => {
  browser = openBrowser();
  browser.serve = serve;
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  closeBrowser();
});

const unit = (id: number, text = "", state: UnitState = text === "" ? 0 : 20, more: Partial<EditorUnit> = {}) =>
  ({
    id,
    checksum: `c${id}`,
    translationId: 5,
    position: id,
    sources: [`Source ${id}`],
    targets: [text],
    state,
    version: 1,
    previousSources: [],
    findings: [],
    dismissed: [],
    draft: null,
    ...more,
  }) as unknown as EditorUnit;
const READ_ONLY = { reason: "read-only-string", text: "This string is read-only." } as const;
const head = {
  translationId: 5,
  plural: { number: 3 },
  severalValues: false,
  denials: { ordinary: null, approved: null, readOnly: READ_ONLY },
  suggesting: { ordinary: null, readOnly: READ_ONLY },
  viewer: { id: 7, username: "ada", name: "Ada" },
} as unknown as EditorHead;
const list: EditorPlace = {
  key: "t5",
  crumbs: [],
  page: "/projects/a/b/cs/",
  paths: { translate: "/translate/a/b/cs/", zen: "/zen/a/b/cs/", browse: "/browse/a/b/cs/" },
  translations: [{ id: 5, component: "B", path: "/translate/a/b/cs/", source: { code: "en", direction: "ltr" } }],
};

/** Drafts that the server was told of. */
const drafted = () =>
  browser.asked
    .filter(({ path }) => path === "/translate/-/draft/")
    .flatMap(({ body }) => body.keep.map(({ unit, targets }) => `${unit} ${targets}`));

/** A page with these strings of a list of `total`; the first is open. */
function open(units: EditorUnit[], input: Partial<EditorInput> = {}, total = units.length): EditorStore {
  const window = { units, first: 0, total, cursor: units[0]?.id };
  const given = {
    head,
    list,
    path: "/translate/a/b/cs/",
    query: "",
    window,
    contexts: [],
    outcome: undefined,
    ...input,
  };
  const store = new EditorStore(given as EditorInput, textsOf("en"));
  ends.push(store.start());
  return store;
}
const reload = () => {
  for (const end of ends.splice(0)) end();
};

/** A server that takes every save and makes its version one higher. */
function serve({ path, body, ifMatch }: Asked): Response {
  if (path === "/translate/-/list/") return json({}, 503);
  if (path !== "/translate/-/save/") return json([]);
  const version = Number(ifMatch?.slice(1, -1)) + 1;
  const saved = unit(body.unit, body.targets[0], body.state as UnitState, { version });
  return json({ kind: "saved", unit: saved, adjusted: [], enforced: [], spread: { taken: 0, suggested: 0, apart: 0 } });
}
const saves = () =>
  browser.asked
    .filter(({ path }) => path === "/translate/-/save/")
    .map(({ body, ifMatch }) => `${body.unit} ${body.targets} ${body.state} ${ifMatch}`);
const shown = ({ state }: EditorStore) => [state.cursor, ...state.texts];

describe("typing", () => {
  it("is kept as a draft after a moment, and shown again when the page is opened anew", async () => {
    const store = open([unit(1, "Jablko")]);
    store.type(0, "Jabl");
    await browser.pass(199);
    expect(store.mark(1)).toBe("");
    await browser.pass(1);
    expect([store.state.draft, store.mark(1)]).toEqual(["kept", "draft"]);
    reload();
    const next = open([unit(1, "Jablko")]);
    expect([shown(next), next.state.draft]).toEqual([[1, "Jabl"], "kept"]);
  });

  it("is kept when the page goes away before that moment", () => {
    open([unit(1)]).type(0, "Jabl");
    expect(Object.keys(browser.storage)).toEqual([]);
    browser.tell("pagehide");
    expect(Object.keys(browser.storage)).toEqual(["loquat:draft:7:1"]);
    expect(drafted()).toEqual(["1 Jabl"]);
    reload();
    expect(shown(open([unit(1)]))).toEqual([1, "Jabl"]);
  });

  it("is told to the server as soon as its string is left", async () => {
    const store = open([unit(1), unit(2)]);
    store.type(0, "Jabl");
    store.open(2);
    expect(drafted()).toEqual(["1 Jabl"]);
    store.open(1);
    expect(shown(store)).toEqual([1, "Jabl"]);
  });

  it("says when the browser cannot keep it", async () => {
    const store = open([unit(1)]);
    browser.full = true;
    store.type(0, "Jabl");
    await browser.pass(200);
    expect(store.state.draft).toBe("lost");
  });

  it("back to what is stored leaves no draft", async () => {
    const store = open([unit(1, "Jablko")]);
    store.type(0, "Jabl");
    await browser.pass(200);
    store.type(0, "Jablko");
    await browser.pass(200);
    expect([store.state.draft, store.mark(1), Object.keys(browser.storage)]).toEqual(["none", "", []]);
  });

  it("means the text to be right, unless the translator says otherwise", () => {
    const store = open([unit(1, "Jablko", 10)]);
    expect(store.state.needs).toBe(true);
    store.type(0, "Jablka");
    expect(store.state.needs).toBe(false);
    store.setNeeds(true);
    store.type(0, "Jablk");
    expect(store.state.needs).toBe(true);
  });

  it("saves over the version it was begun on, though the string has changed since", async () => {
    open([unit(1, "Jablko", 20, { version: 3 })]).type(0, "Moje");
    reload();
    const store = open([unit(1, "Jejich", 20, { version: 4 })]);
    expect(shown(store)).toEqual([1, "Moje"]);
    store.save({ stay: true });
    await browser.pass(0);
    expect(saves()).toEqual(['1 Moje 20 "3"']);
  });

  it("elsewhere wins when it is newer by more than a minute", () => {
    open([unit(1)]).type(0, "here");
    reload();
    const remote = (seconds: number) => ({
      draft: { targets: ["there"], baseVersion: 1, at: new Date(Date.now() + seconds * 1000).toISOString() },
    });
    expect(shown(open([unit(1, "", 0, remote(60))]))).toEqual([1, "here"]);
    reload();
    expect(shown(open([unit(1, "", 0, remote(61))]))).toEqual([1, "there"]);
  });
});

describe("saving", () => {
  it("goes to the next string at once, and shows the saved one as saved before the server has answered", async () => {
    browser.serve = () => new Promise<Response>(() => {});
    const store = open([unit(1), unit(2, "Hruška")]);
    store.type(0, "Jablko");
    store.save();
    await browser.pass(0);
    expect(shown(store)).toEqual([2, "Hruška"]);
    expect([store.unit(1)?.targets, store.unit(1)?.state, store.mark(1)]).toEqual([["Jablko"], 20, "saving"]);
    expect(saves()).toEqual(['1 Jablko 20 "1"']);
    expect(store.state.said).toContain("Saved.");
  });

  it("asks for the state that was meant", async () => {
    const store = open([unit(1), unit(2), unit(3), unit(4, "Jablko")]);
    store.type(0, "a");
    store.save({ approve: true });
    store.type(0, "b");
    store.save({ needs: true });
    store.type(0, "c");
    store.save();
    store.type(0, "");
    store.save();
    await browser.pass(0);
    expect(saves()).toEqual(['1 a 30 "1"', '2 b 10 "1"', '3 c 20 "1"', '4  0 "1"']);
  });

  it("what is stored already sends nothing", async () => {
    const store = open([unit(1, "Jablko", 30), unit(2, "Hruška", 12)]);
    store.save({ stay: true });
    store.open(2);
    store.save({ stay: true });
    await browser.pass(0);
    expect(saves()).toEqual([]);
    expect(store.state.said).toBe("Nothing to save.");
  });

  it("an unchanged text in another state sends it", async () => {
    const store = open([unit(1, "Jablko", 12)]);
    store.save({ needs: false, stay: true });
    await browser.pass(0);
    expect(saves()).toEqual(['1 Jablko 20 "1"']);
  });

  it("is refused where the viewer may not edit, with the reason, and keeps the text", async () => {
    const store = open([unit(1, "Jablko", 100)]);
    store.type(0, "Hruška");
    store.save();
    await browser.pass(0);
    expect([saves(), store.state.alarm, shown(store)]).toEqual([[], READ_ONLY.text, [1, "Hruška"]]);
  });

  it("takes over what the server has made of the text, and says what that was", async () => {
    browser.serve = (asked) =>
      asked.path === "/translate/-/save/"
        ? json({ kind: "saved", unit: unit(1, "Jablko…", 20, { version: 2 }), adjusted: ["Ellipsis"], enforced: [] })
        : json([]);
    const store = open([unit(1)]);
    store.type(0, "Jablko...");
    store.save({ stay: true });
    await browser.pass(0);
    expect([shown(store), store.state.base]).toEqual([[1, "Jablko…"], 2]);
    expect(store.state.notice).toMatchObject({ tone: "info", text: expect.stringContaining("Ellipsis") });
  });

  it("leaves alone what is typed before the answer, which then goes over the new version", async () => {
    let answer = (_: Response) => {};
    browser.serve = (asked) =>
      asked.path === "/translate/-/save/" ? new Promise<Response>((done) => (answer = done)) : json([]);
    const store = open([unit(1)]);
    store.type(0, "first");
    store.save({ stay: true });
    store.type(0, "second");
    await browser.pass(0);
    browser.serve = serve;
    answer(serve(browser.asked.find(({ path }) => path === "/translate/-/save/") as Asked));
    await browser.pass(0);
    expect([shown(store), store.state.base, store.unit(1)?.targets]).toEqual([[1, "second"], 2, ["first"]]);
    store.save({ stay: true });
    await browser.pass(0);
    expect(saves()).toEqual(['1 first 20 "1"', '1 second 20 "2"']);
  });

  it("leaves alone a text that was saved again, which the server has not seen yet", async () => {
    let answer = (_: Response) => {};
    browser.serve = (asked) =>
      asked.path === "/translate/-/save/" ? new Promise<Response>((done) => (answer = done)) : json([]);
    const store = open([unit(1)]);
    store.type(0, "Jablko...");
    store.save({ stay: true });
    await browser.pass(0);
    store.save({ stay: true, approve: true });
    answer(json({ kind: "saved", unit: unit(1, "Jablko…", 20, { version: 2 }), adjusted: ["Ellipsis"], enforced: [] }));
    await browser.pass(0);
    expect(shown(store)).toEqual([1, "Jablko..."]);
    expect(saves()).toEqual(['1 Jablko... 20 "1"', '1 Jablko... 30 "2"']);
  });

  it("is shown as done by the next page, too, while it waits for a connection", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1), unit(2)]);
    store.type(0, "Jablko");
    store.save();
    await browser.pass(0);
    reload();
    const next = open([unit(1), unit(2)]);
    expect([next.unit(1)?.targets, next.mark(1)]).toEqual([["Jablko"], "saving"]);
  });

  it("dims the string in a search that would not find it any more", () => {
    const store = open([unit(1), unit(2)], { query: "state:empty" });
    store.type(0, "Jablko");
    store.save();
    expect([store.dimmed(1), store.dimmed(2)]).toEqual([true, false]);
  });
});

describe("a save that the server does not take", () => {
  const conflict = (asked: Asked) =>
    asked.path === "/translate/-/save/" && asked.ifMatch === '"1"'
      ? json({ kind: "conflict", current: unit(1, "Jejich", 20, { version: 5 }), by: { name: "Petra", at: "" } }, 412)
      : serve(asked);

  async function inConflict(): Promise<EditorStore> {
    browser.serve = conflict;
    const store = open([unit(1, "Dřív"), unit(2)]);
    store.type(0, "Moje");
    store.save({ stay: true });
    await browser.pass(0);
    return store;
  }

  it("shows both texts and the one before them", async () => {
    const store = await inConflict();
    expect(store.state.conflict).toMatchObject({
      mine: ["Moje"],
      theirs: { targets: ["Jejich"] },
      before: ["Dřív"],
      by: { name: "Petra" },
    });
    expect([store.mark(1), store.unit(1)?.targets]).toEqual(["needs-you", ["Jejich"]]);
    expect(store.state.alarm).toContain("Source 1");
  });

  it("can be decided for theirs", async () => {
    const store = await inConflict();
    store.resolve("theirs");
    await browser.pass(0);
    expect([shown(store), store.mark(1), store.unit(1)?.targets]).toEqual([[2, ""], "", ["Jejich"]]);
    expect(saves()).toEqual(['1 Moje 20 "1"']);
  });

  it("can be decided for mine, which is saved over theirs", async () => {
    const store = await inConflict();
    store.resolve("mine");
    await browser.pass(0);
    expect(saves()).toEqual(['1 Moje 20 "1"', '1 Moje 20 "5"']);
    expect([store.unit(1)?.targets, store.mark(1)]).toEqual([["Moje"], ""]);
  });

  it("keeps what is typed while it waits for the decision, also in the next page", async () => {
    const store = await inConflict();
    store.type(0, "Naše");
    await browser.pass(200);
    reload();
    const next = open([unit(1, "Jejich", 20, { version: 5 })]);
    expect(shown(next)).toEqual([1, "Naše"]);
    expect(next.state.conflict).toMatchObject({ theirs: { targets: ["Jejich"] } });
  });

  it("is told with the reason, and the string says again what it said", async () => {
    browser.serve = ({ path }) =>
      path === "/translate/-/save/" ? json({ detail: "The component is locked." }, 403) : json([]);
    const store = open([unit(1, "Dřív"), unit(2)]);
    store.type(0, "Moje");
    store.save();
    await browser.pass(0);
    expect([store.mark(1), store.unit(1)?.targets, store.unit(1)?.state]).toEqual(["refused", ["Dřív"], 20]);
    expect(store.state.alarm).toContain("The component is locked.");
    store.open(1);
    expect(shown(store)).toEqual([1, "Moje"]);
    expect(store.state.notice).toMatchObject({ tone: "error" });
  });

  it("can be given up", async () => {
    const store = await inConflict();
    store.discard();
    expect([shown(store), store.state.conflict, store.mark(1)]).toEqual([[1, "Jejich"], undefined, ""]);
  });
});

describe("a text that is thrown away", () => {
  it("comes back when asked for, as long as the string is open", async () => {
    const store = open([unit(1, "Jablko"), unit(2)]);
    store.type(0, "Hruška");
    await browser.pass(200);
    store.discard();
    expect([shown(store), store.mark(1)]).toEqual([[1, "Jablko"], ""]);
    store.undiscard();
    expect([shown(store), store.mark(1)]).toEqual([[1, "Hruška"], "draft"]);
    store.discard();
    store.open(2);
    store.open(1);
    store.undiscard();
    expect(shown(store)).toEqual([1, "Jablko"]);
  });
});

describe("a text typed after a save that has not arrived", () => {
  it("is thrown away without the save", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1)]);
    store.type(0, "Jablko");
    store.save({ stay: true });
    store.type(0, "Jabl");
    await browser.pass(200);
    store.discard();
    expect([shown(store), store.outbox?.get(1)?.targets]).toEqual([[1, "Jablko"], ["Jablko"]]);
  });

  it("is what waits for a decision when the save is refused", async () => {
    browser.serve = ({ path }) =>
      path === "/translate/-/save/" ? json({ detail: "The component is locked." }, 403) : json([]);
    const store = open([unit(1)]);
    store.type(0, "Jablko");
    store.save({ stay: true });
    store.type(0, "Jablka");
    await browser.pass(0);
    expect([shown(store), store.outbox?.get(1)?.targets]).toEqual([[1, "Jablka"], ["Jablka"]]);
  });
});

describe("moving", () => {
  it("keeps what was typed as the draft of the string that is left, and names the place", async () => {
    const store = open([unit(1), unit(2), unit(3)]);
    store.type(0, "Jabl");
    await store.step(1);
    expect([shown(store), store.mark(1), store.place()]).toEqual([[2, ""], "draft", 2]);
    expect(store.state.said).toContain("String 2 of 3");
    await store.step(-1);
    expect(shown(store)).toEqual([1, "Jabl"]);
    await browser.pass(0);
    expect(browser.addresses.at(-1)).toBe("/translate/a/b/cs/?checksum=c1");
  });

  it("stops at both ends of the list", async () => {
    const store = open([unit(1), unit(2)]);
    await store.step(-1);
    expect([store.state.cursor, store.state.said]).toEqual([1, "This is the first string."]);
    await store.step(1);
    await store.step(1);
    expect([store.state.cursor, store.place()]).toEqual([undefined, 0]);
    expect(store.state.said).toContain("That was the last string.");
    await store.step(-1);
    expect(store.state.cursor).toBe(2);
  });

  it("loads more of the list when it is needed, and says when that fails", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1)], {}, 3);
    await store.step(1);
    expect(store.state.cursor).toBe(1);
    expect(store.state.said).toContain("could not be loaded");
    browser.serve = ({ path, query }) =>
      path === "/translate/-/list/" && query.get("list") === "t5" && query.get("from") === "0"
        ? json({ ids: [1, 1, 1], first: 0, total: 3 })
        : path === "/translate/-/units/" && query.get("ids") === "2,3"
          ? json({ units: [unit(2), unit(3)] })
          : json([]);
    await store.step(1);
    expect([store.state.cursor, store.state.order]).toEqual([2, [1, 2, 3]]);
  });

  it("to a place that is not loaded brings the strings around it", async () => {
    const store = open([unit(1)], {}, 500);
    await browser.pass(0);
    browser.serve = ({ path, query }) => {
      if (path === "/translate/-/list/")
        return json({ ids: Array.from({ length: 500 }, () => 1), first: 0, total: 500 });
      const ids = (query.get("ids") ?? "").split(",").map(Number);
      return path === "/translate/-/units/" ? json({ units: ids.map((id) => unit(id)) }) : json([]);
    };
    await store.jump(300);
    expect([store.state.cursor, store.place(), store.state.total]).toEqual([301, 301, 500]);
    browser.serve = () => json({}, 503);
    await store.jump(9);
    expect([store.state.cursor, store.state.loading]).toEqual([301, false]);
  });

  it("passes over strings that have been removed meanwhile", async () => {
    const store = open([unit(1)], {}, 3);
    await browser.pass(0);
    browser.serve = ({ path }) =>
      path === "/translate/-/list/"
        ? json({ ids: [1, 1, 1], first: 0, total: 3 })
        : json(path === "/translate/-/units/" ? { units: [unit(3)] } : []);
    await store.step(1);
    expect(store.state.said).toContain("could not be loaded");
    await store.step(1);
    expect([store.state.cursor, store.place()]).toEqual([3, 3]);
  });

  it("keeps the place of a string that the list would not find any more", async () => {
    const store = open([unit(11), unit(12), unit(13)], { query: "state:empty" }, 5);
    store.type(0, "Jablko");
    store.save();
    await browser.pass(0);
    browser.serve = ({ path }) =>
      path === "/translate/-/list/" ? json({ ids: [12, 1, 1, 1], first: 0, total: 4 }) : json([]);
    await store.listFrom(3);
    expect([store.state.order, store.state.total, store.place()]).toEqual([[11, 12, 13, 14, 15], 5, 2]);
    expect([store.dimmed(11), store.dimmed(12)]).toEqual([true, false]);
  });
});

describe("a list of several components", () => {
  const other = { ...head, translationId: 6, plural: { number: 2 }, denials: { ...head.denials, ordinary: READ_ONLY } };
  const several: EditorPlace = {
    ...list,
    key: "p1.2",
    translations: [
      ...list.translations,
      { ...(list.translations[0] as ListTranslation), id: 6, path: "/translate/a/c/cs/" },
    ],
  };
  const theirs = (id: number) => unit(id, "", 0, { translationId: 6, sources: ["one", "many"], targets: ["", ""] });

  it("asks for the rights and forms of a translation before its first string is opened, and each string has its own", async () => {
    browser.serve = ({ path, query }) =>
      path === "/translate/-/heads/" && query.get("translations") === "6" ? json([other]) : json([]);
    const store = open([unit(1), theirs(2)], { list: several, path: "/translate/a/-/cs/" });
    expect([store.head.translationId, store.denial(unit(1))]).toEqual([5, null]);
    await store.step(1);
    expect([store.head.translationId, store.state.texts]).toEqual([6, ["", ""]]);
    expect([store.denial(theirs(2)), store.denial(unit(1))]).toEqual([READ_ONLY, null]);
    await browser.pass(0);
    expect(browser.addresses.at(-1)).toBe("/translate/a/-/cs/?unit=2");
    expect(store.permanentAddress(theirs(2))).toBe("/translate/a/c/cs/?checksum=c2");
  });

  it("opens no string whose rights could not be asked for", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1), theirs(2)], { list: several });
    await store.step(1);
    expect([store.state.cursor, store.state.loading]).toEqual([1, false]);
    expect(store.state.said).toContain("could not be loaded");
  });
});

describe("a page that came back without script", () => {
  it("shows the text that was sent and the conflict it ran into", () => {
    const current = unit(9, "Jejich", 20, { version: 5 });
    const outcome = { kind: "conflict", unitId: 9, yours: ["Moje"], needs: false, before: ["Dřív"], current } as const;
    const store = open([unit(1)], { outcome: { ...outcome, yours: ["Moje"], before: ["Dřív"] } });
    expect(shown(store)).toEqual([9, "Moje"]);
    expect(store.state.conflict).toMatchObject({ mine: ["Moje"], theirs: { targets: ["Jejich"] }, before: ["Dřív"] });
  });
});

describe("somebody who is not signed in", () => {
  it("reads, and nothing is kept or sent", async () => {
    const suggesting = { ordinary: READ_ONLY, readOnly: READ_ONLY };
    const store = open([unit(1, "Jablko")], { head: { ...head, viewer: null, suggesting } });
    store.type(0, "Hruška");
    store.save();
    await browser.pass(20_000);
    expect([saves(), Object.keys(browser.storage)]).toEqual([[], []]);
  });
});

describe("what belongs to the open string", () => {
  const context = { unitId: 1, suggestions: [] };
  let answers: Response[];
  beforeEach(() => {
    browser.serve = (asked) =>
      asked.path === "/translate/-/context/" ? (answers.shift() ?? json([context])) : serve(asked);
  });
  const opened = async () => {
    const store = open([unit(1, "Jablko"), unit(2, "Hruška")]);
    await browser.pass(1000);
    return store;
  };

  it("is said to be missing when the server does not give it, and comes when it is asked for again", async () => {
    answers = [json({}, 500)];
    const store = await opened();
    expect([store.lacksContext(1), store.context(1)]).toEqual([true, undefined]);
    await store.contextAgain();
    expect([store.lacksContext(1), store.context(1)]).toEqual([false, context]);
  });

  it("is missing too for a string of which the answer says nothing", async () => {
    answers = [json([{ ...context, unitId: 2 }])];
    const store = await opened();
    expect([store.lacksContext(1), store.lacksContext(2)]).toEqual([true, false]);
  });
});
