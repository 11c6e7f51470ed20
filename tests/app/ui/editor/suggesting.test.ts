import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EditorInput, EditorPlace } from "@/app/ui/editor/editor-state";
import { EditorStore } from "@/app/ui/editor/store";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitState } from "@/lib/text/codes";
import { textsOf } from "@/lib/text/messages/catalogue";
import { type Asked, type Browser, closeBrowser, json, openBrowser } from "./browser";

/** Suggesting in the editor: by those who may not save, beside saving, in place of a save; nothing typed is lost. */

let browser: Browser;
const ends: (() => void)[] = [];

beforeEach(() => {
  browser = openBrowser();
  browser.serve = serve;
});
afterEach(() => {
  reload();
  closeBrowser();
});

const DENIED = { reason: "locked", text: "App is locked." } as const;
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
    draft: null,
    suggested: false,
    ...more,
  }) as unknown as EditorUnit;
const HEAD = {
  translationId: 5,
  plural: { number: 3 },
  severalValues: false,
  denials: { ordinary: null, approved: DENIED, readOnly: DENIED },
  suggesting: { ordinary: null, readOnly: DENIED },
  deciding: { accept: true, acceptApproved: false, reject: true, vote: true },
  viewer: { id: 7, username: "ada", name: "Ada" },
} as unknown as EditorHead;
const list: EditorPlace = {
  key: "t5",
  crumbs: [],
  page: "/projects/a/b/cs/",
  paths: { translate: "/translate/a/b/cs/", zen: "/zen/a/b/cs/", browse: "/browse/a/b/cs/" },
  translations: [{ id: 5, component: "B", path: "/translate/a/b/cs/", source: { code: "en", direction: "ltr" } }],
};
/** Somebody who may only suggest. */
const VOLUNTEER = { ...HEAD, denials: { ordinary: DENIED, approved: DENIED, readOnly: DENIED } } as EditorHead;
const VISITOR = { ...VOLUNTEER, viewer: null } as EditorHead;

function open(units: EditorUnit[], head = HEAD): EditorStore {
  const window = { units, first: 0, total: units.length, cursor: units[0]?.id };
  const given = { head, list, path: "/translate/a/b/cs/", query: "", window, contexts: [], outcome: undefined };
  const store = new EditorStore(given as unknown as EditorInput, textsOf("en"));
  ends.push(store.start());
  return store;
}
const reload = () => {
  for (const end of ends.splice(0)) end();
};

function serve(asked: Asked): Response {
  const { path, body, ifMatch } = asked;
  if (path === "/translate/-/suggest/")
    return json({ kind: "suggested", result: "made", unit: unit(body.unit, "", 0, { suggested: true }) });
  if (path !== "/translate/-/save/") return json([]);
  const saved = unit(body.unit, body.targets[0], body.state as UnitState, {
    version: Number(ifMatch?.slice(1, -1)) + 1,
  });
  return json({ kind: "saved", unit: saved, adjusted: [], enforced: [], spread: { taken: 0, suggested: 0, apart: 0 } });
}
const sent = (name: "save" | "suggest") =>
  browser.asked
    .filter(({ path }) => path === `/translate/-/${name}/`)
    .map(({ body }) => `${body.unit} ${body.targets}`);
const shown = ({ state }: EditorStore) => [state.cursor, ...state.texts];

