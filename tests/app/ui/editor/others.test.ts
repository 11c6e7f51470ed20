import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EditorInput, EditorPlace } from "@/app/ui/editor/editor-state";
import { EditorStore } from "@/app/ui/editor/store";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { PresentTab } from "@/lib/domain/editor/presence";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { textsOf } from "@/lib/text/messages/catalogue";
import { type Browser, closeBrowser, openBrowser } from "./browser";

/** What others do in the open translation, as the editor takes it in. */

let browser: Browser;
let store: EditorStore;
let end: () => void;

const unit = (id: number, text = "", version = 1) =>
  ({
    id,
    checksum: `c${id}`,
    translationId: 5,
    position: id,
    sources: [`Source ${id}`],
    targets: [text],
    state: text === "" ? 0 : 20,
    version,
    previousSources: [],
    findings: [],
    dismissed: [],
    draft: null,
  }) as unknown as EditorUnit;

const head = {
  translationId: 5,
  plural: { number: 3 },
  severalValues: false,
  denials: { ordinary: null, approved: null, readOnly: null },
  suggesting: { ordinary: null, readOnly: null },
  viewer: { id: 7, username: "ada", name: "Ada" },
} as unknown as EditorHead;
const list: EditorPlace = {
  key: "t5",
  crumbs: [],
  page: "/projects/a/b/cs/",
  paths: { translate: "/translate/a/b/cs/", zen: "/zen/a/b/cs/", browse: "/browse/a/b/cs/" },
  translations: [{ id: 5, component: "B", path: "/translate/a/b/cs/", source: { code: "en", direction: "ltr" } }],
};

const person = (userId: number, unitId: number | null, typing = true): PresentTab => ({
  userId,
  username: `user${userId}`,
  fullName: "",
  tab: `tab ${userId}`,
  unitId,
  typing,
});

beforeEach(() => {
  browser = openBrowser();
  // Saves stay on their way.
  browser.serve = () => new TypeError("There is no connection.");
  const units = [unit(1), unit(2), unit(3), unit(4)];
  const window = { units, first: 0, total: 4, cursor: 1 };
  const given = { head, list, path: "/translate/a/b/cs/", query: "", window, contexts: [], outcome: undefined };
  store = new EditorStore(given as unknown as EditorInput, textsOf("en"));
  end = store.start();
});
afterEach(() => {
  end();
  closeBrowser();
});

const shown = () => [store.state.cursor, ...store.state.texts];

describe("a text that somebody else saves", () => {
  it("shows up in the list, and in the field where nothing was typed", () => {
    store.takeOthers([unit(1, "Theirs", 2), unit(3, "Other", 2), unit(99, "Elsewhere", 2)]);
    expect(shown()).toEqual([1, "Theirs"]);
    expect(store.state).toMatchObject({ base: 2, notice: undefined });
    expect([store.unit(3)?.targets, store.unit(99)]).toEqual([["Other"], undefined]);
  });

  it("leaves what is being typed as it is, over the version it was begun on, and says so", () => {
    store.type(0, "Mine");
    store.takeOthers([unit(1, "Theirs", 2)]);
    expect(shown()).toEqual([1, "Mine"]);
    expect(store.state).toMatchObject({ base: 1, notice: { tone: "warning" } });
  });

  it("does not take the place of a save that is on its way, nor of what came later", () => {
    store.type(0, "Mine");
    store.save();
    store.takeOthers([unit(1, "Theirs", 2)]);
    expect(store.unit(1)?.targets).toEqual(["Mine"]);
    store.takeOthers([unit(3, "New", 5)]);
    store.takeOthers([unit(3, "Old", 4)]);
    expect(store.unit(3)?.targets).toEqual(["New"]);
  });
});

describe("the next string after a save", () => {
  const save = async () => {
    store.type(0, "Text");
    store.save();
    await browser.pass(0);
    return store.state.cursor;
  };

  it("is one in which nobody else writes", async () => {
    store.showPeople(5, [person(8, 2), person(9, 3)]);
    expect(await save()).toBe(4);
  });

  it("may be one that somebody only reads, or that one has open in another tab", async () => {
    store.showPeople(5, [person(8, 2, false), person(7, 2)]);
    expect(store.peopleAt(2)).toHaveLength(2);
    expect(await save()).toBe(2);
  });

  it("is any when others write in all of them", async () => {
    store.showPeople(5, [person(8, 2), person(9, 3), person(10, 4)]);
    expect(await save()).toBe(2);
  });

  it("is the very next one for who goes there by hand", async () => {
    store.showPeople(5, [person(8, 2)]);
    await store.step(1);
    expect(store.state.cursor).toBe(2);
  });
});

it("strings around the open one are those nearest to it", () => {
  expect(store.around(2)).toEqual([1, 2]);
  store.open(4);
  expect(store.around(2)).toEqual([3, 4]);
});
