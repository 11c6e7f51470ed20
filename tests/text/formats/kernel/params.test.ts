import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, type FormatOptions, formatOptions } from "@/lib/text/formats/kernel/format";
import { FORMAT_PARAMS, paramProblem, paramsOf, valueProblem } from "@/lib/text/formats/kernel/params";
import { reformatParams } from "@/lib/text/formats/kernel/reformat";
import { findFormat, findFormatWith, formatName, offeredFormats } from "@/lib/text/formats/registry";
import { said } from "../../../support/said";
import { optionsFor } from "../samples";

/** What `file_format_params` do: to new files, and to new strings where the file gives no example. */

type Params = FormatOptions["params"];

const formatOf = (id: string, params: Params) => findFormatWith(id, params)!;
const change = (id: string, params: Params, text: string, edits: EntryEdit[], given: Partial<FormatOptions> = {}) => {
  const format = formatOf(id, params);
  const options = optionsFor("cs", { ...given, params });
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
};
const created = (id: string, params: Params, base?: string) =>
  formatOf(id, params).create(base, optionsFor("cs", { params, ...(base !== undefined && { base }) }));
const add = (context: string, text: string, more: Partial<Extract<EntryEdit, { kind: "add" }>> = {}): EntryEdit => ({
  kind: "add",
  context,
  sources: [text],
  targets: [text],
  state: "translated",
  plural: false,
  ...more,
});
const set = (id: string, text: string): EntryEdit => ({ kind: "set", id, targets: [text], state: "translated" });
const utf16 = (text: string, little = true): Buffer => {
  const bytes = Buffer.from(text, "utf16le");
  return little ? bytes : bytes.swap16();
};

describe("parameters of JSON", () => {
  it("give new files their indentation and separators", () => {
    const text = (params: Params) => change("json-nested", params, "{}\n", [add("a.b", "x")]);
    expect(text({})).toBe('{\n    "a": {\n        "b": "x"\n    }\n}\n');
    expect(text({ json_indent: 2 })).toBe('{\n  "a": {\n    "b": "x"\n  }\n}\n');
    expect(text({ json_indent_style: "tabs" })).toBe('{\n\t"a": {\n\t\t"b": "x"\n\t}\n}\n');
    expect(text({ json_use_compact_separators: true, json_indent: 1 })).toBe('{\n "a":{\n  "b":"x"\n }\n}\n');
    expect(change("json", { json_indent: 8 }, '{\n  "b": "y"\n}\n', [add("c", "x")])).toBe(
      '{\n  "b": "y",\n  "c": "x"\n}\n',
    );
  });

  it("put new keys where the alphabet has them", () => {
    const text = '{\n  "b": "1",\n  "d": "2"\n}\n';
    const edits = [add("e", "5"), add("c", "4"), add("a", "3"), add("cc", "6")];
    const given = { base: '{"e":"","d":"","cc":"","c":"","b":"","a":""}' };
    const keys = (params: Params) => Object.keys(JSON.parse(change("json", params, text, edits, given)) as object);
    expect(keys({ json_sort_keys: true })).toEqual(["a", "b", "c", "cc", "d", "e"]);
    expect(keys({})).toEqual(["e", "b", "a", "d", "cc", "c"]);
    const fresh = change("json-nested", { json_sort_keys: true }, "{}\n", [
      add("z.b", "1"),
      add("a", "2"),
      add("z.a", "3"),
    ]);
    expect(JSON.stringify(JSON.parse(fresh))).toBe('{"a":"2","z":{"a":"3","b":"1"}}');
  });
});

