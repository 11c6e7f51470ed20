import { describe, expect, it } from "vitest";
import { discover } from "@/lib/text/formats/discovery/discovery";
import { applyPatches, EditRefused, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import { optionsFor, ownSamples, projectSamples } from "./samples";

const cs = optionsFor("cs");
const change = (id: string, text: string, edits: EntryEdit[], options: FormatOptions = cs): string => {
  const format = findFormat(id)!;
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
};
const set = (id: string, target: string): EntryEdit => ({ kind: "set", id, targets: [target], state: "translated" });
const add = (context: string, target: string, source = ""): EntryEdit => ({
  kind: "add",
  context,
  sources: [source],
  targets: [target],
  state: "translated",
  plural: false,
});
const read = (id: string, text: string, options: FormatOptions = cs) =>
  findFormat(id)!
    .parse(text, options)
    .entries.map((entry) => [entry.context, entry.targets[0]]);
const own = (id: string): string => {
  const [sample] = ownSamples(id);
  return findFormat(id)!.decode(sample!.bytes);
};

describe("INI", () => {
  it("reads names with their sections, and those before all sections", () => {
    expect(read("ini", own("ini"))).toEqual([
      ["app", "Kdoule"],
      ["[Basket]title", "Otevřít košík"],
      ["[Basket]empty", ""],
      ["[Basket]url", "https://example.org/?a=b&c=d"],
      ["[Basket]quoted", '"v uvozovkách"'],
      ["[Section Two]title", "Druhý; nadpis %s"],
    ]);
  });
  it("puts new names into their sections", () => {
    const text = "a=1\n\n[X]\nb = 2\n\n[Y]\nc=3\n";
    expect(change("ini", text, [add("[X]n", "4"), add("m", "5"), add("[Z]o", "6")])).toBe(
      "a=1\nm=5\n\n[X]\nb = 2\nn=4\n\n[Y]\nc=3\n\n[Z]\no=6\n",
    );
    const options = { ...cs, base: "[X]\na=\nb=\n" };
    expect(change("ini", text, [add("[X]a", "0")], options)).toBe("a=1\n\n[X]\na=0\nb = 2\n\n[Y]\nc=3\n");
  });
  it("refuses what a line cannot hold", () => {
    for (const hard of ["a\nb", " a", "a "]) expect(() => change("ini", "a=b", [set("a", hard)])).toThrow(EditRefused);
    expect(() => findFormat("ini")!.parse("a=b\n[x", cs)).toThrow(expect.objectContaining({ line: 2, column: 1 }));
  });
  it("reads every file of projects", () => {
    const files = projectSamples("ini");
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const keys = read("ini", findFormat("ini")!.decode(file.bytes)).map(([key]) => key);
      expect(keys.length).toBeGreaterThan(1);
      expect(keys).toContain("app_desc");
    }
  });
});

describe("Inno Setup", () => {
  it("reads and writes its own marks", () => {
    expect(read("islu", "[M]\na=x%ny%tz %1")).toEqual([["[M]a", "x\ny\tz %1"]]);
    expect(change("islu", "[M]\na=x\n", [set("[M]a", "1\n2\t3")])).toBe("[M]\na=1%n2%t3\n");
    expect(() => change("islu", "[M]\na=x\n", [set("[M]a", "1%n2")])).toThrow(EditRefused);
  });
});

describe("DTD", () => {
  it("reads entities with notes", () => {
    expect(read("dtd", own("dtd"))).toEqual([
      ["title", "Kdoule & přátelé"],
      ["brand.text", "O aplikaci &brandShortName;"],
      ["quoted", "It is \"quoted\" 'x'"],
      ["percent", "100% hotovo"],
      ["multi", "první\ndruhý &lt;b&gt;"],
      ["empty", ""],
    ]);
    expect(findFormat("dtd")!.parse(own("dtd"), cs).entries[0]!.note).toBe("LOCALIZATION NOTE (title): Window title");
  });
  it("writes references where they are needed", () => {
    expect(change("dtd", '<!ENTITY a "b">', [set("a", '100% "x" & &brand; &amp; <b>')])).toBe(
      '<!ENTITY a "100&#037; &quot;x&quot; &amp; &brand; &amp;amp; <b>">',
    );
  });
  it("never reads files outside", () => {
    expect(read("dtd", '<!ENTITY a SYSTEM "file:///etc/passwd">\n<!ENTITY % b "c">\n<!ENTITY d "&a;">')).toEqual([
      ["d", "&a;"],
    ]);
  });
  it.each([
    ['<!ENTITY a "b', 1, 12],
    ["\n<!-- x", 2, 1],
    ['<!ENTITY a "b" c>', 1, 15],
    ["<!ENTITY a", 1, 1],
  ])("refuses %j with its place", (text, line, column) =>
    expect(() => findFormat("dtd")!.parse(text, cs)).toThrow(expect.objectContaining({ line, column })),
  );
});

