import { describe, expect, it } from "vitest";
import { gettextPo, gettextPoMono } from "@/lib/text/formats/gettext/gettext";
import { applyPatches, EditRefused, type EntryEdit, FormatError } from "@/lib/text/formats/kernel/format";
import { optionsFor, ownSamples, type Sample } from "../samples";

const cs = optionsFor("cs");
const fixture = (name: string): Sample => {
  const found = ownSamples("po").find((sample) => sample.path === `po/${name}`);
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
};
const text = gettextPo.decode(fixture("cs.po").bytes);

function edit(source: string, edits: EntryEdit[], options = cs, format = gettextPo): string {
  return applyPatches(source, format.edit(source, format.parse(source, options), edits, options));
}

/** Lines that only one of the two texts has. */
function changedLines(before: string, after: string): { gone: string[]; come: string[] } {
  const count = (lines: string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const minus = (a: string[], b: string[]): string[] => {
    const left = count(b);
    return a.filter((line) => {
      const n = left.get(line) ?? 0;
      left.set(line, n - 1);
      return n <= 0;
    });
  };
  const [a, b] = [before.split("\n"), after.split("\n")];
  return { gone: minus(a, b), come: minus(b, a) };
}

const set = (id: string, targets: string[], state: "translated" | "needs-editing" = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets,
  state,
});

describe("reading PO", () => {
  const file = gettextPo.parse(text, cs);
  const find = (id: string) => file.entries.find((entry) => entry.id === id);

  it("gives everything an entry says", () => {
    expect(find("basket\u0004%d quince")).toMatchObject({
      context: "basket",
      sources: ["%d quince", "%d quinces"],
      targets: ["%d kdoule", "%d kdoule", "%d kdoulí"],
      plural: true,
      state: "needs-editing",
      note: "A translator's remark\nShown under the basket",
      location: "src/basket.c:41, src/basket.c:52, src/tree.c:7",
      flags: "c-format",
      previousSource: "%d pear\u001e\u001e%d pears",
    });
    expect(file.language).toBe("cs");
    expect(file.pluralCount).toBe(3);
  });

  it("tells an empty context from none, cuts Sphinx tails, reads escapes, leaves obsolete entries out", () => {
    expect(find("Open")?.targets).toEqual(["Otevřít"]);
    expect(find("\u0004Open")?.targets).toEqual(["Otevřít s prázdným kontextem"]);
    expect(file.entries.some((entry) => entry.location === "../../quince.py")).toBe(true);
    expect(find('Escapes: "quoted", back\\slash,\ttab')?.targets).toEqual([
      'Znaky: "uvozovky", zpětné\\lomítko,\ttabulátor',
    ]);
    expect(find("Quince Ltd")?.state).toBe("read-only");
    expect(find("Medlar")).toBeUndefined();
    expect(find("old\u0004One tree")).toBeUndefined();
  });

  it("reads octal and hexadecimal escapes and adjacent literals on one line", () => {
    const odd = 'msgid "a\\101\\x42" "c"\n"d"\nmsgstr"x"\n';
    expect(gettextPo.parse(odd, cs).entries[0]).toMatchObject({ sources: ["aABcd"], targets: ["x"] });
  });

  it("warns of a string that is there twice", () => {
    const twice = 'msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n';
    const { entries, warnings } = gettextPo.parse(twice, cs);
    expect(entries.map((entry) => entry.targets[0])).toEqual(["1"]);
    expect(warnings).toMatchObject([{ line: 4, column: 1 }]);
  });

  it.each([
    ['msgid "a\nmsgstr "b"\n', 1, 7],
    ['msgid "a"\n# comment\nmsgstr "b"\n', 2, 1],
    ['msgid "a"\n', 2, 1],
    ['msgstr "b"\n', 1, 1],
    ['msgid "a"\nmsgid "b"\nmsgstr "c"\n', 2, 1],
    ['msgid "a"\nmsgstr[0] "b"\n', 2, 7],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', 3, 7],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\n', 3, 7],
    ["msgid a\n", 1, 7],
    ["<<<<<<< HEAD\n", 1, 1],
    ['"a"\n', 1, 1],
  ])("refuses %j with its place", (broken, line, column) => {
    expect(() => gettextPo.parse(broken, cs)).toThrow(FormatError);
    try {
      gettextPo.parse(broken, cs);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });
});

