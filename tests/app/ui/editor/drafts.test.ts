import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DraftBox } from "@/app/ui/editor/drafts";
import { type Browser, closeBrowser, json, openBrowser } from "./browser";

/** Unsaved texts: in the browser at once, on the server within ten seconds, gone when they are of no use. */

let browser: Browser;
let ends: (() => void)[] = [];

beforeEach(() => {
  browser = openBrowser();
  browser.serve = () => json({});
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  closeBrowser();
});

function open(account = 7): DraftBox {
  const box = new DraftBox(account);
  ends.push(box.start());
  return box;
}
const draft = (text: string, base = 3, at = Date.now()) => ({ targets: [text], needs: false, base, at });
const mirrored = () =>
  browser.asked.map(({ body }) => [body.keep.map(({ unit, targets }) => `${unit} ${targets}`), body.drop]);

describe("a draft", () => {
  it("is in the browser at once and on the server after ten seconds, once", async () => {
    const box = open();
    expect(box.keep(1, draft("Jab"))).toBe(true);
    expect(box.keep(1, draft("Jablko"))).toBe(true);
    expect([box.has(1), box.read(1)?.targets]).toEqual([true, ["Jablko"]]);
    await browser.pass(9_999);
    expect(mirrored()).toEqual([]);
    await browser.pass(1);
    expect(browser.asked).toMatchObject([
      {
        path: "/translate/-/draft/",
        keepalive: true,
        body: { account: 7, keep: [{ unit: 1, targets: ["Jablko"], baseVersion: 3 }], drop: [] },
      },
    ]);
    await browser.pass(60_000);
    expect(browser.asked.length).toBe(1);
  });

  it("that changes while the server is being told is told again", async () => {
    let answer = (_: Response) => {};
    browser.serve = () => new Promise((done) => (answer = done));
    const box = open();
    box.keep(1, draft("Jab"));
    box.keep(2, draft("Hru"));
    await browser.pass(10_000);
    box.keep(1, draft("Jablko"));
    browser.serve = () => json({});
    answer(json({}));
    await browser.pass(10_000);
    expect(mirrored()).toEqual([
      [["1 Jab", "2 Hru"], []],
      [["1 Jablko"], []],
    ]);
  });

  it("waits for its turn, but not when the page goes away", async () => {
    browser.serve = () => new Promise(() => {});
    const box = open();
    box.keep(1, draft("Jab"));
    void box.mirror();
    box.keep(1, draft("Jablko"));
    void box.mirror();
    expect(mirrored()).toEqual([[["1 Jab"], []]]);
    browser.tell("pagehide");
    expect(mirrored()).toEqual([
      [["1 Jab"], []],
      [["1 Jablko"], []],
    ]);
  });

  it("goes when a phone puts the page into the background", () => {
    open().keep(1, draft("Jablko"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(mirrored()).toEqual([[["1 Jablko"], []]]);
  });

  it("goes without outliving its page when it is too long for that", async () => {
    open().keep(1, draft("Jablko ".repeat(3000)));
    await browser.pass(10_000);
    expect(browser.asked.map(({ keepalive }) => keepalive)).toEqual([false]);
  });

  it("is told again when the server did not take it", async () => {
    browser.serve = () => json({}, 503);
    open().keep(1, draft("Jablko"));
    await browser.pass(10_000);
    browser.serve = () => new TypeError("There is no connection.");
    await browser.pass(10_000);
    browser.serve = () => json({});
    await browser.pass(20_000);
    expect(mirrored()).toEqual(Array.from({ length: 3 }, () => [["1 Jablko"], []]));
  });

  it("is not told for ever when the server refuses it", async () => {
    browser.serve = () => json({ detail: "There is no such string." }, 404);
    const box = open();
    box.keep(1, draft("Jablko"));
    await browser.pass(60_000);
    expect(browser.asked.length).toBe(1);
    expect(box.read(1)?.targets).toEqual(["Jablko"]);
  });

  it("is found by the next page of the same account alone", () => {
    open().keep(1, draft("Jablko"));
    expect([open(7).has(1), open(7).read(1)?.targets]).toEqual([true, ["Jablko"]]);
    expect([open(8).has(1), open(8).read(1)]).toEqual([false, undefined]);
  });

  it("is forgotten after 30 days, or when it cannot be read", () => {
    const days = 86_400_000;
    const box = open();
    box.keep(1, draft("old", 1, Date.now() - 30 * days - 1));
    box.keep(2, draft("not yet", 1, Date.now() - 30 * days));
    browser.storage["loquat:draft:7:3"] = "{broken";
    browser.storage["loquat:draft:8:1"] = "of somebody else";
    const next = open();
    expect([1, 2, 3].map((unit) => next.has(unit))).toEqual([false, true, false]);
    expect(Object.keys(browser.storage).sort()).toEqual(["loquat:draft:7:2", "loquat:draft:8:1"]);
  });

  it("goes to the server even when the browser cannot keep it", async () => {
    browser.full = true;
    const box = open();
    expect(box.keep(1, draft("Jablko"))).toBe(false);
    await browser.pass(10_000);
    expect(mirrored()).toEqual([[["1 Jablko"], []]]);
  });

  it("goes to the server at once when the page goes away", () => {
    open().keep(1, draft("Jablko"));
    browser.tell("pagehide");
    expect(browser.asked).toMatchObject([{ keepalive: true, body: { keep: [{ unit: 1 }] } }]);
  });

  it("is told in portions of 50", async () => {
    const box = open();
    for (let unit = 1; unit <= 60; unit++) box.keep(unit, draft("x"));
    await browser.pass(20_000);
    expect(browser.asked.map(({ body }) => body.keep.length)).toEqual([50, 10]);
  });
});

describe("a draft that is dropped", () => {
  it("leaves the browser at once and the server with the next message", async () => {
    const box = open();
    box.keep(1, draft("Jablko"));
    await browser.pass(10_000);
    box.drop(1);
    expect([box.has(1), box.read(1)]).toEqual([false, undefined]);
    await browser.pass(20_000);
    expect(mirrored().slice(1)).toEqual([[[], [1]]]);
  });

  it("is not mentioned to the server when a save takes it along", async () => {
    const box = open();
    box.keep(1, draft("Jablko"));
    box.drop(1, false);
    await browser.pass(20_000);
    expect(browser.asked).toEqual([]);
  });

  it("and is begun anew stays on the server", async () => {
    const box = open();
    box.drop(1);
    box.keep(1, draft("Hruška"));
    await browser.pass(10_000);
    expect(mirrored()).toEqual([[["1 Hruška"], []]]);
  });
});

describe("a session that has ended", () => {
  it("is noticed by drafts, which wait until somebody signs in", async () => {
    browser.serve = () => json({}, 401);
    const box = open();
    let noticed = 0;
    box.onSignedOut = () => noticed++;
    box.keep(1, draft("Jablko"));
    await browser.pass(10_000);
    expect(noticed).toBe(1);
    browser.serve = () => json({});
    await browser.pass(10_000);
    expect(mirrored().at(-1)).toEqual([["1 Jablko"], []]);
  });
});
