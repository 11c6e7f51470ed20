import { describe, expect, it } from "vitest";
import { keysOfTerm, keysOfText, TermIndex, type TermSource } from "@/lib/text/terms/match";

const term = (source: string, more: Partial<TermSource> = {}): TermSource => ({
  source,
  forms: [],
  caseSensitive: false,
  ...more,
});

/** The pieces of a text that are terms. */
function found(language: string, text: string, ...terms: (string | TermSource)[]): string[] {
  const all = terms.map((one) => (typeof one === "string" ? term(one) : one));
  return new TermIndex(all, language).in(text).map(({ start, end }) => text.slice(start, end));
}

describe("terms of a text", () => {
  it.each([
    ["en", "Delete all files?", "file", ["files"]],
    ["en", "Filing and uploaded memories", "memory", ["memories"]],
    ["en", "Stop running it", "run", ["running"]],
    ["en", "The user's profile", "user", ["user"]],
    ["cs", "Smažte v souborech všechny soubory", "soubor", ["souborech", "soubory"]],
    ["de", "In den Häusern steht ein Haus", "Haus", ["Häusern", "Haus"]],
    ["fi", "Poista taloissa olevat talot", "talo", ["taloissa", "talot"]],
    ["tr", "DOSYALARI sil, İlk dosya", "dosya", ["DOSYALARI", "dosya"]],
    ["tr", "İLK adım", "ilk", ["İLK"]],
    ["ru", "Удалить файлами и ФАЙЛЫ", "файл", ["файлами", "ФАЙЛЫ"]],
    ["ar", "احذف الملف", "ملف", ["الملف"]],
    ["ar", "احذف مِلَفّ", "ملف", ["مِلَفّ"]],
    ["ko", "파일을 삭제", "파일", ["파일을"]],
    ["el", "Ο ΧΡΗΣΤΗΣ", "χρήστης", []],
    ["el", "Ο χρήστης", "χρήστησ", ["χρήστης"]],
    ["pt_BR", "Apagar arquivos", "arquivo", ["arquivos"]],
    ["ja", "新しいファイルを開く", "ファイル", ["ファイル"]],
    ["ja", "東京都に住む", "京都", []],
    ["zh_Hans", "打开文件夹", "文件夹", ["文件夹"]],
    ["th", "เปิดไฟล์ใหม่", "ไฟล์", ["ไฟล์"]],
  ])("%s: %s", (language, text, wanted, expected) => {
    expect(found(language, text, wanted)).toEqual(expected);
  });

  it("stand at word boundaries", () => {
    expect(found("en", "A profile, filename and file_name", "file")).toEqual([]);
    expect(found("en", "The (file), “file” and file-system: _File", "file")).toEqual(["file", "file", "file", "File"]);
  });

  it("are no other words of the same stem", () => {
    expect(found("en", "The organization of universities", "organ", "universe")).toEqual([]);
  });

  it("of several words may be inflected and joined, but not parted by other marks", () => {
    expect(found("en", "Pull requests and a pull-request", "pull request")).toEqual(["Pull requests", "pull-request"]);
    expect(found("en", "Pull. Request a pull of requests", "pull request")).toEqual([]);
  });

  it("bounded by signs are found as they are", () => {
    expect(found("en", "Learn C++, C# and C.", "C", "C++", "C#")).toEqual(["C++", "C#", "C"]);
    expect(found("en", "Use .NET, not ASP.NET", ".NET")).toEqual([".NET"]);
    expect(found("en", "TCP/IP and tcp/ip", "TCP/IP")).toEqual(["TCP/IP", "tcp/ip"]);
    expect(found("en", "a → b", "→")).toEqual(["→"]);
  });

  it("are found in any case, unless case matters", () => {
    expect(found("en", "GitHub or github", term("GitHub", { caseSensitive: true }))).toEqual(["GitHub"]);
    expect(found("en", "It is it, and IT", "IT")).toEqual(["IT"]);
    expect(found("en", "ok, OK", term("ok"))).toEqual(["ok", "OK"]);
  });

  it("are found by every listed form", () => {
    expect(found("en", "Two mice and a mouse", term("mouse", { forms: ["mice"] }))).toEqual(["mice", "mouse"]);
  });

  it("give way to longer ones, and keep all senses", () => {
    expect(found("en", "Open the file system, then a file", "file", "file system")).toEqual(["file system", "file"]);
    expect(found("en", "Save the file", term("file"), term("file"))).toEqual(["file", "file"]);
  });

  it("share a key with every text they are in", () => {
    for (const [language, text, source] of [
      ["en", "All C++ files", "C++"],
      ["cs", "v úložišti", "úložiště"],
      ["ja", "保存", "存"],
      ["th", "เปิดไฟล์", "ไฟล์"],
      ["en", "a → b", "→"],
    ] as const) {
      const keys = new Set(keysOfText(text, language));
      expect(
        keysOfTerm(term(source), language).every((key) => keys.has(key)),
        source,
      ).toBe(true);
    }
  });

  it("without a letter or sign are none, and odd texts do no harm", () => {
    for (const odd of ["", " ", "\u0000", "\ud800", "\u0301", "'"])
      for (const language of ["en", "ja", "xx", "zh_Hans@x", ""]) {
        expect(() => new TermIndex([term(odd)], language).in(odd)).not.toThrow();
        expect(keysOfTerm(term(" "), language)).toEqual([]);
      }
  });
});