describe("editing PO", () => {
  it("changes one line for a text that fits", () => {
    const after = edit(text, [set("Open", ["Otevři"])]);
    expect(changedLines(text, after)).toEqual({ gone: ['msgstr "Otevřít"'], come: ['msgstr "Otevři"'] });
  });

  it("takes fuzzy and the previous source away, and keeps other flags", () => {
    const after = edit(text, [set("basket\u0004%d quince", ["a", "%d kdoule", "%d kdoulí"])]);
    expect(changedLines(text, after)).toEqual({
      gone: ["#, fuzzy, c-format", '#| msgid "%d pear"', '#| msgid_plural "%d pears"', 'msgstr[0] "%d kdoule"'],
      come: ["#, c-format", 'msgstr[0] "a"'],
    });
    const alone = edit(text, [set("Close", ["Zavřít"])]);
    expect(changedLines(text, alone)).toEqual({
      gone: ['#| msgid "Closed"', 'msgstr "Zavřeno"', "#, fuzzy"],
      come: ['msgstr "Zavřít"'],
    });
  });

  it("leaves the flags of a read-only message alone", () => {
    const message = (target: string) => `#, fuzzy, read-only\nmsgid "a"\nmsgstr "${target}"\n`;
    expect(edit(message("b"), [set("a", ["c"])])).toBe(message("c"));
    const plain = '#, read-only\nmsgid "a"\nmsgstr "b"\n';
    expect(edit(plain, [set("a", ["b"], "needs-editing")])).toBe(plain);
  });

  it("puts fuzzy first in the flags, or on a line of its own", () => {
    const flagged = edit('#, c-format\nmsgid "a"\nmsgstr "b"\n', [set("a", ["b"], "needs-editing")]);
    expect(flagged).toBe('#, fuzzy, c-format\nmsgid "a"\nmsgstr "b"\n');
    const bare = edit('#: x.c:1\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n', [set("c\u0004a", ["b"], "needs-editing")]);
    expect(bare).toBe('#: x.c:1\n#, fuzzy\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n');
  });

  it("does not wrap a file that is not wrapped, unless told to", () => {
    const sample = fixture("ja-unwrapped.po");
    const source = gettextPo.decode(sample.bytes);
    const id = gettextPo.parse(source, sample.options).entries[0]!.id;
    const long = "長い文".repeat(40);
    expect(edit(source, [set(id, [long])], sample.options)).toContain(`msgstr "${long}"\n`);
    const wrapped = edit(source, [set(id, [long])], { ...sample.options, params: { po_line_wrap: 77 } });
    expect(wrapped).toContain('msgstr ""\n"長い文');
    const oneLine = edit(source, [set(id, ["a\nb"])], { ...sample.options, params: { po_line_wrap: -1 } });
    expect(oneLine).toContain('msgstr "a\\nb"\n');
    const feeds = edit(source, [set(id, ["a\nb"])], { ...sample.options, params: { po_line_wrap: 65535 } });
    expect(feeds).toContain('msgstr ""\n"a\\n"\n"b"\n');
  });

  it("keeps CRLF in new lines", () => {
    const crlf = 'msgid "a"\r\nmsgstr "b"\r\n';
    expect(edit(crlf, [set("a", ["x\ny"])])).toBe('msgid "a"\r\nmsgstr ""\r\n"x\\n"\r\n"y"\r\n');
  });

  it("adds missing plural forms when the file declares more than it has", () => {
    const two = text.replace(/msgstr\[2\] "%d kdoulí"\n/, "");
    const after = edit(two, [set("basket\u0004%d quince", ["1", "2", "3"])]);
    expect(after).toContain('msgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "3"\n');
  });

  it("replaces an obsolete entry that comes back, and adds before the obsolete ones", () => {
    const add: EntryEdit = {
      kind: "add",
      context: "",
      sources: ["Medlar"],
      targets: ["Mišpule obecná"],
      state: "needs-editing",
      plural: false,
      flags: "c-format",
      note: "A fruit",
    };
    const after = edit(text, [add]);
    expect(after).not.toContain('#~ msgid "Medlar"');
    expect(after).toContain(
      '\n\n#. A fruit\n#, fuzzy, c-format\nmsgid "Medlar"\nmsgstr "Mišpule obecná"\n\n#, fuzzy\n#~| msgid',
    );
    expect(() => edit(text, [{ ...add, sources: ["Open"] }])).toThrow(EditRefused);
    expect(() => edit(text, [{ ...add, sources: [""] }])).toThrow(EditRefused);
    expect(() => edit(text, [set("not there", ["x"])])).toThrow(EditRefused);
    expect(() => edit(text, [set("Open", ["x", "y"])])).toThrow(EditRefused);
  });

  it("leaves a file alone when nothing would change", () => {
    expect(edit(text, [set("Open", ["Otevřít"])])).toBe(text);
    expect(edit(text, [{ kind: "set", id: "Empty", targets: [""], state: "translated" }])).toBe(text);
  });
});