describe("a suggestion", () => {
  it("is sent with the source it was written for, leaves the string as it is, and goes on", async () => {
    const store = open([unit(1, "Jablko"), unit(2)]);
    store.type(0, "Jabloň");
    store.suggest();
    expect([shown(store), store.unit(1)?.targets, store.mark(1)]).toEqual([[2, ""], ["Jablko"], "saving"]);
    await browser.pass(0);
    expect(browser.asked.find(({ path }) => path === "/translate/-/suggest/")?.body).toEqual({
      unit: 1,
      targets: ["Jabloň"],
      sources: ["Source 1"],
      account: 7,
    });
    expect([sent("save"), store.mark(1), store.unit(1)?.suggested]).toEqual([[], "", true]);
    expect(Object.keys(browser.storage)).toEqual([]);
  });

  it("is what Save means where only suggesting is allowed: for volunteers, and for approved strings", async () => {
    const store = open([unit(1, "Jablko"), unit(2)], VOLUNTEER);
    store.type(0, "Jabloň");
    store.save();
    await browser.pass(0);
    reload();
    const approved = open([unit(3, "Hruška", 30)]);
    approved.type(0, "Hrušeň");
    approved.save();
    await browser.pass(0);
    expect([sent("save"), sent("suggest")]).toEqual([[], ["1 Jabloň", "3 Hrušeň"]]);
  });

  it("is not made of nothing, of what stands there, or for a read-only string, and the text stays", async () => {
    const store = open([unit(1, "Jablko"), unit(2, "Hruška", 100)]);
    for (const text of ["", "Jablko"]) {
      store.type(0, text);
      store.suggest();
      expect([shown(store), store.state.notice?.tone]).toEqual([[1, text], "error"]);
    }
    store.open(2);
    store.type(0, "Hrušeň");
    store.suggest();
    await browser.pass(0);
    expect([shown(store), store.state.alarm, sent("suggest")]).toEqual([[2, "Hrušeň"], DENIED.text, []]);
  });

  it("that the server refuses is kept with the reason, also in the next page, and can be sent again or saved", async () => {
    browser.serve = (asked) =>
      asked.path === "/translate/-/suggest/" ? json({ detail: "The source text has changed." }, 412) : serve(asked);
    const store = open([unit(1), unit(2)]);
    store.type(0, "Jabloň");
    store.suggest();
    await browser.pass(0);
    expect([store.mark(1), store.state.alarm]).toEqual(["refused", expect.stringContaining("source text has changed")]);
    reload();
    const next = open([unit(1), unit(2)]);
    expect([shown(next), next.state.notice?.text]).toEqual([
      [1, "Jabloň"],
      expect.stringContaining("The source text has changed."),
    ]);
    browser.serve = serve;
    next.save();
    await browser.pass(0);
    expect([sent("save"), next.mark(1), Object.keys(browser.storage)]).toEqual([["1 Jabloň"], "", []]);
  });

  it("does not take the place of a save of the same string that is still on its way, nor of another suggestion", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1), unit(2)]);
    store.type(0, "saved");
    store.save({ stay: true });
    for (const text of ["first", "second"]) {
      store.open(1);
      store.type(0, text);
      store.suggest();
    }
    await browser.pass(0);
    reload();
    browser.serve = serve;
    open([unit(1), unit(2)]);
    await browser.pass(60_000);
    expect(sent("save")).toContain("1 saved");
    expect(sent("suggest")).toEqual(["1 first", "1 second"]);
    expect(Object.keys(browser.storage)).toEqual([]);
  });

  it("of a visitor waits in the browser without an account, and goes on in the name of who signs in", async () => {
    browser.serve = () => new TypeError("There is no connection.");
    const store = open([unit(1), unit(2)], VISITOR);
    store.type(0, "Jabloň");
    store.suggest();
    store.type(0, "half a w");
    await browser.pass(20_000);
    expect(browser.asked.some(({ path }) => path === "/translate/-/draft/")).toBe(false);
    reload();
    browser.asked.length = 0;
    browser.serve = serve;
    const next = open([unit(2), unit(1)]);
    await browser.pass(0);
    expect(shown(next)).toEqual([2, "half a w"]);
    expect(browser.asked.find(({ path }) => path === "/translate/-/suggest/")?.body.account).toBe(7);
    expect(Object.keys(browser.storage)).toEqual(["loquat:draft:7:2"]);
  });
});

describe("a save that is not taken", () => {
  it("because of a lock is offered as a suggestion, with the text kept", async () => {
    browser.serve = (asked) =>
      asked.path === "/translate/-/save/" ? json({ detail: "The component is locked." }, 403) : serve(asked);
    const store = open([unit(1, "Dřív"), unit(2)]);
    store.type(0, "Moje");
    store.save();
    await browser.pass(0);
    store.open(1);
    expect([shown(store), store.state.notice]).toEqual([[1, "Moje"], expect.objectContaining({ suggest: true })]);
    store.suggest();
    await browser.pass(0);
    expect([sent("suggest"), store.mark(1), Object.keys(browser.storage)]).toEqual([["1 Moje"], "", []]);
  });

  it("because somebody else was faster can be suggested over theirs", async () => {
    browser.serve = (asked) =>
      asked.path === "/translate/-/save/"
        ? json({ kind: "conflict", current: unit(1, "Jejich", 20, { version: 5 }), by: null }, 412)
        : serve(asked);
    const store = open([unit(1, "Dřív"), unit(2)]);
    store.type(0, "Moje");
    store.save({ stay: true });
    await browser.pass(0);
    store.resolve("suggestion");
    expect([shown(store), store.unit(1)?.targets]).toEqual([[2, ""], ["Jejich"]]);
    await browser.pass(0);
    expect([sent("suggest"), store.outbox?.summary.needsYou]).toEqual([["1 Moje"], []]);
  });
});

