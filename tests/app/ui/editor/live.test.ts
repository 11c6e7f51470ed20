import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveLine } from "@/app/ui/editor/live";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { type Browser, closeBrowser, json, openBrowser } from "./browser";

/** A line on which the server tells what happens: it may be cut, or die without a sign. */

class Line extends EventTarget {
  static opened: Line[] = [];
  readyState = 1;
  onmessage: ((event: unknown) => void) | undefined;

  constructor(readonly address: string) {
    super();
    Line.opened.push(this);
  }

  close(): void {
    this.readyState = 2;
  }
}

let browser: Browser;
let end: () => void;
const taken: EditorUnit[][] = [];

beforeEach(async () => {
  browser = openBrowser();
  browser.serve = ({ query }) => json({ units: (query.get("ids") ?? "").split(",").map((id) => ({ id: Number(id) })) });
  vi.stubGlobal("EventSource", Object.assign(Line, { CLOSED: 2 }));
  Object.assign(document, { visibilityState: "visible" });
  const host = {
    subscribe: () => () => {},
    openId: undefined,
    openTranslation: 5,
    typedAt: 0,
    has: () => true,
    around: () => [],
    takeOthers: (units: readonly EditorUnit[]) => taken.push([...units]),
    showPeople: () => {},
    forgetFar: () => {},
  };
  end = new LiveLine(host, "t5", 7).start();
  await browser.pass(2000);
});
afterEach(() => {
  end();
  Line.opened = [];
  taken.length = 0;
  closeBrowser();
});

const line = () => Line.opened.at(-1);
const tell = (units: number[], lastEventId = "17") =>
  line()?.onmessage?.({ data: JSON.stringify({ units }), lastEventId });
const ids = () => taken.map((units) => units.map(({ id }) => id));

it("asks again for strings that could not be had", async () => {
  const { serve } = browser;
  browser.serve = () => new TypeError("There is no connection.");
  tell([1, 2]);
  await browser.pass(1000);
  tell([3]);
  await browser.pass(1000);
  expect(ids()).toEqual([]);
  browser.serve = serve;
  await browser.pass(5000);
  expect(ids().flat().sort()).toEqual([1, 2, 3]);
});

it("asks for all of many strings, a hundred at a time", async () => {
  tell(Array.from({ length: 230 }, (_, index) => index + 1));
  await browser.pass(2000);
  expect(ids().map(({ length }) => length)).toEqual([100, 100, 30]);
});

it("opens another line, from the last event on, when the connection is back or the server has been silent", async () => {
  tell([1]);
  window.dispatchEvent(new Event("online"));
  expect(Line.opened.map(({ readyState }) => readyState)).toEqual([2, 1]);
  expect(line()?.address).toContain("after=17");
  for (let beat = 0; beat < 6; beat++) {
    await browser.pass(15_000);
    line()?.dispatchEvent(new Event("beat"));
  }
  expect(Line.opened).toHaveLength(2);
  await browser.pass(60_000);
  expect(Line.opened).toHaveLength(3);
});
