import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { GET } from "@/app/texts/[language]/[part]/route";
import { CLIENT_SUBJECTS, type ClientPart } from "@/app/ui/client-subjects";
import { sentTexts } from "@/app/ui/sent-texts";
import { bringCatalogue, messagesOf, pageLanguages } from "@/lib/text/messages/catalogue";

/** Messages of components in the browser, as files that are kept for ever. */

const PARTS = Object.keys(CLIENT_SUBJECTS) as ClientPart[];

function ask(language: string, part: string, version: string, accepted = ""): Promise<Response> {
  const headers = { "Accept-Encoding": accepted };
  const request = new Request(`http://loquat.example/texts/${language}/${part}/?v=${version}`, { headers });
  return GET(request, { params: Promise.resolve({ language, part }) });
}

describe("messages of a part of the pages", () => {
  it.each(pageLanguages().flatMap((language) => PARTS.map((part) => [language, part] as const)))(
    "are kept for ever at the address that a page in %s names, for %s",
    async (language, part) => {
      const { address, version } = sentTexts(language, part);
      expect(address).toBe(`/texts/${language}/${part}/?v=${version}`);
      const answer = await ask(language, part, version);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("Content-Type")).toContain("application/json");
      const sent = (await answer.json()) as Record<string, unknown>;
      const all = messagesOf(language) as Record<string, unknown>;
      expect(Object.keys(sent)).toEqual([...new Set(CLIENT_SUBJECTS[part])]);
      for (const [subject, messages] of Object.entries(sent)) expect(messages).toEqual(all[subject]);
    },
  );

  it.each(["gzip", "br, gzip;q=0.5", "deflate, GZIP"])("are packed for whoever unpacks them: %s", async (accepted) => {
    const answer = await ask("de", "editor", sentTexts("de", "editor").version, accepted);
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    const packed = Buffer.from(await answer.arrayBuffer());
    const { body } = sentTexts("de", "editor");
    expect(gunzipSync(packed).toString()).toBe(body);
    expect(packed.length).toBeLessThan(body.length / 2);
  });

  it.each(["", "br", "gzip;q=0", "gzip;q=0.0, br", "gzipped"])("are plain for others: %s", async (accepted) => {
    const { version, body } = sentTexts("de", "editor");
    expect(await (await ask("de", "editor", version, accepted)).text()).toBe(body);
  });

  it("have an address of their own in each language and part", () => {
    const addresses = pageLanguages().flatMap((language) => PARTS.map((part) => sentTexts(language, part).address));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(sentTexts("de", "editor").version).not.toBe(sentTexts("en", "editor").version);
  });

  it("are those of today at the address of another build, which nobody keeps", async () => {
    const answer = await ask("de", "frame", "of-yesterday");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual(sentTexts("de", "frame").messages);
  });

  it.each([
    ["xx", "frame"],
    ["en", "nothing"],
    ["en", "constructor"],
    ["__proto__", "frame"],
  ])("are not there for %s, %s", async (language, part) => {
    const answer = await ask(language, part, "1");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  it("hold what an installation says in other words, at another address", () => {
    bringCatalogue("en-XA", { palette: { button: "Séárch" } });
    bringCatalogue("en-XB", {});
    const [own, usual] = [sentTexts("en-XA", "frame"), sentTexts("en-XB", "frame")];
    expect(own.messages).toMatchObject({ palette: { button: "Séárch" } });
    expect(own.version).not.toBe(usual.version);
    expect(usual.messages).toEqual(sentTexts("en", "frame").messages);
  });
});

describe("what components in the browser say", () => {
  const known: ReadonlySet<string> = new Set(Object.keys(messagesOf("en")));
  /** Subjects of the texts that a file names. */
  function subjectsIn(source: string): string[] {
    const named = [...source.matchAll(/"(\w+)(?:\.\w+)+"/g)].map(([, subject = ""]) => subject);
    return [...new Set(named)].filter((subject) => known.has(subject)).sort();
  }
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file: `app/${file}`, source: readFileSync(`app/${file}`, "utf8") }));
  const unsent = (of: typeof files, subjects: readonly string[]) =>
    of.flatMap(({ file, source }) =>
      subjectsIn(source)
        .filter((subject) => !subjects.includes(subject))
        .map((subject) => `${file}: ${subject}`),
    );

  it("is sent with the editor where it is part of the editor", () => {
    const editor = files.filter(({ file }) => file.startsWith("app/ui/editor/"));
    expect(editor.length).toBeGreaterThan(100);
    expect(unsent(editor, CLIENT_SUBJECTS.editor)).toEqual([]);
  });

  it("is sent with some part of the pages", () => {
    const inBrowser = files.filter(({ source }) => /^"use client"/.test(source));
    expect(inBrowser.length).toBeGreaterThan(100);
    expect(unsent(inBrowser, Object.values(CLIENT_SUBJECTS).flat())).toEqual([]);
  });
});
