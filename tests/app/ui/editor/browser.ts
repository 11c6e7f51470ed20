import { vi } from "vitest";

/** What the editor needs of a browser: storage, events of the window, the address, a clock, and a server to ask. */

/** Storage whose keys are its own members, as in browsers. */
class FakeStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

/** A request that the editor made. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  body: { unit: number; targets: string[]; state: number; account: number } & {
    keep: { unit: number; targets: string[]; baseVersion: number }[];
    drop: number[];
  };
  ifMatch: string | null;
  keepalive: boolean;
}

type Answer = Response | Error | Promise<Response>;

export interface Browser {
  storage: Record<string, unknown>;
  /** True when the storage takes nothing more. */
  full: boolean;
  asked: Asked[];
  /** How the server answers; by default it is not there. */
  serve: (asked: Asked) => Answer;
  addresses: string[];
  /** Tells the window of an event; true unless a listener prevented what the browser would do. */
  tell(name: string, members?: object): boolean;
  /** Lets time go by, and what is due then happen. */
  pass(milliseconds: number): Promise<void>;
}

/** An answer of the server. */
export const json = (body: unknown, status = 200) => Response.json(body, { status });

/** Opens a browser; the time is fixed until it is told to go on. Call `closeBrowser` after the test. */
export function openBrowser(): Browser {
  vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") });
  const browser: Browser = {
    storage: {},
    full: false,
    asked: [],
    serve: () => new TypeError("There is no connection."),
    addresses: [],
    tell: (name, members = {}) =>
      window.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), { key: null, ...members })),
    pass: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };
  const storage = new FakeStorage();
  Object.defineProperty(storage, "setItem", {
    enumerable: false,
    value: (key: string, text: string) => {
      if (browser.full) throw new DOMException("The quota is used up.", "QuotaExceededError");
      storage[key] = text;
    },
  });
  browser.storage = storage;
  const window = Object.assign(new EventTarget(), {
    location: { search: "", href: "http://loquat.test/" },
    history: {
      pushState: (_state: unknown, _unused: string, address: string) => browser.addresses.push(`push ${address}`),
      replaceState: (_state: unknown, _unused: string, address: string) => browser.addresses.push(address),
    },
  });
  vi.stubGlobal("window", window);
  // Nobody looks at the page, so it opens no line for events: tests in a real browser do.
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "hidden" }));
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://loquat.test");
    const asked: Asked = {
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
      ifMatch: new Headers(init.headers).get("if-match"),
      keepalive: init.keepalive === true,
    };
    browser.asked.push(asked);
    const answer = await browser.serve(asked);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return browser;
}

export function closeBrowser(): void {
  vi.unstubAllGlobals();
  vi.useRealTimers();
}