describe("parameters of YAML", () => {
  const long = "A quince is a fruit that nobody eats raw, and of which everybody wants to make jelly in the autumn.";

  it("indent new maps and fold new texts, unless the file shows another style", () => {
    expect(change("yaml", { yaml_indent: 4 }, "{}\n", [add("a->b", "x")])).toBe("a:\n    b: x\n");
    const text = change("yaml", { yaml_line_wrap: 80 }, "a: x\n", [add("b", long)]);
    expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
    expect(text.split("\n").length).toBe(4);
    const entries = findFormat("yaml")!.parse(text, formatOptions()).entries;
    expect(entries.map(({ targets }) => targets[0])).toEqual(["x", long]);
    expect(change("yaml", { yaml_line_wrap: 65535 }, "a: x\n", [add("b", long)])).toBe(`a: x\nb: ${long}\n`);
    const wide = `a: ${long}\n`;
    expect(change("yaml", { yaml_line_wrap: 80 }, wide, [add("b", long)])).toBe(`${wide}b: ${long}\n`);
  });

  it("keep every blank of a text that is folded", () => {
    const odd = `${"word ".repeat(20)} two  blanks \\ "quoted" # no comment - ${"x".repeat(100)} end `;
    const text = change("yaml", { yaml_line_wrap: 80 }, "a: x\n", [add("b", odd)]);
    expect(text.split("\n").length).toBeGreaterThan(3);
    expect(findFormat("yaml")!.parse(text, formatOptions()).entries[1]?.targets).toEqual([odd]);
  });

  it("end the lines of new files", () => {
    expect(created("ruby-yaml", { yaml_line_break: "dos" }, "en:\n  a: x\n")).toBe('cs:\r\n  a: ""\r\n');
    expect(created("ruby-yaml", { yaml_line_break: "unix" }, "en:\n  a: x\n")).toBe('cs:\n  a: ""\n');
  });
});

describe("line ends of new files", () => {
  it("are those of DOS when asked, except in containers", () => {
    expect(created("properties", { dos_eol: true })).toBe("\r\n");
    expect(created("aresource", { dos_eol: true })).toMatch(/^<\?xml[^\n]*\r\n/);
    expect(created("php", { dos_eol: true }, "<?php\n$a['b'] = 'c';\n")).not.toMatch(/[^\r]\n/);
    expect(created("properties", {})).toBe("\n");
    const [text, folder] = [created("xlsx", {}, undefined), created("appstore", { dos_eol: true })];
    expect([text, folder]).toEqual([created("xlsx", { dos_eol: true }, undefined), ""]);
  });
});

