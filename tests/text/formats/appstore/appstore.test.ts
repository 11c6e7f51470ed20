import { describe, expect, it } from "vitest";
import { appstore } from "@/lib/text/formats/appstore/appstore";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { zipOf } from "@/lib/text/formats/kernel/zip";

const folder = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipOf(new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])));
const read = (files: Record<string, string | Uint8Array>) => appstore.decode(folder(files));
const parse = (text: string) => appstore.parse(text, formatOptions()).entries;
const change = (text: string, edits: EntryEdit[], base?: string): string => {
  const options = formatOptions({ base });
  return applyPatches(text, appstore.edit(text, appstore.parse(text, options), edits, options));
};
const add = (name: string, text: string): EntryEdit => ({
  kind: "add",
  context: `${name}:1`,
  sources: ["x"],
  targets: [text],
  state: "translated",
  plural: false,
});

describe("store texts", () => {
  it("are the text files of a folder, each with the length that the stores take", () => {
    const text = read({
      "antifeatures/Ads.txt": "Shows pictures of pears\n",
      "changelogs/9.txt": "nine",
      "changelogs/100.txt": "hundred",
      "changelogs/default.txt": "none",
      "full_description.txt": "long",
      "keywords.txt": "a,b",
      "name.txt": "n",
      "privacy_url.txt": "https://example.org/",
      "promo.txt": "p",
      "short_description.txt": "s",
      "title.txt": "t",
      "images/icon.png": Uint8Array.of(0x89, 0xff),
    });
    expect(parse(text).map(({ context, flags }) => [context, flags])).toEqual([
      ["title.txt:1", "max-length:30"],
      ["name.txt:1", "max-length:30"],
      ["short_description.txt:1", "max-length:80"],
      ["full_description.txt:1", "max-length:4000"],
      ["keywords.txt:1", "max-length:100"],
      ["privacy_url.txt:1", "max-length:256, url"],
      ["promo.txt:1", ""],
      ["changelogs/100.txt:1", "max-length:500"],
      ["changelogs/9.txt:1", "max-length:500"],
      ["antifeatures/Ads.txt:1", "max-length:500"],
      ["changelogs/default.txt:1", "max-length:500"],
    ]);
  });

  it("are read without the blanks around them and written with one line end", () => {
    const text = read({ "summary.txt": "\n  Obst \t\n\n", "title.txt": "Quitten" });
    expect(parse(text).map(({ targets }) => targets[0])).toEqual(["Quitten", "Obst"]);
    const edits: EntryEdit[] = [
      { kind: "set", id: "summary.txt:1", targets: ["Viel\nObst"], state: "translated" },
      { kind: "set", id: "title.txt:1", targets: [""], state: "empty" },
    ];
    expect(Buffer.from(appstore.encode(change(text, edits)))).toEqual(
      Buffer.from(folder({ "summary.txt": "Viel\nObst\n", "title.txt": "" })),
    );
  });

  it("take strings of their base only, each at its place, and the first file keeps its byte order mark", () => {
    const base = read({ "a.txt": "A", "b.txt": "B", "c.txt": "C", "d.txt": "D" });
    const text = read({ "b.txt": "\ufeffBé", "d.txt": "Dé" });
    const more = change(text, [add("c.txt", "Cé"), add("a.txt", "Aé")], base);
    expect(Buffer.from(appstore.encode(more))).toEqual(
      Buffer.from(folder({ "a.txt": "Aé\n", "b.txt": "\ufeffBé", "c.txt": "Cé\n", "d.txt": "Dé" })),
    );
    expect(appstore.encode(change("", [add("b.txt", "x")], base))).toEqual(folder({ "b.txt": "x\n" }));
    for (const name of ["z.txt", "../a.txt", "b.txt"])
      expect(() => change(text, [add(name, "x")], base)).toThrow(EditRefused);
  });

  it("are found and set one by one as all of them are, whatever stands twice or before the first", () => {
    const parts = [
      "",
      "\ufeff",
      "<?member a<b?>x",
      "<?member b.txt?>B",
      "<?member b.txt?>\ufeffBB",
      "<?member ../c.txt?>C",
    ];
    const more = ["<?member changelogs/2.txt?> two\r\n", "<?member a.txt?>", "<?member d.txt?>D<?member d.txt"];
    const names = ["a.txt", "b.txt", "../c.txt", "changelogs/2.txt", "d.txt", "no.txt"];
    for (const first of parts)
      for (const second of [...parts, ...more])
        for (const third of more) {
          const text = /^\ufeff?(?:<|$)/.test(first)
            ? `${first}${second.replace("\ufeff<", "<")}${third}`
            : second + third;
          if (!/^\ufeff?<\?member /.test(text)) continue;
          const all = parse(text);
          for (const name of names) {
            const ids = new Set([`${name}:1`, "b.txt", ""]);
            expect(appstore.parse(text, formatOptions()).find?.(ids)).toEqual(all.filter(({ id }) => ids.has(id)));
          }
          const many = new Set(names.flatMap((name) => [`${name}:1`, name]));
          expect(appstore.parse(text, formatOptions()).find?.(many)).toEqual(all);
          for (const { id, span } of all) {
            const now = change(text, [{ kind: "set", id, targets: ["New"], state: "translated" }]);
            expect(parse(now)).toEqual(
              parse(text).map((entry) => ({
                ...entry,
                ...(entry.id === id && { sources: ["New"], targets: ["New"], state: "translated" }),
                span: expect.anything(),
              })),
            );
            expect(now.slice(0, span.start)).toBe(text.slice(0, span.start));
            expect(now.endsWith(text.slice(span.end))).toBe(true);
          }
        }
  });

  it("are looked for in safe places only, and within bounds", () => {
    expect(
      read({
        "../a.txt": "a",
        "/b.txt": "b",
        ".git/c.txt": "c",
        "x/../d.txt": "d",
        "e\\f.txt": "e",
        "1/2/3/4.txt": "f",
      }),
    ).toBe("");
    const tooLarge = folder({ "title.txt": Buffer.alloc(2_000_001, 97) });
    expect(() => appstore.decode(tooLarge)).toThrow("title.txt is larger than 2 MB.");
    const tooMany = folder(Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`${i}.txt`, "a"])));
    expect(() => appstore.decode(tooMany)).toThrow("more than 5000 texts");
    expect(() => appstore.decode(folder({ "title.txt": Uint8Array.of(97, 0xff) }))).toThrow(
      "title.txt: The file is not valid UTF-8 at this position.",
    );
    expect(() => appstore.decode(Buffer.from("Just a text."))).toThrow(FormatError);
  });
});
