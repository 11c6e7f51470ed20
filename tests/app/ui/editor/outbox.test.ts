import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Outbox, type OutboxEntry } from "@/app/ui/editor/outbox";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { type Asked, type Browser, closeBrowser, json, openBrowser } from "./browser";

/** The queue of saves: what was accepted in the browser reaches the server once, in order, or a person is asked. */

let browser: Browser;
let ends: (() => void)[] = [];
let heard: string[] = [];

beforeEach(() => {
  browser = openBrowser();
  heard = [];
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  closeBrowser();
});

const listener = {
  onSaved: (entry: OutboxEntry) => heard.push(`saved ${entry.unit} ${entry.targets}`),
  onSuggested: (entry: OutboxEntry) => heard.push(`suggested ${entry.unit} ${entry.targets}`),
  onDecision: (entry: OutboxEntry) => heard.push(`${entry.status} ${entry.unit} ${entry.targets}`),
};
function open(account = 7): Outbox {
  const outbox = new Outbox(account);
  ends.push(outbox.start(listener));
  return outbox;
}
const save = (unit: number, text: string, base = 1) => ({
  unit,
  targets: [text],
  state: 20 as const,
  base,
  before: [""],
  stateBefore: 0 as const,
  href: "/",
  title: `String ${unit}`,
});
const stored = (unit: number, text: string, version: number) =>
  ({ id: unit, targets: [text], state: 20, version }) as EditorUnit;
const saved = ({ body }: Asked, version = 2) =>
  json({
    kind: "saved",
    unit: stored(body.unit, body.targets[0] ?? "", version),
    adjusted: [],
    enforced: [],
    spread: { taken: 0, suggested: 0, apart: 0 },
  });
const sent = () => browser.asked.map(({ body, ifMatch }) => `${body.unit} ${body.targets} ${ifMatch}`);
const keys = () => Object.keys(browser.storage);

describe("a save", () => {
  it("is sent over the version it was written on, in the name of its account, and then forgotten", async () => {
    browser.serve = saved;
    const outbox = open();
    outbox.put(save(1, "Jablko", 4));
    expect(keys()).toEqual(["loquat:outbox:7:1"]);
    expect(outbox.summary.waiting).toBe(1);
    await browser.pass(0);
    expect(browser.asked).toMatchObject([
      { path: "/translate/-/save/", ifMatch: '"4"', body: { unit: 1, targets: ["Jablko"], state: 20, account: 7 } },
    ]);
    expect(heard).toEqual(["saved 1 Jablko"]);
    expect([keys(), outbox.summary.waiting, outbox.get(1)]).toEqual([[], 0, undefined]);
  });

  it("is sent in the order in which it was made, one at a time", async () => {
    let answer = (_: Response) => {};
    browser.serve = () => new Promise((done) => (answer = done));
    const outbox = open();
    outbox.put(save(3, "c"));
    await browser.pass(1);
    outbox.put(save(1, "a"));
    await browser.pass(1);
    outbox.put(save(2, "b"));
    expect(sent()).toEqual(['3 c "1"']);
    browser.serve = saved;
    answer(saved(browser.asked[0] as Asked));
    await browser.pass(0);
    expect(sent()).toEqual(['3 c "1"', '1 a "1"', '2 b "1"']);
  });

  it("that is made again later goes behind those made meanwhile, also after the page was reloaded", async () => {
    const outbox = open();
    for (const [unit, text] of [
      [1, "a"],
      [2, "b"],
      [1, "c"],
    ] as const) {
      outbox.put(save(unit, text));
      await browser.pass(1);
    }
    ends.pop()?.();
    browser.asked.length = 0;
    browser.serve = saved;
    open();
    await browser.pass(0);
    expect(sent()).toEqual(['2 b "1"', '1 c "1"']);
  });

  it("that is made again while it is on its way is sent again, over the version that the first one made", async () => {
    let answer = (_: Response) => {};
    browser.serve = () => new Promise((done) => (answer = done));
    const outbox = open();
    outbox.put(save(1, "first", 4));
    await browser.pass(0);
    outbox.put(save(1, "second", 4));
    browser.serve = (asked) => saved(asked, 6);
    answer(saved(browser.asked[0] as Asked, 5));
    await browser.pass(0);
    expect(sent()).toEqual(['1 first "4"', '1 second "5"']);
    expect([keys(), outbox.summary.waiting]).toEqual([[], 0]);
  });

  it("replaces an earlier one of the same string that has not been sent", async () => {
    const outbox = open();
    outbox.put(save(1, "first"));
    await browser.pass(0);
    outbox.put(save(1, "second"));
    await browser.pass(0);
    browser.serve = saved;
    outbox.resume();
    await browser.pass(0);
    expect(sent()).toEqual(['1 first "1"', '1 second "1"', '1 second "1"']);
    expect(heard).toEqual(["saved 1 second"]);
  });

  it("that an earlier page left is sent by the next one, but only for the same account", async () => {
    const first = open();
    first.put(save(1, "Jablko"));
    await browser.pass(0);
    ends.pop()?.();
    browser.asked.length = 0;
    browser.serve = saved;
    const other = open(8);
    await browser.pass(0);
    expect([sent(), other.summary.waiting]).toEqual([[], 0]);
    open(7);
    await browser.pass(0);
    expect(sent()).toEqual(['1 Jablko "1"']);
    expect(keys()).toEqual([]);
  });

  it("that another tab has made or sent is known here", async () => {
    const outbox = open();
    browser.storage["loquat:outbox:7:5"] = JSON.stringify({ ...save(5, "e"), at: 1, revision: 1, status: "waiting" });
    browser.tell("storage", { key: "another:5" });
    expect(outbox.summary.waiting).toBe(0);
    browser.tell("storage", { key: "loquat:outbox:7:5" });
    expect(outbox.get(5)?.targets).toEqual(["e"]);
    delete browser.storage["loquat:outbox:7:5"];
    browser.tell("storage");
    expect(outbox.summary.waiting).toBe(0);
  });

  it("that cannot be read in the storage is left alone", () => {
    browser.storage["loquat:outbox:7:5"] = "{broken";
    browser.storage["loquat:outbox:7:6"] = JSON.stringify({ unit: 6 });
    expect(open().summary).toMatchObject({ waiting: 0, needsYou: [] });
  });
});

