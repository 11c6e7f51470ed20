import { describe, expect, it, vi } from "vitest";
import { FileWriter } from "@/lib/domain/files/internal/write-file";
import type { PendingEdit } from "@/lib/domain/files/pending-edits";
import { identityOf } from "@/lib/domain/files/strings";
import { applyPatches, EditRefused, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";

/** Edits that are written together, some of which the format cannot hold. */

const context = {
  monolingual: true,
  severalValues: false,
  component: { fileFormat: "yaml", fileFormatParams: {}, template: "en.yaml", newBase: "" },
};
const plural = { number: 2, formula: "n != 1", categories: ["one", "other"] };
const translation = { languageCode: "cs", filename: "cs.yaml", isSource: false, plural };

const edit = (id: number, key: string, text: string): PendingEdit => ({
  ...{
    id,
    kind: "edit",
    context: key,
    idHash: identityOf(true, key, [key]),
    sources: [key],
    targets: [text],
    state: 20,
  },
});

describe("a writer of files", () => {
  const keys = Array.from({ length: 512 }, (_, at) => `k${at}`);
  const file = Buffer.from(`${keys.map((key) => `${key}: "1"`).join("\n")}\nlist:\n  - "1"\n`);

  it("writes what the format holds, and finds what it does not hold in few attempts", () => {
    const format = findFormat("yaml");
    if (!format) throw new Error("There is no YAML.");
    const attempts = vi.spyOn(format, "edit");
    const edits = keys.map((key, at) => edit(at, key, "2"));
    edits.splice(100, 0, edit(1000, "list->[0]->x", "2"));
    edits.splice(300, 0, edit(1001, "list->y", "2"));
    const writer = new FileWriter(context, translation, file, undefined);
    const { content, refused } = writer.apply({ edits, header: {} });
    const place = (name: string) => ({ key: "writePlaceTextList", values: { name } });
    expect(refused).toEqual([
      { id: 1000, message: expect.stringContaining("list"), said: place("list->[0]->x") },
      { id: 1001, message: expect.stringContaining("list"), said: place("list->y") },
    ]);
    expect(Buffer.from(content).toString()).toBe(`${keys.map((key) => `${key}: "2"`).join("\n")}\nlist:\n  - "1"\n`);
    expect(attempts.mock.calls.length).toBeLessThan(50);
    attempts.mockRestore();
  });

  it("makes what a list must have before an item, once no other step can", () => {
    const write = (later?: number[]) =>
      new FileWriter(context, translation, file, undefined).apply({
        ...{ edits: [edit(1, "list->[3]", "4"), edit(2, "k0", "2")], header: {} },
        ...(later && { later: new Set(later) }),
      });
    const first = `k0: "2"\n${keys
      .slice(1)
      .map((key) => `${key}: "1"`)
      .join("\n")}\nlist:\n  - "1"\n`;
    expect(Buffer.from(write().content).toString()).toBe(`${first}  - ""\n  - ""\n  - "4"\n`);
    expect(write().refused).toEqual([]);
    expect(Buffer.from(write([2]).content).toString()).toBe(`${first}  - ""\n  - ""\n  - "4"\n`);
    expect(Buffer.from(write([1]).content).toString()).toBe(first);
    expect(write([1]).refused).toMatchObject([{ id: 1, said: { key: "writeGapBefore" } }]);
  });
});

describe("a writer of files with headers", () => {
  const gettext = {
    monolingual: false,
    severalValues: false,
    component: { fileFormat: "po", fileFormatParams: {}, template: "", newBase: "" },
  };
  const czech = { ...translation, filename: "cs.po" };
  const header = { lastTranslator: "Petra <petra@example.org>", revisionDate: new Date(0), generator: "Loquat" };
  const HEAD = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const BODY = 'msgid "one"\nmsgstr "jedna"\n\nmsgid "two"\nmsgstr ""\n';

  const edits = (...texts: [source: string, text: string][]): PendingEdit[] =>
    texts.map(([source, text], id) => ({
      ...{ id, kind: "edit", context: "", sources: [source], targets: [text], state: 20 },
      idHash: identityOf(false, "", [source]),
    }));

  const write = (file: string, given: readonly PendingEdit[]) =>
    new FileWriter(gettext, czech, Buffer.from(file, "latin1"), undefined).apply({ edits: given, header });

  /** The edits alone, and the header behind them. */
  function oneByOne(file: string, given: readonly PendingEdit[]): string {
    const format = findFormat("po");
    if (!format) throw new Error("There is no PO.");
    const edited = new FileWriter(gettext, czech, Buffer.from(file), undefined).apply({ edits: given, header: {} });
    const text = format.decode(edited.content);
    const options = formatOptions({ languageCode: "cs", plural });
    const patches = format.edit(text, format.parse(text, options), [{ kind: "header", header }], options);
    return applyPatches(text, patches);
  }

  it.each([
    ["has a header", `${HEAD}\n${BODY}`],
    ["has none", BODY],
    ["has one that is to be looked over", `#, fuzzy\n${HEAD}\n${BODY}`],
    ["is empty", ""],
    ["has a header alone", HEAD],
  ])("brings the header up to date together with the edits where the file %s", (_what, file) => {
    const given = edits(["two", "dvě"], ["three", "tři"]);
    const { content, refused } = write(file, given);
    expect(refused).toEqual([]);
    expect(Buffer.from(content).toString()).toBe(oneByOne(file, given));
    expect(Buffer.from(content).toString()).toContain("Last-Translator: Petra");
  });

  it("leaves the header alone when the edits change nothing", () => {
    const file = `${HEAD}\n${BODY}`;
    expect(Buffer.from(write(file, edits(["one", "jedna"])).content).toString()).toBe(file);
  });

  it("blames no string when the charset cannot hold the author", () => {
    const file = `${HEAD.replace("UTF-8", "ISO-8859-1")}\n${BODY}`;
    const writer = new FileWriter(gettext, czech, Buffer.from(file), undefined);
    const step = { edits: edits(["two", "dve"]), header: { lastTranslator: "Пётр <p@example.org>" } };
    expect(() => writer.apply(step)).toThrow(EditRefused);
  });
});