describe("PO headers", () => {
  const header: EntryEdit = {
    kind: "header",
    header: {
      revisionDate: new Date("2026-11-20T14:05:59Z"),
      lastTranslator: "Eva <eva@example.org>",
      generator: "Loquat 0.1",
    },
  };

  it("changes only the lines of fields that differ, and puts new ones in their place", () => {
    const after = edit(text, [header, { kind: "header", header: { languageTeam: "Czech <https://example.org/cs/>" } }]);
    expect(changedLines(text, after)).toEqual({
      gone: ['"PO-Revision-Date: 2026-01-02 03:04+0000\\n"', '"Last-Translator: Jana <jana@example.org>\\n"'],
      come: [
        '"PO-Revision-Date: 2026-11-20 14:05+0000\\n"',
        '"Last-Translator: Eva <eva@example.org>\\n"',
        '"Language-Team: Czech <https://example.org/cs/>\\n"',
        '"X-Generator: Loquat 0.1\\n"',
      ],
    });
    expect(after.indexOf("Language-Team")).toBeLessThan(after.indexOf('"Language: cs'));
    expect(edit(after, [header])).toBe(after);
  });

  it("obeys the switches", () => {
    const params = { po_set_last_translator: false, po_set_x_generator: false };
    const after = edit(text, [header], { ...cs, params });
    expect(changedLines(text, after).come).toEqual(['"PO-Revision-Date: 2026-11-20 14:05+0000\\n"']);
  });

  it("gives a header to a file without one, and completes a template's", () => {
    const bare = gettextPo.decode(fixture("no-header.po").bytes);
    const after = edit(bare, [header]);
    expect(after.endsWith(bare)).toBe(true);
    expect(gettextPo.parse(after, cs)).toMatchObject({ language: "cs", pluralCount: 3 });
    const template = edit(gettextPo.decode(fixture("template.pot").bytes), [header]);
    expect(template).not.toContain("fuzzy");
    expect(template).toContain('"Content-Type: text/plain; charset=UTF-8\\n"');
    expect(edit("", [header])).toContain('msgid ""\nmsgstr ""\n');
  });

  it("cannot be made to write a second field by a name with a line feed", () => {
    const after = edit(text, [{ kind: "header", header: { lastTranslator: 'Eve\nX-Evil: "1"\n' } }]);
    expect(after).toContain('"Last-Translator: Eve X-Evil: \\"1\\"\\n"');
  });

  it("writes in the charset of the file, and refuses what it lacks", () => {
    const sample = fixture("latin2.po");
    const source = gettextPo.decode(sample.bytes);
    expect(gettextPo.parse(source, cs).entries[0]?.targets).toEqual(["Kůň"]);
    const after = edit(source, [set("Tree", ["Dřevo"])]);
    expect(Buffer.from(gettextPo.encode(after)).includes(Buffer.from([0x44, 0xf8, 0x65, 0x76, 0x6f]))).toBe(true);
    expect(() => edit(source, [set("Tree", ["木"])])).toThrow(/ISO-8859-2/);
    expect(() =>
      gettextPo.decode(Buffer.from('msgid ""\nmsgstr "Content-Type: text/plain; charset=EUC-JP\\n"\n')),
    ).toThrow(FormatError);
    expect(() => gettextPo.decode(Uint8Array.of(0x61, 0x0a, 0x62, 0xff))).toThrow(/UTF-8/);
    try {
      gettextPo.decode(Uint8Array.of(0x61, 0x0a, 0x62, 0xff));
    } catch (error) {
      expect(error).toMatchObject({ line: 2, column: 2 });
    }
  });
});