describe("without a connection", () => {
  it("saves are kept and tried again after pauses that double, up to a minute", async () => {
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    await browser.pass(0);
    expect(outbox.summary).toMatchObject({ waiting: 1, offline: true, signedOut: false });
    const pauses: number[] = [];
    for (let at = 0, before = browser.asked.length; pauses.length < 9; at += 50) {
      await browser.pass(50);
      if (browser.asked.length === before) continue;
      pauses.push(at + 50);
      before = browser.asked.length;
      at = -50;
    }
    const aims = [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000);
    for (const [index, aim] of aims.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(aim * 0.75 - 50);
      expect(pauses[index]).toBeLessThanOrEqual(aim * 1.25 + 50);
    }
    expect(keys()).toEqual(["loquat:outbox:7:1"]);
  });

  it("saves are sent at once when the connection is back, and the pauses begin anew", async () => {
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    await browser.pass(20_000);
    const before = browser.asked.length;
    browser.tell("online");
    expect(outbox.summary.offline).toBe(false);
    await browser.pass(0);
    expect(browser.asked.length).toBe(before + 1);
    await browser.pass(1_250);
    expect(browser.asked.length).toBe(before + 2);
    browser.serve = saved;
    browser.tell("online");
    await browser.pass(0);
    expect(outbox.summary).toMatchObject({ waiting: 0, offline: false });
  });

  it.each([429, 423, 500, 503])(
    "or with an answer of %i a save waits, without being called offline",
    async (status) => {
      browser.serve = () => json({ detail: "Not now." }, status);
      const outbox = open();
      outbox.put(save(1, "Jablko"));
      await browser.pass(0);
      expect(outbox.summary).toMatchObject({ waiting: 1, offline: false, needsYou: [] });
      browser.serve = saved;
      await browser.pass(1_250);
      expect(heard).toEqual(["saved 1 Jablko"]);
    },
  );

  it("a browser that says it is offline shows that", () => {
    const outbox = open();
    browser.tell("offline");
    expect(outbox.summary.offline).toBe(true);
  });
});

describe("after the session has ended", () => {
  it("nothing is sent or lost until somebody signs in", async () => {
    browser.serve = () => json({ detail: "You have been signed out." }, 401);
    const outbox = open();
    outbox.put(save(1, "a"));
    await browser.pass(0);
    outbox.put(save(2, "b"));
    await browser.pass(600_000);
    browser.tell("pagehide");
    expect(sent()).toEqual(['1 a "1"']);
    expect(outbox.summary).toMatchObject({ waiting: 2, signedOut: true, needsYou: [] });
    browser.serve = saved;
    outbox.resume();
    await browser.pass(0);
    expect(heard).toEqual(["saved 1 a", "saved 2 b"]);
    expect(outbox.summary).toMatchObject({ waiting: 0, signedOut: false });
  });
});