describe("parameters of PO", () => {
  const POT = `# A remark
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#. Note
#: a.c:1 b.c:2
#: c.c:3
msgid "Open"
msgstr ""

#~ msgid "Old"
#~ msgstr ""

#: d.c:4
msgid "Close"
msgstr ""
`;

  it("leave places and obsolete entries out of new files", () => {
    const bare = created("po", { po_no_location: true, po_remove_obsolete: true }, POT)!;
    expect(bare).not.toMatch(/^#:|^#~/m);
    expect(bare).toContain('\n\n#. Note\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n');
    const whole = created("po", {}, POT)!;
    expect(whole).toContain('#: c.c:3\nmsgid "Open"');
    expect(whole).toContain('#~ msgid "Old"');
  });

  it("wrap edited texts, and say which header fields a commit writes", () => {
    const long = "quinces and medlars and pears and plums and figs and apples and cherries and more";
    const text = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr ""\n';
    const [entry] = findFormat("po")!.parse(text, formatOptions()).entries;
    const lines = (wrap: number) =>
      change("po", { po_line_wrap: wrap }, text, [set(entry!.id, long)]).split("\n").length;
    expect(lines(77)).toBe(lines(65535) + 2);
    expect(change("po", { po_line_wrap: -1 }, text, [set(entry!.id, `${long}\nb`)])).toContain(`"${long}\\nb"`);
    const header: EntryEdit = {
      kind: "header",
      header: {
        lastTranslator: "P <p@e.org>",
        languageTeam: "Czech <x>",
        generator: "Loquat",
        reportBugsTo: "b@e.org",
      },
    };
    const fields = (params: Params) =>
      [...change("po", params, text, [header]).matchAll(/"(Last-Tr|Language-T|X-G|Report)/g)].map((match) => match[1]);
    expect(fields({})).toHaveLength(4);
    expect(fields({ po_set_last_translator: false, po_report_msgid_bugs_to: false })).toEqual(["Language-T", "X-G"]);
    expect(fields({ po_set_language_team: false, po_set_x_generator: false })).toEqual(["Report", "Last-Tr"]);
  });
});

describe("parameters of documents", () => {
  const base = "# Pears\n\nBuy\n\nPears\n\nBuy\n\nEat\n";

  it("make one string of equal texts, which all change together", () => {
    const params = { merge_duplicates: true };
    const options = optionsFor("cs", { base, params });
    const text = "# Pears\n\nBuy\n\nPears\n\nKoupit\n\nEat\n";
    const { entries } = findFormat("markdown")!.parse(text, options);
    expect(entries.map(({ sources, targets }) => [sources[0], targets[0]])).toEqual([
      ["Pears", ""],
      ["Buy", "Koupit"],
      ["Pears", ""],
      ["Eat", ""],
    ]);
    expect(change("markdown", params, text, [set(entries[1]!.id, "Kup")], { base })).toBe(
      "# Pears\n\nKup\n\nPears\n\nKup\n\nEat\n",
    );
    expect(findFormat("markdown")!.parse(text, optionsFor("cs", { base })).entries).toHaveLength(5);
  });

  it("show the values of front matter one by one, and write them as YAML", () => {
    const front = '---\ntitle: A pear\nsize: 3\ntags: [ripe, "sweet: very"]\nabout: |\n  Two\n  lines\n---\n\nText\n';
    const params = { md_frontmatter_translate_values: true };
    const read = (text: string) => findFormat("markdown")!.parse(text, formatOptions({ params })).entries;
    expect(read(front).map(({ targets }) => targets[0])).toEqual([
      "A pear",
      "ripe",
      "sweet: very",
      "Two\nlines\n",
      "Text",
    ]);
    const [title, ripe, sweet, about] = read(front).map(({ id }) => id);
    const edits = [set(title!, "Hruška: zralá"), set(ripe!, "a, b"), set(sweet!, 'x "y"'), set(about!, "Dvě\nřádky\n")];
    expect(change("markdown", params, front, edits)).toBe(
      '---\ntitle: "Hruška: zralá"\nsize: 3\ntags: ["a, b", "x \\"y\\""]\nabout: |\n  Dvě\n  řádky\n---\n\nText\n',
    );
    for (const hard of ["---", "a\n---\nb", "# x", "'", "\u0001", "null", "{{x}}"]) {
      const text = change("markdown", params, front, [set(title!, hard)]);
      expect(read(text)[0]?.targets).toEqual([hard]);
    }
    expect(() => change("markdown", params, front, [set(title!, " ")])).toThrow("cannot be written as a value");
    expect(read("---\na: [\n---\n\nText\n").map(({ id }) => id.split("-")[0])).toEqual(["front", "p"]);
    const fresh = findFormat("markdown")!;
    const options = optionsFor("cs", { base: front, params });
    const copy = fresh.create(front, options)!;
    const started = fresh.parse(copy, options);
    expect(started.entries.every(({ state }) => state === "empty")).toBe(true);
    const first = applyPatches(copy, fresh.edit(copy, started, [set(started.entries[0]!.id, "Hruška")], options));
    expect(first).toBe(front.replace("A pear", "Hruška"));
  });

  it("leave code and front matter of Markdown alone when asked", () => {
    const text = "---\ntitle: A\n---\n\n```\ncode\n```\n\nText\n";
    const kinds = (params: Params) =>
      findFormat("markdown")!
        .parse(text, formatOptions({ params }))
        .entries.map(({ id }) => id.split("-")[0]);
    expect(kinds({})).toEqual(["front", "code", "p"]);
    expect(kinds({ md_extract_code_blocks: false, md_extract_frontmatter: false })).toEqual(["p"]);
  });
});

describe("parameters of XML and tables", () => {
  it("name the elements of flat XML", () => {
    const params = { flatxml_root_name: "texts", flatxml_value_name: "t", flatxml_key_name: "id" };
    const text = created("flatxml", params)!;
    expect(change("flatxml", params, text, [add("a", "x")])).toContain('<t id="a">x</t>');
    expect(text).toContain("<texts>");
  });

  it("close elements that become empty at once, unless the file shows another habit", () => {
    const empty = (id: string, params: Params, file: string, key: string) => change(id, params, file, [set(key, "")]);
    const flat = (inside: string) => `<root><str key="a">x</str>${inside}</root>`;
    expect(empty("flatxml", {}, flat(""), "a")).toBe('<root><str key="a"></str></root>');
    expect(empty("flatxml", { xml_closing_tags: true }, flat(""), "a")).toBe('<root><str key="a"></str></root>');
    expect(empty("flatxml", { xml_closing_tags: false }, flat(""), "a")).toBe('<root><str key="a"/></root>');
    const paired = flat('<str key="b"></str>');
    expect(empty("flatxml", { xml_closing_tags: false }, paired, "a")).toContain('<str key="a"></str>');
  });

  it("guard what a spreadsheet would take for a formula", () => {
    const text = "source,target\na,b\n";
    const [entry] = findFormat("csv")!.parse(text, formatOptions()).entries;
    const guarded = change("csv", { csv_escape_formulas: true }, text, [set(entry!.id, "=1+2")]);
    expect(guarded).toContain("'=1+2'");
    expect(findFormat("csv")!.parse(guarded, formatOptions()).entries[0]?.targets).toEqual(["=1+2"]);
    expect(change("csv", {}, text, [set(entry!.id, "=1+2")])).toContain(",=1+2");
  });
});

describe("parameters of encodings", () => {
  const latin = Buffer.from("a = \xe9\n", "latin1");
  const utf8 = Buffer.from("a = é\n");

  it("decide how bytes are read that do not say so themselves", () => {
    const read = (encoding: string | undefined, bytes: Buffer) =>
      formatOf("properties", encoding ? { properties_encoding: encoding } : {}).decode(bytes);
    expect(read("iso-8859-1", latin)).toBe("a = é\n");
    expect(read("iso-8859-1", utf8)).toBe("a = Ã©\n");
    expect(read("utf-8", utf8)).toBe("a = é\n");
    expect(() => read("utf-8", latin)).toThrow("not valid UTF-8");
    expect(read("utf-16", utf16("a = é\n"))).toBe("a = é\n");
    expect(read("utf-16", utf16("a = é\n", false))).toBe("a = é\n");
    expect(read("utf-16", utf8)).toBe("a = é\n");
    expect(read(undefined, utf8)).toBe("a = é\n");
    expect(formatOf("gwt", { gwt_encoding: "iso-8859-1" }).decode(latin)).toBe("a = é\n");
    expect(formatOf("csv", { csv_encoding: "utf-8" }).decode(utf8)).toBe("a = é\n");
    expect(() => formatOf("csv", { csv_encoding: "utf-8" }).decode(latin)).toThrow("not valid UTF-8");
    expect(() => formatOf("csv-multi", { csv_encoding: "utf-8" }).decode(latin)).toThrow("not valid UTF-8");
    expect(formatOf("csv-simple", { csv_simple_encoding: "iso-8859-1" }).decode(latin)).toBe("a = é\n");
    expect(formatOf("strings", { strings_encoding: "utf-16" }).decode(utf16('"a" = "é";\n'))).toBe('"a" = "é";\n');
  });

  it.each([
    ["properties", "properties_encoding", ["iso-8859-1", "utf-8", "utf-16"]],
    ["strings", "strings_encoding", ["utf-8", "utf-16"]],
    ["csv", "csv_encoding", ["auto", "utf-8"]],
    ["csv-multi", "csv_encoding", ["auto", "utf-8"]],
    ["csv-simple", "csv_simple_encoding", ["auto", "utf-8", "iso-8859-1"]],
    ["gwt", "gwt_encoding", ["utf-8", "iso-8859-1"]],
  ] as const)("give way to a byte order mark, and keep the bytes: %s", (id, param, encodings) => {
    const text = "\ufeffa = é\n";
    for (const encoding of encodings)
      for (const bytes of [Buffer.from(text), utf16(text), utf16(text, false)]) {
        const format = formatOf(id, { [param]: encoding });
        expect(format.id).toBe(id);
        expect(format.decode(bytes)).toBe(text);
        expect(Buffer.from(format.encode(text, bytes))).toEqual(bytes);
        expect(Buffer.from(format.encode(`${text}b = š\n`, bytes)).length).toBeGreaterThan(bytes.length);
      }
  });

  it("act on every text that is written", () => {
    const written = (encoding: string, before: Buffer) => {
      const params = { properties_encoding: encoding };
      const format = formatOf("properties", params);
      const after = change("properties", params, format.decode(before), [set("a", "š")]);
      return Buffer.from(format.encode(after, before)).toString("latin1");
    };
    expect(written("iso-8859-1", latin)).toBe("a = \\u0161\n");
    expect(written("utf-8", utf8)).toBe(Buffer.from("a = š\n").toString("latin1"));
    expect(written("utf-16", utf16("a = é\n"))).toBe(utf16("a = š\n").toString("latin1"));
  });

  it("make new files", () => {
    const fresh = (id: string, params: Params) => {
      const format = formatOf(id, params);
      return Buffer.from(format.encode(format.create(undefined, formatOptions({ params })) ?? ""));
    };
    for (const [id, param] of [
      ["strings", "strings_encoding"],
      ["properties", "properties_encoding"],
    ] as const) {
      expect(fresh(id, { [param]: "utf-16" })).toEqual(utf16("\ufeff\n"));
      expect(fresh(id, { [param]: "utf-8" })).toEqual(Buffer.from("\n"));
    }
    const format = formatOf("strings", { strings_encoding: "utf-16" });
    const base = Buffer.from('"a" = "é";\n');
    expect(Buffer.from(format.encode(format.create(undefined, formatOptions()) ?? "", base))).toEqual(
      utf16("\ufeff\n"),
    );
  });
});

describe("values of parameters", () => {
  const problem = (...given: Parameters<typeof paramProblem>) => said(paramProblem(...given)) ?? "";

  it("are checked", () => {
    expect(paramProblem("json_indent", 2, "json")).toBeUndefined();
    expect(paramProblem("json_indent", 2, "po")).toBeUndefined();
    for (const wrong of ["2", 17, -1, 1.5, null, Number.NaN])
      expect(problem("json_indent", wrong, "json")).toBe(
        "json_indent: this value is not allowed. Enter a whole number from 0 to 16.",
      );
    expect(problem("po_line_wrap", 78, "po")).toContain("Choose one of: 77, 65535, -1.");
    expect(problem("strings_encoding", "latin", "strings")).toContain("utf-8, utf-16");
    expect(problem("flatxml_root_name", "<x>", "flatxml")).toContain("name of an XML element or attribute");
  });

  it("are refused where the name is no parameter, and those of the format are told", () => {
    expect(problem("yaml_indnt", 2, "yaml")).toBe(
      "Unknown parameter “yaml_indnt”. The format yaml has yaml_indent, yaml_line_wrap, yaml_line_break, dos_eol.",
    );
    expect(problem("x", 2, "appstore")).toBe("Unknown parameter “x”. The format appstore has none.");
    for (const name of ["__proto__", "constructor", ""]) expect(problem(name, 1, "po")).toContain("Unknown parameter");
    expect(problem("x".repeat(5000), 1, "appstore").length).toBeLessThan(200);
  });
});

describe("the list of parameters", () => {
  it("names known formats, and standards that can be given", () => {
    for (const param of FORMAT_PARAMS) {
      if (param.formats !== "lines") expect(param.formats.filter((id) => formatName(id) === undefined)).toEqual([]);
      expect([param.name, valueProblem(param, param.standard)]).toEqual([param.name, undefined]);
      expect(param.about).toMatch(/^[A-Z#].*\.$/);
    }
    expect(new Set(FORMAT_PARAMS.map(({ name }) => name)).size).toBe(FORMAT_PARAMS.length);
  });

  it("gives every format those that its files are reformatted by", () => {
    for (const format of offeredFormats())
      expect(paramsOf(format.id).map(({ name }) => name)).toEqual(expect.arrayContaining(reformatParams(format)));
  });
});
