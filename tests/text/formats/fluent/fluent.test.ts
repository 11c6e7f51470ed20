import { FluentBundle, FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor, ownSamples, projectSamples } from "../samples";

const fluent = findFormat("fluent")!;
const cs = optionsFor("cs");
const text = fluent.decode(ownSamples("fluent")[0]!.bytes);
function change(source: string, edits: EntryEdit[], options: FormatOptions = cs): string {
  return applyPatches(source, fluent.edit(source, fluent.parse(source, options), edits, options));
}
const set = (id: string, target: string): EntryEdit => ({ kind: "set", id, targets: [target], state: "translated" });
const add = (context: string, target: string, note?: string): EntryEdit => ({
  kind: "add",
  context,
  sources: [target],
  targets: [target],
  state: "translated",
  plural: false,
  ...(note !== undefined && { note }),
});
/** What the runtime shows for a message. */
function shown(source: string, id: string, values: Record<string, number> = {}): string {
  const bundle = new FluentBundle("cs", { useIsolating: false });
  expect(bundle.addResource(new FluentResource(source))).toEqual([]);
  return bundle.formatPattern(bundle.getMessage(id)!.value!, values);
}

describe("Fluent", () => {
  it("shows patterns without their indentation, with their attributes", () => {
    expect(fluent.parse(text, cs).entries.map((entry) => [entry.context, entry.targets[0], entry.note])).toEqual([
      ["title", "Košík", "Window title"],
      ["-brand", "Loquat\n.gender = feminine", ""],
      ["count", "{ $n ->\n    [one] { $n } kdoule\n    [few] { $n } kdoule\n   *[other] { $n } kdoulí\n}", ""],
      ["open", "Otevřít\n.title = Otevřít { -brand }\n.accesskey =\n    O", "A button\nwith attributes"],
      ["lines", "První řádek\ndruhý řádek\n\npo mezeře", ""],
      ["only-attribute", ".label = Popisek", ""],
      ["none", "", ""],
    ]);
    expect(fluent.parse(text, cs).entries.map((entry) => entry.flags)).toContain("fluent-type:Term");
    const named = "-brand = Send\ntitle = Send\nsend = Send it\n";
    expect(fluent.parse(named, cs).entries.map((entry) => entry.flags)).toEqual([
      "fluent-type:Term",
      "fluent-type:Message, ignore-same",
      "fluent-type:Message",
    ]);
  });

  it("indents several lines in place of an expression that closes at the start of a line", () => {
    const source = "count = { $n ->\n    [one] one\n   *[other] more\n}\nnext = x\n";
    const after = change(source, [set("count", "První\ndruhý")]);
    expect(after).toBe("count = První\n    druhý\nnext = x\n");
    expect(shown(after, "count")).toBe("První\ndruhý");
  });

  it("writes what the runtime shows", () => {
    expect(shown(change(text, [set("title", "Můj košík\nna dva")]), "title")).toBe("Můj košík\nna dva");
    const count = "{ $n ->\n    [one] jedna\n   *[other] { $n } kusů\n}";
    const after = change(text, [set("count", count)]);
    expect(shown(after, "count", { n: 1 })).toBe("jedna");
    expect(shown(after, "count", { n: 5 })).toBe("5 kusů");
    expect(after).toContain(
      "count =\n    { $n ->\n        [one] jedna\n       *[other] { $n } kusů\n    }\n# A button",
    );
    expect(shown(change(text, [set("title", '{" "}x{"{"}')]), "title")).toBe(" x{");
    expect(change(text, [set("title", "")])).toContain('title = { "" }\n');
    expect(change(text, [set("none", "a\n.b = c")])).toContain("none = a\n    .b = c\n");
  });

  it("refuses what is not Fluent", () => {
    for (const wrong of ["{", "}", "{ $n ->\n [one] x\n}", " x", "x ", "a\n\n[b", "x = { y", "a\nb = c\n"])
      expect(() => change(text, [set("title", wrong)])).toThrow(EditRefused);
    expect(() => change(text, [add("a b", "x")])).toThrow(EditRefused);
    expect(() => change(text, [add("title", "x")])).toThrow(EditRefused);
    for (const [broken, line] of [
      ["a = b\nc\n", 2],
      ["\ufeffa = b\n?\n", 2],
      ["a = { $b\n", 1],
    ] as const) {
      try {
        fluent.parse(broken, cs);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        expect((error as FormatError).line).toBeGreaterThanOrEqual(line);
      }
    }
    expect(() => fluent.parse(`a = ${"{".repeat(50_000)}`, cs)).toThrow(FormatError);
  });

  it("refuses to leave carriage returns in a file without a line feed", () => {
    expect(() => change("a = b", [set("a", "x\ry")])).toThrow(EditRefused);
    expect(change("a = b\n", [set("a", "x\ry")])).toBe("a = x\ry\n");
  });

  it("adds at the place of the base, and removes with the comment", () => {
    const base = "title = a\nnew = b\ncount = c\n";
    const after = change(text, [add("new", "N\n.x = y", "A note"), add("-last", "L")], { ...cs, base });
    expect(after).toContain("title = Košík\n# A note\nnew = N\n    .x = y\n-brand");
    expect(after.endsWith('none = { "" }\n-last = L\n')).toBe(true);
    expect(change(text, [{ kind: "remove", id: "open" }])).not.toMatch(/open|A button/);
  });

  it(`agrees with the runtime on ${projectSamples("fluent").length} files of projects`, () => {
    for (const sample of [...projectSamples("fluent"), ...ownSamples("fluent")]) {
      const source = fluent.decode(sample.bytes);
      const bundle = new FluentBundle("en", { useIsolating: false });
      expect(bundle.addResource(new FluentResource(source))).toEqual([]);
      const { entries } = fluent.parse(source, sample.options);
      expect(entries.length).toBeGreaterThan(1);
      for (const entry of entries.filter((one) => !one.context.startsWith("-"))) {
        const message = bundle.getMessage(entry.context);
        expect(message).toBeDefined();
        if (typeof message?.value === "string" && Object.keys(message.attributes).length === 0 && entry.targets[0])
          expect(entry.targets[0]).toBe(message.value);
      }
    }
  });
});