describe("a save over somebody else's text", () => {
  const conflict = ({ body }: Asked) =>
    body.unit === 1
      ? json({ kind: "conflict", current: stored(1, "Jejich", 9), by: { name: "Petra", at: "" } }, 412)
      : saved({ body } as Asked);

  it("waits for a decision with both texts, while others go on", async () => {
    browser.serve = conflict;
    const outbox = open();
    outbox.put(save(1, "Moje"));
    outbox.put(save(2, "b"));
    await browser.pass(0);
    expect(heard).toEqual(["needs-you 1 Moje", "saved 2 b"]);
    expect(outbox.summary).toMatchObject({ waiting: 0, needsYou: [{ unit: 1, targets: ["Moje"] }] });
    expect(outbox.get(1)).toMatchObject({ theirs: { targets: ["Jejich"], version: 9 }, by: { name: "Petra" } });
    await browser.pass(600_000);
    expect(browser.asked.length).toBe(2);
  });

  it("keeps waiting in the next page, with the text as it was worked on", async () => {
    browser.serve = conflict;
    const outbox = open();
    outbox.put(save(1, "Moje"));
    await browser.pass(0);
    outbox.revise(1, ["Naše"], 10);
    ends.pop()?.();
    const next = open();
    await browser.pass(0);
    expect(next.summary.needsYou).toMatchObject([{ unit: 1, targets: ["Naše"], state: 10, status: "needs-you" }]);
    expect(browser.asked.length).toBe(1);
  });

  it("takes the newest text along when it was saved again meanwhile", async () => {
    let answer = (_: Response) => {};
    browser.serve = () => new Promise((done) => (answer = done));
    const outbox = open();
    outbox.put(save(1, "first"));
    await browser.pass(0);
    outbox.put(save(1, "second"));
    answer(conflict(browser.asked[0] as Asked));
    await browser.pass(0);
    expect(heard).toEqual(["needs-you 1 second"]);
    expect(browser.asked.length).toBe(1);
  });
});

describe("a save that the server refuses", () => {
  it("is kept with the reason and not sent again", async () => {
    browser.serve = () => json({ detail: "The string is locked." }, 403);
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    await browser.pass(600_000);
    expect(browser.asked.length).toBe(1);
    expect(outbox.summary.needsYou).toMatchObject([{ status: "refused", reason: "The string is locked." }]);
    expect(keys()).toEqual(["loquat:outbox:7:1"]);
    outbox.drop(1);
    expect([keys(), outbox.summary.needsYou]).toEqual([[], []]);
  });

  it("is kept without one when the answer is not readable", async () => {
    browser.serve = () => new Response("<html>", { status: 400 });
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    await browser.pass(0);
    expect(outbox.get(1)).toMatchObject({ status: "refused", reason: undefined });
  });
});

describe("a text on its way", () => {
  it("is not changed by what is typed after it", async () => {
    browser.serve = () => new Promise<Response>(() => {});
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    outbox.revise(1, ["Hruška"], 20);
    expect(outbox.get(1)?.targets).toEqual(["Jablko"]);
  });
});

describe("a page that goes away", () => {
  it("sends what waits in requests that outlive it", async () => {
    browser.serve = () => new Promise<Response>(() => {});
    const outbox = open();
    for (let unit = 1; unit <= 25; unit++) outbox.put(save(unit, "x"));
    await browser.pass(0);
    browser.asked.length = 0;
    browser.tell("pagehide");
    expect(browser.asked.map(({ keepalive }) => keepalive)).toEqual(Array.from({ length: 20 }, () => true));
    expect(keys().length).toBe(25);
  });

  it("asks to stay when the browser could not keep what waits, and only then", async () => {
    const outbox = open();
    outbox.put(save(1, "kept"));
    await browser.pass(0);
    expect(browser.tell("beforeunload")).toBe(true);
    browser.full = true;
    outbox.put(save(2, "not kept"));
    expect(outbox.summary.unsafe).toBe(true);
    expect(browser.tell("beforeunload")).toBe(false);
    await browser.pass(0);
    browser.serve = saved;
    outbox.resume();
    await browser.pass(0);
    expect(heard).toEqual(["saved 1 kept", "saved 2 not kept"]);
    expect(browser.tell("beforeunload")).toBe(true);
  });

  it("hears nothing more", async () => {
    const outbox = open();
    outbox.put(save(1, "Jablko"));
    await browser.pass(0);
    ends.pop()?.();
    const before = browser.asked.length;
    browser.serve = saved;
    browser.tell("online");
    await browser.pass(600_000);
    expect([browser.asked.length, heard]).toEqual([before, []]);
  });
});

describe("what the indicator reads", () => {
  it("is replaced whenever something changes, and told to those who watch", async () => {
    browser.serve = saved;
    const outbox = open();
    const seen: number[] = [];
    const end = outbox.subscribe(() => seen.push(outbox.read().waiting));
    outbox.put(save(1, "Jablko"));
    await browser.pass(0);
    expect([seen[0], seen.at(-1)]).toEqual([1, 0]);
    end();
    seen.length = 0;
    outbox.put(save(2, "Hruška"));
    expect(seen).toEqual([]);
  });
});