describe("new language files", () => {
  it("makes one from a template", () => {
    const made = gettextPo.create(gettextPo.decode(fixture("template.pot").bytes), optionsFor("ar")) ?? "";
    for (const line of [
      "Language: ar",
      "Language-Team: none",
      "Last-Translator: Automatically generated",
      "Content-Type: text/plain; charset=UTF-8",
    ]) {
      expect(made).toContain(`"${line}\\n"`);
    }
    expect(made).toContain('msgstr[5] ""');
    expect(made).not.toContain("fuzzy");
    expect(gettextPo.create(undefined, cs)).toBeUndefined();
  });
});

describe("monolingual PO", () => {
  const base = ownSamples("po-mono").find((s) => s.path.endsWith("en.po"))!;
  const other = ownSamples("po-mono").find((s) => s.path.endsWith("cs.po"))!;
  const baseText = gettextPoMono.decode(base.bytes);
  const otherText = gettextPoMono.decode(other.bytes);
  const options = optionsFor("cs", { base: baseText });

  it("uses keys", () => {
    expect(gettextPoMono.parse(baseText, base.options).entries.map((entry) => [entry.context, entry.sources])).toEqual([
      ["basket.title", ["Open basket"]],
      ["basket.count", ["%d quince", "%d quinces"]],
      ["menu.close", ["Close"]],
      ["basket.empty", [""]],
    ]);
  });

  it("adds in the order of the base, with the base's own key and plural", () => {
    const after = edit(
      otherText,
      [
        {
          kind: "add",
          context: "basket.empty",
          sources: [""],
          targets: ["Prázdný"],
          state: "translated",
          plural: false,
        },
        {
          kind: "add",
          context: "basket.count",
          sources: [],
          targets: ["1", "2", "5"],
          state: "translated",
          plural: true,
        },
        { kind: "add", context: "NEW_KEY", sources: [], targets: ["a", "b", "c"], state: "translated", plural: true },
      ],
      options,
      gettextPoMono,
    );
    expect(gettextPoMono.parse(after, options).entries.map((entry) => [entry.context, entry.targets])).toEqual([
      ["basket.title", ["Otevřít košík"]],
      ["basket.count", ["1", "2", "5"]],
      ["menu.close", ["Zavřít"]],
      ["basket.empty", ["Prázdný"]],
      ["NEW_KEY", ["a", "b", "c"]],
    ]);
    expect(after).toContain('msgid_plural "basket.count_plural"');
    expect(after).toContain('msgid_plural "NEW_KEY_PLURAL"');
  });
});
