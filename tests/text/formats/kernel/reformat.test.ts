import { describe, expect, it } from "vitest";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { EditRefused, type Entry, type FileFormat, FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { actingParams, reformatFile, reformatParams } from "@/lib/text/formats/kernel/reformat";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";
import { bare } from "../laws/subject";
import { ownSamples, projectSamples, type Sample, spellingOf } from "../samples";

type Params = Record<string, unknown>;

const LEAN = { po_line_wrap: 77, po_remove_obsolete: true, po_no_location: true, po_keep_previous: false };
const SETTINGS: Readonly<Record<string, readonly Params[]>> = {
  po_line_wrap: [{ po_line_wrap: 77 }, { po_line_wrap: 65535 }, { po_line_wrap: -1 }, LEAN],
  json_indent: [
    { json_indent: 2 },
    { json_indent_style: "tabs", json_use_compact_separators: true },
    { json_use_compact_separators: false },
    { json_sort_keys: true },
    { json_indent: 4, json_use_compact_separators: false, json_sort_keys: true },
  ],
  yaml_indent: [
    { yaml_indent: 1 },
    { yaml_indent: 4 },
    { yaml_line_wrap: 80 },
    { yaml_indent: 3, yaml_line_wrap: 100, yaml_line_break: "dos" },
  ],
  xml_closing_tags: [{ xml_closing_tags: true }, { xml_closing_tags: false }],
  dos_eol: [{ dos_eol: true }, { dos_eol: false }],
};

const settingsOf = (format: FileFormat): Params[] => reformatParams(format).flatMap((name) => SETTINGS[name] ?? []);

/** What an entry must say afterwards; flags are compared without their order, notes without their line ends. */
function expected(entry: Entry, params: Params): unknown {
  return {
    ...bare(entry),
    flags: entry.flags.split(/[,:]/).sort(),
    note: entry.note.replaceAll("\r\n", "\n"),
    location: params.po_no_location ? "" : entry.location,
    previousSource: params.po_keep_previous === false ? "" : entry.previousSource,
  };
}

const byId = (entries: readonly Entry[]): Entry[] => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Holds one file to the laws; tells whether it was refused. */
function check(format: FileFormat, sample: Sample, params: Params): boolean {
  const options = { ...sample.options, params };
  const text = format.decode(sample.bytes);
  let after: string;
  try {
    after = reformatFile(format, text, options);
  } catch (error) {
    if (error instanceof EditRefused) return true;
    throw error;
  }
  const [before, now] = [text, after].map((one) => byId(format.parse(one, options).entries));
  expect(now!.map((entry) => expected(entry, {}))).toEqual(before!.map((entry) => expected(entry, params)));
  expect(reformatFile(format, after, options) === after).toBe(true);
  expect(format.decode(format.encode(after, sample.bytes)) === after).toBe(true);
  if (params.dos_eol === true) expect(/(?:^|[^\r])\n/.test(after)).toBe(false);
  if (params.dos_eol === false) expect(after).not.toContain("\r\n");
  return false;
}

describe.each(
  offeredFormats()
    .filter((format) => spellingOf(format.id) === undefined && reformatParams(format).length > 0)
    .map((format) => [format.id, format] as const),
)("whole files of %s", (id, format) => {
  const samples = [...ownSamples(id), ...projectSamples(id)];

  it(`say the same in the shape of the parameters (${samples.length} files)`, { timeout: 300_000 }, () => {
    const refused: string[] = [];
    for (const params of settingsOf(format))
      for (const sample of samples)
        if (check(format, sample, params)) refused.push(`${sample.path} ${JSON.stringify(params)}`);
    expect(refused).toEqual([]);
  });

  it("stay as they are without a parameter", () => {
    for (const sample of samples) {
      const text = format.decode(sample.bytes);
      expect(reformatFile(format, text, { ...sample.options, params: {} }) === text).toBe(true);
    }
  });
});

describe("broken files", () => {
  it("are refused as they are when they are read", () => {
    const broken = [
      ["po", 'msgid "a"\nmsgstr "b'],
      ["json", '{"a": 1,}'],
      ["webextension", '{"a": /* x'],
    ] as const;
    for (const [id, text] of broken) {
      const format = findFormat(id)!;
      const options = formatOptions({ params: { po_line_wrap: 77, json_indent: 2, dos_eol: true } });
      const thrown = (work: () => unknown): unknown => {
        try {
          return work();
        } catch (error) {
          return error;
        }
      };
      const refusal = thrown(() => reformatFile(format, text, options));
      expect(refusal).toBeInstanceOf(FormatError);
      expect(refusal).toEqual(thrown(() => format.parse(text, options).entries));
    }
  });

  it("have no shape in which they would say something else", () => {
    const format = findFormat("json-nested")!;
    const text = '{"b": {"c": "1"}, "b.c": "2", "a": "3"}';
    expect(actingParams(format, { json_sort_keys: true, po_line_wrap: 77 })).toEqual(["json_sort_keys"]);
    expect(actingParams(format, { json_sort_keys: false, dos_eol: false })).toEqual(["dos_eol"]);
    expect(reformatFile(format, text, formatOptions({ params: { json_sort_keys: true } }))).toBe(
      '{"a": "3", "b": {"c": "1"}, "b.c": "2"}',
    );
    const worse = (apply: (text: string) => string): FileFormat => ({ ...format, reformat: { params: [], apply } });
    for (const apply of [(one: string) => one.replace("3", "4"), (one: string) => one.slice(1), () => "{}"])
      expect(() => reformatFile(worse(apply), text, formatOptions())).toThrow(EditRefused);
  });
});

describe("JSON files", () => {
  const shape = (id: string, text: string, params: Params): string =>
    reformatFile(findFormat(id)!, text, formatOptions({ params }));

  it("keep numbers, escapes and keys that stand twice as they are written", () => {
    const text = '{"a":"\\u00e9\\/", "n":1.50e+2,\r\n"a" : "twice","l":["x",{}, [ ]] }\r\n';
    expect(shape("json", text, { json_indent: 2 })).toBe(
      '{\r\n  "a":"\\u00e9\\/",\r\n  "n":1.50e+2,\r\n  "a" : "twice",\r\n  "l":[\r\n    "x",\r\n    {},\r\n    []\r\n  ]\r\n}\r\n',
    );
    expect(shape("json", text, { json_use_compact_separators: true })).toBe(
      '{"a":"\\u00e9\\/","n":1.50e+2,\r\n"a":"twice","l":["x",{},[ ]] }\r\n',
    );
    expect(shape("json", '{"b":"1","a":"2","b":"3"}', { json_sort_keys: true })).toBe('{"a":"2","b":"1","b":"3"}');
  });

  it("keep their comments, and members in order that have some between them", () => {
    const text = '{ // first\n "b": {"message": "1"}, /* of\n     a */ "a": {"message": "2"} }';
    expect(shape("webextension", text, { json_indent: 2, json_sort_keys: true })).toBe(
      '{ // first\n  "b": {\n    "message": "1"\n  }, /* of\n     a */ "a": {\n    "message": "2"\n  }\n}',
    );
  });

  it("keep the attributes of an application resource behind their text when keys are sorted", () => {
    const text = '{"@@locale":"en","b":"1","@b":{},"a":"2","@a":{"description":"x"}}';
    expect(shape("arb", text, { json_sort_keys: true })).toBe(
      '{"@@locale":"en","a":"2","@a":{"description":"x"},"b":"1","@b":{}}',
    );
  });
});

describe("PO files", () => {
  const shape = (text: string, params: Params): string => reformatFile(gettextPo, text, formatOptions({ params }));
  const long = `${"word ".repeat(20)}end`;
  const text = `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\n#, fuzzy\n#| msgid "${long}"\nmsgid "a"\nmsgstr "${long}"\n\n#: b.c:1\n#~| msgid "old"\n#~ msgid "b"\n#~ msgstr "${long}"\n`;

  it("are wrapped, all of them, and lose what the parameters do not want", () => {
    const wrapped = shape(text, { po_line_wrap: 77 });
    expect(wrapped.split("\n").every((line) => line.length <= 79)).toBe(true);
    expect(wrapped).toContain('#| msgid ""\n#| "word ');
    expect(wrapped).toContain('#~ msgstr ""\n#~ "word ');
    expect(shape(wrapped, { po_line_wrap: 65535 })).toBe(
      text.replace('msgstr "Language: cs\\n', 'msgstr ""\n"Language: cs\\n"\n"'),
    );
    expect(shape(text, { po_remove_obsolete: true, po_no_location: true, po_keep_previous: false })).toBe(
      `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr "${long}"\n`,
    );
    expect(shape(text, { po_keep_previous: false })).not.toContain("old");
  });
});
