import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import type { Engine, EngineRequest, EngineSettings } from "@/lib/platform/machinery/engine";
import { engines, findEngine } from "@/lib/platform/machinery/registry";
import { setResolver } from "@/lib/platform/outside/resolve";
import { FetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { CLOSED, hosts, OPEN } from "../../support/outside";
import { type Services, startServices } from "../../support/services";

let services: Services;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(() => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  setResolver(undefined);
  services.requests.length = 0;
  services.next = undefined;
});
afterAll(() => services.stop());

const PATHS: Readonly<Record<string, string>> = { deepl: "/v2/", "microsoft-translator": "/azure/", modernmt: "/mmt" };

function settingsOf(engine: Engine, more: EngineSettings = {}): EngineSettings {
  const base = services.url + (PATHS[engine.id] ?? "/");
  const own = Object.fromEntries(
    engine.fields.map((field) => [field.name, /^(?:url|base_url)$/.test(field.name) ? base : (field.fallback ?? "")]),
  );
  return { ...own, key: "secret-key", ...more };
}

const request = (texts: string[], target = "cs"): EngineRequest => ({
  source: "en",
  target,
  texts: texts.map((text) => ({ text, previous: "Dříve" })),
  glossary: [{ source: "file", target: "soubor" }],
});
const engine = (id: string): Engine => findEngine(id) as Engine;

describe.each(engines.map((one) => [one.id, one] as const))("%s", (_, one) => {
  it("asks in its own words and reads the answers", async () => {
    const texts = ["open", "quit"].slice(0, one.batch);
    const answers = await one.translate(settingsOf(one), request(texts));
    expect(answers.map((answer) => answer?.text)).toEqual(texts.map((text) => text.toUpperCase()));
    for (const answer of answers) expect(answer?.quality).toBeLessThanOrEqual(one.most);
    const [sent] = services.requests;
    const said = JSON.stringify([sent?.headers, [...(sent?.query ?? [])], sent?.body]);
    expect(services.requests).toHaveLength(1);
    expect(said).toContain("secret-key");
    expect(said).toContain("open");
  });

  it("tells in a sentence what went wrong, without the key", async () => {
    const wrong: [number, string][] = [
      [403, "{}"],
      [429, ""],
      [500, "oops secret-key"],
      [200, "<html>"],
      [200, "{}"],
      [200, "[]"],
      [200, "null"],
      [200, '{"data": 1, "translations": 2, "choices": [{"message": {"content": "no"}}], "translatedText": {}}'],
    ];
    for (const [status, body] of wrong) {
      services.next = { status, body };
      const failed = await one.translate(settingsOf(one), request(["open"])).then(String, (error: Error) => error);
      expect(failed, body).toMatchObject({ name: "EngineError" });
      expect((failed as Error).message).not.toContain("secret-key");
    }
  });
});

describe("the services", () => {
  it("have names of their own, and choices of what they need", () => {
    const names = engines.flatMap((one) => [one.id, ...(one.aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    for (const one of engines) expect(one.fields.every((field) => field.label !== "")).toBe(true);
    expect(findEngine("google-cloud-translation-basic")?.id).toBe("google-translate");
    expect(findEngine("__proto__")).toBeUndefined();
  });

  it("get languages as they write them", async () => {
    await engine("deepl").translate(settingsOf(engine("deepl")), request(["a"], "pt_BR"));
    await engine("deepl").translate(settingsOf(engine("deepl")), request(["a"], "en"));
    await engine("google-translate").translate(settingsOf(engine("google-translate")), request(["a"], "zh_Hant"));
    await engine("microsoft-translator").translate(
      settingsOf(engine("microsoft-translator")),
      request(["a"], "sr_Latn"),
    );
    expect(
      services.requests.map(
        ({ body, query }) =>
          (body as Record<string, unknown>).target_lang ?? (body as Record<string, unknown>).target ?? query.get("to"),
      ),
    ).toEqual(["PT-BR", "EN-US", "zh-TW", "sr-Latn"]);
  });

  it("that are language models hear of the glossary, the former translation and the style", async () => {
    await engine("openai").translate(
      settingsOf(engine("openai"), { style: "very formal", custom_model: "own" }),
      request(["a"]),
    );
    const said = JSON.stringify(services.requests[0]?.body);
    for (const part of ["soubor", "Dříve", "very formal", '"model":"own"']) expect(said).toContain(part);
  });
});

describe("requests to addresses that people typed", () => {
  const refused = async (url: string) => {
    const failed = await safeFetch(url, { timeoutMs: 500 }).then(String, (error: Error) => error);
    expect(failed, url).toBeInstanceOf(FetchError);
  };

  it("never go into a private network unless that is allowed", async () => {
    setEnvironment({ ...environment(), privateServices: CLOSED });
    const port = new URL(services.url).port;
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "0.0.0.0",
      "10.1.2.3",
    ];
    for (const host of [
      ...hosts,
      "169.254.169.254",
      "192.168.1.1",
      "[fe80::1]",
      "[fd00::1]",
      "[64:ff9b::7f00:1]",
      "224.0.0.1",
    ])
      await refused(`http://${host}:${port}/translate`);
    for (const url of ["file:///etc/passwd", "ftp://example.org/", "http://user:pass@example.org/", "nothing", ""])
      await refused(url);
    expect(services.requests).toEqual([]);
  });

  it("go to the very address that was judged", async () => {
    const { port } = new URL(services.url);
    setEnvironment({ ...environment(), privateServices: hosts("engine.example") });
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    // Nobody but our resolver knows these names.
    await expect(safeFetch(`http://engine.example:${port}/translate`)).resolves.toMatchObject({ status: 200 });
    expect(services.requests).toHaveLength(1);
    await expect(safeFetch(`http://other.example:${port}/translate`)).rejects.toThrow(
      "LOQUAT_PRIVATE_SERVICES=other.example",
    );
    await expect(safeFetch(`http://127.0.0.1:${port}/translate`)).rejects.toThrow("LOQUAT_PRIVATE_SERVICES");
    setResolver(async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ]);
    await expect(safeFetch(`http://other.example:${port}/translate`)).rejects.toThrow("private network");
    expect(services.requests).toHaveLength(1);
  });

  it("follow no redirect, and end within bounds", async () => {
    services.next = { status: 302, body: "", headers: { location: "http://169.254.169.254/" } };
    await refused(`${services.url}/translate`);
    services.next = { status: 200, body: "x".repeat(100_000) };
    await expect(safeFetch(services.url, { maxBytes: 1000 })).rejects.toThrow("too large");
    await refused("http://127.0.0.1:1/");
  });
});
