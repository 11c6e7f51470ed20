import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { log } from "@/lib/platform/log";

const before = environment();
let printed = "";

beforeEach(() => {
  printed = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  setEnvironment(before);
});

const asJson = () => setEnvironment({ ...before, logFormat: "json" });
const entries = () =>
  printed
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the log for people", () => {
  it("has a line with time, level and part for each message", () => {
    log.warn({ part: "tasks" }, "A run waits.");
    log.error("100%d of %s");
    expect(printed).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z WARN \[tasks\] A run waits\.\n\d{4}-\d\d-\d\dT[\d:.]+Z ERROR 100%d of %s\n$/,
    );
  });

  it("tells an error with its stack, its cause and what else it carries, indented", () => {
    const error = Object.assign(new Error("refused", { cause: new TypeError("no host") }), { code: "E7" });
    log.error({ err: error }, "A request failed.");
    const [head, ...rest] = printed.trimEnd().split("\n");
    expect(head).toMatch(/ERROR A request failed\.$/);
    expect(rest[0]).toBe("    Error: refused");
    expect(rest.find((line) => line.includes("caused by"))).toBe("    caused by: TypeError: no host");
    expect(rest.some((line) => line.includes("log.test.ts"))).toBe(true);
    expect(rest.at(-1)).toBe('    {"code":"E7"}');
    expect(rest.every((line) => line.startsWith("    "))).toBe(true);
  });

  it("says the message of an error once where it stands alone", () => {
    log.error({ err: new RangeError("too far") });
    expect(printed).toMatch(/^\S+ ERROR RangeError: too far\n {4,}at /);
  });

  it("tells what was thrown and is no error", () => {
    log.error({ err: "a bare text" });
    log.error({ err: null }, "Nothing was thrown.");
    expect(printed.replace(/^\S+ /gm, "")).toBe('ERROR "a bare text"\nERROR Nothing was thrown.\n    null\n');
  });

  it("lets no input begin a line of its own or write colours", () => {
    log.error("GET /\u001b[31m\r\n2026-01-01T00:00:00.000Z ERROR forged\u009b0m");
    expect(printed.split("\n")).toEqual([
      expect.stringMatching(/ERROR GET \/\[31m$/),
      "    2026-01-01T00:00:00.000Z ERROR forged0m",
      "",
    ]);
  });
});

describe("the log for programs", () => {
  it("is one object a line", () => {
    asJson();
    log.error({ part: "worker", err: new Error("two\nlines") }, "It failed.");
    log.info("done");
    expect(entries()).toEqual([
      {
        level: "error",
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        part: "worker",
        msg: "It failed.",
        err: { type: "Error", message: "two\nlines", stack: expect.stringContaining("log.test.ts") },
      },
      { level: "info", time: expect.any(String), msg: "done" },
    ]);
  });

  it("is asked for by its setting, which has two values", () => {
    expect(readEnvironment({}).logFormat).toBe("text");
    expect(readEnvironment({ LOQUAT_LOG: "json" }).logFormat).toBe("json");
    expect(() => readEnvironment({ LOQUAT_LOG: "xml" })).toThrow('LOQUAT_LOG must be "text" or "json" (it is "xml").');
  });
});

it.each([["text"], ["json"]] as const)("no secret of an address stands in the log as %s", (logFormat) => {
  setEnvironment({ ...before, logFormat });
  const error = Object.assign(new Error("https://ada:kanari@git.test/x failed"), {
    asked: { address: 'https://a.test/?api_key=kanari"quoted"' },
  });
  log.error({ err: error, from: "redis://:kanari@cache.test" }, "ssh://ada:kanari@git.test/y");
  expect(printed).toContain("https://git.test/x failed");
  expect(printed).not.toContain("kanari");
  if (logFormat === "json") expect(entries()).toHaveLength(1);
});