describe("catkeys", () => {
  it("reads source, context and comment", () => {
    const { entries } = findFormat("catkeys")!.parse(own("catkeys"), cs);
    expect(entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.note])).toEqual([
      ["BasketWindow", "Open basket", "Otevřít košík", ""],
      ["BasketWindow", "Line\nbreak", "Řádek\nzlom \\ \t", "A comment"],
      ["Menu", "Open basket", "", ""],
    ]);
  });
  it("names the language of a new file, and keeps the fingerprint", () => {
    const made = findFormat("catkeys")!.create(own("catkeys"), optionsFor("de"))!;
    expect(made.split("\n")[0]).toBe("1\tde\tapplication/x-vnd.Quince\t1234567890");
    expect(change("catkeys", made, [add("Menu", "Zavřít", "Close")])).toContain("\nClose\tMenu\t\tZavřít\n");
  });
});

describe("resource scripts", () => {
  it("reads tables, dialogs and menus", () => {
    expect(read("rc", own("rc"))).toEqual([
      ["DIALOGEX.IDD_ABOUT.CAPTION", "About quinces"],
      ["DIALOGEX.IDD_ABOUT.LTEXT.IDC_STATIC", 'Quinces, version "1.0"'],
      ["DIALOGEX.IDD_ABOUT.LTEXT.IDC_STATIC.2", "Copyright"],
      ["DIALOGEX.IDD_ABOUT.CONTROL.IDC_TABS", "Show\ttabs"],
      ["DIALOGEX.IDD_ABOUT.DEFPUSHBUTTON.IDOK", "OK"],
      ["MENU.IDR_MENU.POPUP", "&File"],
      ["MENU.IDR_MENU.MENUITEM.IDM_EXIT", "E&xit\tAlt+F4"],
      ["MENU.IDR_MENU.POPUP.2", "&More"],
      ["MENU.IDR_MENU.MENUITEM.IDM_LESS", "&Less"],
      ["STRINGTABLE.IDS_APP_TITLE", "Quince"],
      ["STRINGTABLE.IDS_HELLO", "Hello\nC:\\path"],
      ["STRINGTABLE.IDS_LONG", "On the next line"],
    ]);
  });
  it("takes a text that says the same as the base for one that is not translated", () => {
    const base = own("rc");
    const options = { ...cs, base };
    expect(read("rc", base, options).every(([, target]) => target === "")).toBe(true);
    const changed = change("rc", base, [set("STRINGTABLE.IDS_APP_TITLE", 'Kdoule "x"')], options);
    expect(changed).toContain('IDS_APP_TITLE       "Kdoule ""x"""');
    expect(change("rc", changed, [set("STRINGTABLE.IDS_APP_TITLE", "")], options)).toBe(base);
  });
  it("writes UTF-16 as it was", () => {
    const rc = findFormat("rc")!;
    const bytes = Buffer.from('\ufeffSTRINGTABLE\r\nBEGIN\r\nIDS_A "ž"\r\nEND\r\n', "utf16le");
    const text = rc.decode(bytes);
    const now = rc.encode(change("rc", text, [set("STRINGTABLE.IDS_A", "ř\n")]), bytes);
    expect(Buffer.from(now).toString("utf16le")).toBe('\ufeffSTRINGTABLE\r\nBEGIN\r\nIDS_A "ř\\n"\r\nEND\r\n');
  });
});

