import { describe, expect, it } from "vitest";
import { readMemoryJson, writeMemoryJson } from "@/lib/text/memory-files/json";
import { decodeMemoryFile, isUsable, MemoryFileError, type MemoryPair } from "@/lib/text/memory-files/memory-file";
import { readTmx, writeTmx } from "@/lib/text/memory-files/tmx";

const pair = (source: string, target: string, origin = "a/b"): MemoryPair => ({
  sourceLanguage: "en",
  targetLanguage: "cs",
  source,
  target,
  origin,
});
async function* once(pairs: readonly MemoryPair[]): AsyncGenerator<readonly MemoryPair[]> {
  yield pairs;
}
const text = async (pieces: AsyncGenerator<string>) => {
  let all = "";
  for await (const piece of pieces) all += piece;
  return all;
};
const tmx = (body: string, head = 'srclang="en"') => `<tmx version="1.4"><header ${head}/><body>${body}</body></tmx>`;

describe("TMX", () => {
  it("gives back what was written, markup and line ends included", async () => {
    const pairs = [
      pair("Open <b>&amp;</b>", 'Otevřít "x"\r\n\ttab'),
      pair("Save ]]>", "Uložit 👍", ""),
      pair(" a ", " b "),
    ];
    expect([...readTmx(await text(writeTmx(once(pairs))))]).toEqual(pairs);
    expect([...readTmx(await text(writeTmx(once([]))))]).toEqual([]);
  });

  it("writes the first and the last of plural forms", async () => {
    const plural = pair("%d file\u001e\u001e%d files", "soubor\u001e\u001esoubory\u001e\u001esouborů");
    expect([...readTmx(await text(writeTmx(once([plural]))))].map(({ source, target }) => [source, target])).toEqual([
      ["%d file", "soubor"],
      ["%d files", "souborů"],
    ]);
  });

  it("reads units of several languages and what other programs put into them", () => {
    const body = `<tu><prop type="x-origin">app</prop><note>n</note>
      <tuv xml:lang="en"><prop type="x">p</prop><seg>Press <ph x="1">{0}</ph><bpt i="1">&lt;b&gt;</bpt>now<ept i="1">&lt;/b&gt;</ept></seg></tuv>
      <tuv lang="cs"><seg><![CDATA[Stiskni {0}]]></seg></tuv><tuv xml:lang="de-DE"><seg>Drück</seg></tuv></tu>`;
    expect([...readTmx(tmx(body))]).toEqual([
      {
        sourceLanguage: "en",
        targetLanguage: "cs",
        source: "Press {0}<b>now</b>",
        target: "Stiskni {0}",
        origin: "app",
      },
      { sourceLanguage: "en", targetLanguage: "de-DE", source: "Press {0}<b>now</b>", target: "Drück", origin: "app" },
    ]);
    const two = `<tu srclang="de"><tuv xml:lang="en"><seg>A</seg></tuv><tuv xml:lang="de"><seg>B</seg></tuv></tu>`;
    expect([...readTmx(tmx(two))]).toMatchObject([{ sourceLanguage: "de", source: "B", target: "A" }]);
    expect([...readTmx(tmx(two.replace(' srclang="de"', ""), 'srclang="*all*"'))]).toMatchObject([
      { source: "A", target: "B" },
    ]);
  });

  it("refuses what is broken, deep or full of entities, soon", () => {
    const bomb = `<!DOCTYPE tmx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${tmx("<tu><tuv xml:lang='en'><seg>&b;</seg></tuv></tu>")}`;
    const deep = tmx("<a>".repeat(100_000));
    const long = tmx(`<tu><tuv xml:lang="en"><seg>${"x".repeat(2_000_000)}</seg></tuv></tu>`);
    for (const broken of ["", "<html/>", "<tmx><body>", tmx("<tu>").slice(0, -3), bomb, deep, long]) {
      const began = performance.now();
      expect(() => [...readTmx(broken)], broken.slice(0, 60)).toThrow(MemoryFileError);
      expect(performance.now() - began).toBeLessThan(2000);
    }
  });
});

describe("JSON memories", () => {
  it("give back what was written", async () => {
    const pairs = [pair("a\u001e\u001eb", "c\u001e\u001ed"), pair('"', "\\")];
    expect([...readMemoryJson(await text(writeMemoryJson(once(pairs))))]).toEqual(pairs);
    expect([...readMemoryJson(await text(writeMemoryJson(once([]))))]).toEqual([]);
  });

  it("are refused with the entry that is wrong", () => {
    for (const broken of ["", "{}", "[1]", '[{"source": "a"}]', `${"[".repeat(100_000)}`])
      expect(() => [...readMemoryJson(broken)], broken.slice(0, 20)).toThrow(MemoryFileError);
    expect(() => [
      ...readMemoryJson('[{"source":"a","target":"b","source_language":"en","target_language":"cs"},{}]'),
    ]).toThrow("Entry 2");
  });
});

describe("files", () => {
  it("may be UTF-16 with a mark, and must be valid", () => {
    expect(decodeMemoryFile(Buffer.from("\ufeffahoj", "utf16le"))).toBe("ahoj");
    expect(decodeMemoryFile(Buffer.from("\ufeffčau"))).toBe("čau");
    expect(() => decodeMemoryFile(new Uint8Array([0x61, 0xff, 0xfe]))).toThrow(MemoryFileError);
  });

  it("hold pairs that can be stored", () => {
    expect(
      [pair("a", "b"), pair("", "b"), pair("a", " "), pair("a", "\0"), pair("x".repeat(20_000), "b")].map(isUsable),
    ).toEqual([true, false, false, false, false]);
  });
});