describe("a suggestion that is edited first", () => {
  const petras = { id: 44, author: "Petra", targets: ["Zavrit"] };
  const suggestionOf = () =>
    browser.asked
      .filter(({ path }) => path === "/translate/-/save/")
      .map(({ body }) => (body as unknown as { suggestion?: number }).suggestion);

  it("is saved in its author's name, also after a reload", async () => {
    const store = open([unit(1, "Konec"), unit(2)]);
    store.improve(petras);
    store.type(0, "Zavřít");
    await browser.pass(200);
    reload();
    const next = open([unit(1, "Konec"), unit(2)]);
    expect([shown(next), next.state.from]).toEqual([[1, "Zavřít"], { id: 44, author: "Petra" }]);
    next.save();
    await browser.pass(0);
    expect([sent("save"), suggestionOf(), next.state.from]).toEqual([["1 Zavřít"], [44], undefined]);
  });

  it("is one's own after disowning it, and does not pass to the next string", async () => {
    const store = open([unit(1, "Konec"), unit(2)]);
    store.improve(petras);
    store.disown();
    store.save();
    store.open(1);
    store.improve(petras);
    store.open(2);
    store.type(0, "Jiné");
    store.save();
    await browser.pass(0);
    expect([sent("save"), suggestionOf()]).toEqual([
      ["1 Zavrit", "2 Jiné"],
      [undefined, undefined],
    ]);
  });
});

describe("any sequence of typing, saving, suggesting, moving, losing the network, refusals and reloads", () => {
  const STRINGS = [1, 2, 3];

  /** One run: what was suggested and what was typed last must be with the server, in the browser or in the field. */
  async function run(steps: readonly (readonly [number, number])[]): Promise<void> {
    let chance = 0;
    const pick = <T>(from: readonly T[]): T => from[chance % from.length] as T;
    let net: "on" | "off" | "refusing" | "conflicting" = "on";
    const received = new Set<string>();
    browser.serve = (asked) => {
      if (!/save|suggest/.test(asked.path)) return json([]);
      if (net === "off") return new TypeError("There is no connection.");
      if (net === "refusing") return json({ detail: "No." }, 403);
      if (net === "conflicting" && asked.path.includes("save"))
        return json({ kind: "conflict", current: unit(asked.body.unit, "Jejich", 20, { version: 9 }), by: null }, 412);
      received.add(asked.body.targets[0] ?? "");
      return serve(asked);
    };
    const units = () => STRINGS.map((id) => unit(id, "Dřív"));
    let store = open(units(), pick([HEAD, VOLUNTEER]));
    const suggested: string[] = [];
    const typed = new Map<number, string>();
    const note = (before: string | undefined, act: () => void) => {
      const waiting = JSON.stringify(browser.storage);
      act();
      const now = JSON.stringify(browser.storage);
      if (before && now !== waiting && now.includes("loquat:suggest:")) suggested.push(before);
    };
    for (const [step, [act, by]] of steps.entries()) {
      chance = by;
      const { cursor } = store.state;
      const text = store.state.texts[0];
      if (act < 4 && cursor !== undefined) {
        const word = `text ${step}.`;
        // Who types over a refused suggestion in the field has seen it.
        if (store.state.undecided && suggested.includes(text ?? "")) suggested.splice(suggested.indexOf(text ?? ""), 1);
        store.type(0, word);
        typed.set(cursor, word);
      } else if (act === 4) store.save({ stay: pick([true, false]) });
      else if (act === 5) note(text === "Dřív" || text === "Jejich" ? undefined : text, () => store.suggest());
      else if (act === 6) store.open(pick(STRINGS));
      else if (act === 7) net = pick(["on", "off", "refusing", "conflicting"] as const);
      else if (act === 8) store.outbox?.resume();
      else if (act === 9) await browser.pass(pick([0, 250, 5000]));
      else if (act === 10) {
        reload();
        store = open(units(), pick([HEAD, VOLUNTEER]));
      } else if (store.state.conflict && cursor !== undefined) {
        typed.set(cursor, store.state.conflict.mine[0] ?? "");
        store.resolve(pick(["mine", "suggestion"] as const));
      }
    }
    browser.tell("pagehide");
    const kept = JSON.stringify(browser.storage);
    const safe = (word: string) => received.has(word) || kept.includes(word) || store.state.texts.includes(word);
    expect(suggested.filter((word) => !safe(word))).toEqual([]);
    expect([...typed.values()].filter((word) => !safe(word))).toEqual([]);
    net = "on";
    store.outbox?.resume();
    await browser.pass(120_000);
    expect(store.outbox?.summary.waiting).toBe(0);
    const undecided = JSON.stringify(browser.storage);
    expect(suggested.filter((word) => !received.has(word) && !undecided.includes(word))).toEqual([]);
  }

  it("loses nothing", async () => {
    const steps = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        reload();
        closeBrowser();
        browser = openBrowser();
        await run(given);
      }),
      { numRuns: 300 },
    );
  });
});