describe("subtitles", () => {
  it.each([
    ["srt", ["00:00:01,000-->00:00:02,500", "První titulek\nna dvou řádcích"], "Shown for 1.5 s"],
    ["sub", ["1-->1", "25.000"], "Shown for 0 s"],
    ["ass", ["0:00:01.00-->0:00:02.50", "První\nřádek, s čárkou"], "Shown for 1.5 s"],
    ["ssa", ["0:00:01.00-->0:00:02.50", "První\nřádek, s čárkou"], "Shown for 1.5 s"],
  ])("reads %s by time", (id, first, note) => {
    expect(read(id, own(id))[0]).toEqual(first);
    const [entry] = findFormat(id)!.parse(own(id), cs).entries;
    expect([entry!.note, entry!.location]).toEqual([note, first[0]]);
  });
  it("writes line breaks in each one's way", () => {
    expect(change("srt", own("srt"), [set("00:00:03,000-->00:00:04,000", "a\nb")])).toContain("04,000\na\nb\n\n3");
    expect(change("sub", own("sub"), [set("25-->50", "a\nb")])).toContain("{25}{50}a|b\n");
    expect(change("ass", own("ass"), [set("0:00:03.00-->0:00:04.00", "a\nb")])).toContain(",,a\\Nb\n");
    expect(() => change("srt", own("srt"), [set("00:00:03,000-->00:00:04,000", "a\n\nb")])).toThrow(EditRefused);
  });
  it("adds a cue and takes it away", () => {
    const text = own("srt");
    const added = change("srt", text, [add("00:00:07,000-->00:00:08,000", "Konec")]);
    expect(added.endsWith("Třetí\n\n4\n00:00:07,000 --> 00:00:08,000\nKonec\n")).toBe(true);
  });
  it.each([
    ["srt", "x", 1, 1],
    ["sub", "{1}{2}a\nx", 2, 1],
    ["ass", "x", 1, 1],
    ["ass", "[Events]\nDialogue: a", 2, 1],
  ])("refuses a %s file like %j with its place", (id, text, line, column) =>
    expect(() => findFormat(id)!.parse(text, cs)).toThrow(expect.objectContaining({ line, column })),
  );
});

describe("finding components of lines, code and prose", () => {
  const look = (files: Record<string, string>) =>
    discover(Object.keys(files), (path) => files[path], { sourceLanguage: "en", isLanguageCode }).map(
      ({ filemask, fileFormat, template, newBase }) => [filemask, fileFormat, template, newBase],
    );
  it.each([
    ["l10n/App_cs.properties", "l10n/App.properties", "a=b\n", "l10n/App_*.properties", "properties"],
    ["l10n/App_cs.properties", "l10n/App_en.properties", "a=b\na[one]=c\n", "l10n/App_*.properties", "gwt"],
    ["lang/cs/x.php", "lang/en/x.php", "<?php\nreturn [\n'a' => 'b|c',\n];\n", "lang/*/x.php", "laravel"],
    ["lang/cs/x.php", "lang/en/x.php", "<?php\n$lang['a'] = 'b';\n", "lang/*/x.php", "php"],
    ["lang/cs.ini", "lang/en.ini", 'A_B="c"\n', "lang/*.ini", "joomla"],
    ["lang/cs.ini", "lang/en.ini", "a = b\n", "lang/*.ini", "ini"],
    ["cs/x.dtd", "en/x.dtd", '<!ENTITY a "b">', "*/x.dtd", "dtd"],
  ])("finds %s with %s", (path, base, text, mask, format) =>
    expect(look({ [path]: text, [base]: text })).toEqual([[mask, format, base, ""]]),
  );
  it.each([
    ["docs/cs/a.md", "docs/en/a.md", "# Hi\n", "docs/*/a.md", "markdown"],
    ["docs/cs/a.html", "docs/en/a.html", "<p>Hi</p>\n", "docs/*/a.html", "html"],
    ["sub/cs.srt", "sub/en.srt", "1\n00:00:01,000 --> 00:00:02,000\na\n", "sub/*.srt", "srt"],
  ])("finds %s with %s, which new files are made from", (path, base, text, mask, format) =>
    expect(look({ [path]: text, [base]: text })).toEqual([[mask, format, base, base]]),
  );
  it.each(["odt", "idml", "docx"])("finds documents that end in %s without looking into them", (ending) => {
    const paths = [`docs/cs.${ending}`, `docs/en.${ending}`, `docs/~$en.${ending}`];
    const found = discover(paths, () => undefined, { sourceLanguage: "en", isLanguageCode });
    expect(found.map(({ filemask, fileFormat, newBase }) => [filemask, fileFormat, newBase])).toEqual([
      [`docs/*.${ending}`, ending === "odt" ? "odf" : ending, `docs/en.${ending}`],
    ]);
  });
  it("leaves files without a base alone", () => {
    expect(look({ "docs/cs/a.md": "# Hi\n", "lang/cs.ini": "a=b", "x/cs.php": "<?php return [];" })).toEqual([]);
  });
});
