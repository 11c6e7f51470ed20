import { describe, expect, it } from "vitest";
import { discover, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { validateMaskPath } from "@/lib/text/formats/kernel/filemask";
import { isLanguageCode } from "@/lib/text/languages/discovery";

const options = { sourceLanguage: "en", isLanguageCode };
const look = (files: Record<string, string>, more = {}): ProposedComponent[] =>
  discover(Object.keys(files), (path) => files[path], { ...options, ...more });
const brief = (found: ProposedComponent[]) =>
  found.map(({ filemask, fileFormat, template, newBase, languages }) => [
    filemask,
    fileFormat,
    template,
    newBase,
    languages.map((item) => item.code).join(" "),
  ]);

const JSON_FILE = '{"a": "b"}';
const PO = 'msgid ""\nmsgstr ""\n\nmsgid "Open the basket"\nmsgstr "x"\n';

describe("finding components", () => {
  it("finds PO files in folders and by name, with their templates", () => {
    const found = look({
      "locale/cs/LC_MESSAGES/django.po": PO,
      "locale/pt_BR/LC_MESSAGES/django.po": PO,
      "locale/django.pot": PO,
      "po/cs.po": PO,
      "po/de.po": PO,
      "po/zh_Hant.po": PO,
      "po/quince.pot": PO,
      "docs/docs-fr.po": PO,
      "node_modules/x/po/cs.po": PO,
      "build/po/cs.po": PO,
    });
    expect(brief(found)).toEqual([
      ["po/*.po", "po", "", "po/quince.pot", "cs de zh_Hant"],
      ["locale/*/LC_MESSAGES/django.po", "po", "", "locale/django.pot", "cs pt_BR"],
      ["docs/docs-*.po", "po", "", "", "fr"],
    ]);
    expect(found.map((item) => [item.name, item.slug])).toEqual([
      ["quince", "quince"],
      ["django", "django"],
      ["docs", "docs"],
    ]);
    expect(found.every((item) => item.why.length > 10)).toBe(true);
  });

  it.each([
    [{ "stalls/apples/po/cs.po": PO, "stalls/pears/po/cs.po": PO }, ["apples", "pears"]],
    [{ "apps/till/src/locales/cs.json": JSON_FILE, "apps/till/src/locales/en.json": JSON_FILE }, ["till"]],
    [{ "po/cs.po": PO, "po/messages.pot": PO }, ["po"]],
    [{ "i18n/cs.po": PO }, ["i18n"]],
  ])("names components after what their files are of, not after folders that are usual: %j", (files, names) => {
    expect(look(files).map((item) => item.name)).toEqual(names);
  });

  it.each([
    [["l/en_XX.json", "l/cs_CZ.json"], [["l/*.json", "l/en_XX.json", "cs_CZ en_XX"]]],
    [["l/en.json", "l/cs.json", "l/en-XA.json", "l/ar-XB.json"], [["l/*.json", "l/en.json", "ar-XB cs en-XA en"]]],
    [["l/en.json", "l/cs_XX.json", "l/sq_XK.json"], [["l/*.json", "l/en.json", "cs_XX en sq_XK"]]],
    [["l/app_en.json", "l/app_en_ZZ.json"], [["l/app_*.json", "l/app_en.json", "en en_ZZ"]]],
    // The same mark in all files says nothing of languages, and words are no marks.
    [["l/en_XX.json", "l/cs_XX.json"], [["l/*_XX.json", "l/en_XX.json", "cs en"]]],
    [
      ["l/en.json", "l/de.json", "l/en_qt.json", "l/de_qt.json"],
      [
        ["l/*.json", "l/en.json", "de en"],
        ["l/*_qt.json", "l/en_qt.json", "de en"],
      ],
    ],
  ])("makes one component of files whose names tell a language and no country: %j", (files, expected) => {
    const found = look(Object.fromEntries(files.map((path) => [path, JSON_FILE])));
    expect(
      found.map((item) => [item.filemask, item.template, item.languages.map(({ code }) => code).join(" ")]),
    ).toEqual(expected);
  });

  it("finds files for exchange by ending and content", () => {
    const v1 = (inside: string) => `<xliff version="1.2"><file>${inside}</file></xliff>`;
    const found = look({
      "plain/messages.cs.xlf": v1("<source>a</source>"),
      "plain/messages.en.xlf": v1("<source>a</source>"),
      "rich/messages.cs.xlf": v1('<source><x id="1"/></source>'),
      "po/messages.cs.xlf": v1('<group restype="x-gettext-plurals"/>'),
      "two/messages.cs.xliff": '<xliff xmlns="u" version="2.0"/>',
      "rich2/messages.cs.xliff": '<xliff xmlns="u" version="2.1"><pc id="1"/></xliff>',
      "apple/cs.xliff": '<xliff version="1.2"><file original="App/Localizable.strings"/></xliff>',
      "qt/app_cs.ts": '<!DOCTYPE TS>\n<TS version="2.1" language="cs">',
      "qt1/app_cs.ts": "<!DOCTYPE TS><TS>",
      "src/locale/cs.ts": "export default { open: 'x' };",
      "i18n/cs_CZ.csv": '"Open","x"\n',
      "i18n/en_US.csv": '"Open","Open"\n',
      "keys/cs.csv": "basket.title,x\n",
      "keys/en.csv": "basket.title,Basket\n",
      "table/cs.csv": "context,source,target\na,b,c\n",
      "terms/cs.tbx": "<martif type='TBX'>",
      "sheets/cs.xlsx": "PK",
    });
    const formats = new Map(found.map((item) => [item.filemask, [item.fileFormat, item.template, item.newBase]]));
    expect(Object.fromEntries(formats)).toEqual({
      "plain/messages.*.xlf": ["plainxliff", "", "plain/messages.en.xlf"],
      "rich/messages.*.xlf": ["xliff", "", ""],
      "po/messages.*.xlf": ["poxliff", "", ""],
      "two/messages.*.xliff": ["xliff2", "", ""],
      "rich2/messages.*.xliff": ["xliff2-placeables", "", ""],
      "apple/*.xliff": ["apple-xliff", "", ""],
      "qt/app_*.ts": ["ts", "", ""],
      "qt1/app_*.ts": ["ts1", "", ""],
      "i18n/*.csv": ["csv-simple", "", "i18n/en_US.csv"],
      "keys/*.csv": ["csv-simple", "keys/en.csv", "keys/en.csv"],
      "table/*.csv": ["csv", "", ""],
      "terms/*.tbx": ["tbx", "", ""],
      "sheets/*.xlsx": ["xlsx", "", ""],
    });
  });

  it("finds the files of platforms, which need their base", () => {
    const found = look({
      "App/Base.lproj/Localizable.strings": '"a" = "b";',
      "App/cs.lproj/Localizable.strings": '"a" = "b";',
      "App/en.lproj/Plurals.stringsdict": "<plist>",
      "App/cs.lproj/Plurals.stringsdict": "<plist>",
      "App/cs.lproj/Orphan.strings": '"a" = "b";',
      "Properties/Resources.resx": "<root></root>",
      "Properties/Resources.cs.resx": "<root></root>",
      "Themes/Strings.en.xaml": "<ResourceDictionary/>",
      "Themes/Strings.cs.xaml": "<ResourceDictionary >",
      "setup/en.wxl": "<WixLocalization >",
      "setup/cs.wxl": "<WixLocalization >",
      "flat/en.xml": '<root>\n  <str key="a">b</str></root>',
      "flat/cs.xml": '<root>\n  <str key="a">b</str></root>',
    });
    const formats = new Map(found.map((item) => [item.filemask, [item.fileFormat, item.template]]));
    expect(formats.get("App/*.lproj/Localizable.strings")).toEqual(["strings", "App/Base.lproj/Localizable.strings"]);
    expect(formats.get("App/*.lproj/Plurals.stringsdict")).toEqual(["stringsdict", "App/en.lproj/Plurals.stringsdict"]);
    expect(formats.has("App/*.lproj/Orphan.strings")).toBe(false);
    expect(formats.get("Properties/Resources.*.resx")).toEqual(["resx", "Properties/Resources.resx"]);
    expect(formats.get("setup/*.wxl")).toEqual(["wxl", "setup/en.wxl"]);
    expect(formats.get("flat/*.xml")).toEqual(["flatxml", "flat/en.xml"]);
  });

  it("stars a code everywhere it stands", () => {
    const found = look({ "de/messages.de.po": PO, "cs/messages.cs.po": PO });
    expect(found[0]?.filemask).toBe("*/messages.*.po");
  });

  it("tells monolingual PO by its keys", () => {
    const keys = 'msgid ""\nmsgstr ""\n\nmsgid "basket.title"\nmsgstr "Open"\n';
    expect(brief(look({ "po/en.po": keys, "po/cs.po": keys }))).toEqual([
      ["po/*.po", "po-mono", "po/en.po", "po/en.po", "cs en"],
    ]);
    expect(look({ "po/en.po": PO, "po/cs.po": PO })[0]?.fileFormat).toBe("po");
  });

  it("finds Android strings with their base, and leaves night and width alone", () => {
    const xml = '<resources><string name="a">b</string></resources>';
    const found = look({
      "app/src/main/res/values/strings.xml": xml,
      "app/src/main/res/values-cs/strings.xml": xml,
      "app/src/main/res/values-pt-rBR/strings.xml": xml,
      "app/src/main/res/values-b+sr+Latn/strings.xml": xml,
      "app/src/main/res/values-night/strings.xml": xml,
      "app/src/main/res/values-v21/strings.xml": xml,
      "app/src/main/res/values/colors.xml": "<resources/>",
      "lib/composeResources/values/strings.xml": xml,
    });
    expect(brief(found)).toEqual([
      [
        "app/src/main/res/values-*/strings.xml",
        "aresource",
        "app/src/main/res/values/strings.xml",
        "",
        "en b+sr+Latn cs pt-rBR",
      ],
      [
        "lib/composeResources/values-*/strings.xml",
        "cmp-resource",
        "lib/composeResources/values/strings.xml",
        "",
        "en",
      ],
    ]);
  });

  it("tells JSON dialects by content, and needs a base", () => {
    const flat = '{"title":"Basket"}';
    const nested = '{"a":{"b":"Basket"}}';
    expect(brief(look({ "src/lang/en.json": flat, "src/lang/cs.json": flat }))).toEqual([
      ["src/lang/*.json", "json", "src/lang/en.json", "src/lang/en.json", "cs en"],
    ]);
    expect(look({ "l/en-US.json": nested, "l/cs-CZ.json": nested })[0]).toMatchObject({
      fileFormat: "json-nested",
      template: "l/en-US.json",
    });
    expect(look({ "l/fr.json": nested, "l/cs.json": nested })).toEqual([]);
    expect(look({ "l/en.json": '{"n":1}', "l/cs.json": "{}" })).toEqual([]);
    expect(look({ "l/en.json": "[1", "l/cs.json": "{}" })).toEqual([]);
    expect(look({ "package.json": flat, "tsconfig.en.json": flat })).toEqual([]);
    expect(look({ "l/en/app.json": '{"a_one":"x","a_other":"y"}' })[0]?.template).toBe("l/en/app.json");
    const extension = '{"a":{"message":"x","description":"y"}}';
    const kind = (text: string, ending = "json") =>
      look({ [`l/en.${ending}`]: text, [`l/cs.${ending}`]: text }).map((one) => [one.fileFormat, one.template]);
    expect(kind(extension)).toEqual([["webextension", "l/en.json"]]);
    expect(kind('{"a_one":"x","a_other":"y"}')).toEqual([["i18nextv4", "l/en.json"]]);
    expect(kind('{"sort_other":"x"}')).toEqual([["json", "l/en.json"]]);
    expect(kind('{"a":"x","a_plural":"y"}')).toEqual([["i18next", "l/en.json"]]);
    expect(kind('{"a":{"defaultMessage":"y"}}')).toEqual([["formatjs", "l/en.json"]]);
    expect(kind('[{"id":"a","translation":"y"}]')).toEqual([["go-i18n-json", "l/en.json"]]);
    expect(kind('{"a":{"hash":"h","other":"y"}}')).toEqual([["go-i18n-json-v2", "l/en.json"]]);
    expect(kind('{"language":"en","messages":[]}')).toEqual([["gotext", "l/en.json"]]);
    expect(kind('{"translations":{},"pluralForm":""}')).toEqual([["nextcloud-json", ""]]);
    expect(kind('{"a":"x","_a.comment":"y"}', "resjson")).toEqual([["resjson", ""]]);
    expect(kind("en:\n  a: b\n", "yml")).toEqual([["ruby-yaml", "l/en.yml"]]);
    expect(kind("a: b\nc: d\n", "yaml")).toEqual([["yaml", "l/en.yaml"]]);
    expect(kind('a = "b"\n', "toml")).toEqual([["toml", "l/en.toml"]]);
    expect(kind('[a]\nother = "b"\n', "toml")).toEqual([["go-i18n-toml", "l/en.toml"]]);
    expect(kind("a = b\n", "ftl")).toEqual([["fluent", "l/en.ftl"]]);
    expect(kind('{"a":"x"}', "arb")).toEqual([["arb", "l/en.arb"]]);
  });

  it("takes another source language", () => {
    expect(look({ "l/cs.json": '{"a":"b"}', "l/de.json": "{}" }, { sourceLanguage: "cs" })[0]?.template).toBe(
      "l/cs.json",
    );
  });

  it("believes a Transifex configuration first, but not its way out of the repository", () => {
    const found = look({
      ".tx/config":
        "[main]\nhost = https://www.transifex.com\n\n[o:a:p:b:r:c]\nfile_filter = i18n/<lang>/app.po\nsource_file = i18n/app.pot\ntype = PO\n\n[x]\nfile_filter = ../<lang>.po\nsource_file = i18n/app.pot\ntype = PO\n\n[y]\nfile_filter = a/<lang>.q\nsource_file = a/en.q\ntype = NONE\n",
      "i18n/app.pot": PO,
      "i18n/cs/app.po": PO,
      "other/cs.po": PO,
      "other/de.po": PO,
    });
    expect(brief(found)).toEqual([
      ["i18n/*/app.po", "po", "", "i18n/app.pot", "cs"],
      ["other/*.po", "po", "", "", "cs de"],
    ]);
  });

  it("gives every component a name and a slug of its own", () => {
    const files: Record<string, string> = {};
    for (const app of ["a", "b", "c"])
      for (const code of ["cs", "de"]) files[`${app}/locale/${code}/LC_MESSAGES/django.po`] = PO;
    const found = look(files);
    expect(found.map((item) => item.name)).toEqual(["django", "django (b/locale)", "django (c/locale)"]);
    expect(new Set(found.map((item) => item.slug)).size).toBe(3);
  });

  it("finds folders of store texts, and not their files one by one", () => {
    const found = look({
      "fastlane/metadata/android/en-US/title.txt": "Quinces",
      "fastlane/metadata/android/en-US/changelogs/1.txt": "New",
      "fastlane/metadata/android/de-DE/full_description.txt": "Quitten",
      "fastlane/metadata/android/zh-CN/changelogs/1.txt": "x",
      "ios/metadata/en-US/name.txt": "Quinces",
      "ios/metadata/cs/keywords.txt": "kdoule",
      "ios/metadata/review_information/name.txt": "Petra",
      "docs/title.txt": "A title",
    });
    expect(brief(found)).toEqual([
      ["fastlane/metadata/android/*", "appstore", "fastlane/metadata/android/en-US", "", "de-DE en-US zh-CN"],
      ["ios/metadata/*", "appstore", "ios/metadata/en-US", "", "cs en-US"],
    ]);
  });

  it.each<[string, string[], string, string]>([
    ["with a country where nothing is without one", ["de_DE", "fr_FR", "cs_CZ"], "de", "de_DE"],
    ["with its own country before others", ["pt_BR", "pt_PT", "cs_CZ"], "pt", "pt_PT"],
    ["with the only country there is", ["es_MX", "fr_FR"], "es", "es_MX"],
    ["without a country before one that has it", ["de_DE", "de", "fr"], "de", "de"],
    ["with one of two countries nowhere", ["zh_CN", "zh_TW", "fr_FR"], "zh", ""],
    ["of another language that begins alike nowhere", ["den_DE", "fr_FR"], "de", ""],
  ])("finds the source language's file %s", (_, codes, source, base) => {
    const files = Object.fromEntries(codes.map((code) => [`i18n/${code}.json`, `{"greeting": "In ${code}"}`]));
    const [found] = discover(Object.keys(files), (path) => files[path], { isLanguageCode, sourceLanguage: source });
    expect(found?.sourceLanguage === source ? found.template : "").toBe(base === "" ? "" : `i18n/${base}.json`);
  });

  it("finds files that say themselves which languages they hold, unless their names do", () => {
    const xliff = (head: string) =>
      `<?xml version="1.0"?>\n<xliff version="2.0" srcLang="en"${head}><file id="a"/></xliff>`;
    const catalogue = (codes: string[]) =>
      JSON.stringify({
        sourceLanguage: "de",
        strings: { a: { localizations: Object.fromEntries(codes.map((code) => [code, {}])) } },
        version: "1.0",
      });
    const found = look({
      "App/Localizable.xcstrings": catalogue(["fr", "zh-Hans", "../evil"]),
      "App/Info.xcstrings": "{",
      "build/Localizable.xcstrings": catalogue([]),
      "in/messages.xliff": xliff(' trgLang="cs"'),
      "in/bare.xliff": xliff(""),
      "in/odd.xliff": xliff(' trgLang="../../etc"'),
      "in/old.xliff": '<xliff version="1.2" trgLang="cs"/>',
      "in/long.xliff": `${xliff(' trgLang="sk"')}<!-- ${"x".repeat(2_000_000)} -->`,
      "named/de/texts.xliff": xliff(' trgLang="de"'),
      "named/en/texts.xliff": xliff(' trgLang="en"'),
    });
    expect(brief(found)).toEqual([
      ["App/Localizable.xcstrings/*", "xcstrings", "App/Localizable.xcstrings/de", "", "de fr zh-Hans"],
      ["named/*/texts.xliff", "xliff2", "", "named/en/texts.xliff", "de en"],
      ["in/long.xliff/*", "xliff2", "", "", "sk"],
      ["in/messages.xliff/*", "xliff2", "", "", "cs"],
    ]);
    expect(found.map((item) => item.name)).toEqual(["Localizable", "texts", "long", "messages"]);
    expect(found[0]?.languages[1]).toEqual({ code: "fr", path: "App/Localizable.xcstrings/fr" });
  });

  it("finds languages by name where a whole part of the path is one", () => {
    const php = "<?php\n$lang['a'] = 'A';";
    const found = look({
      "language/english/date_lang.php": php,
      "language/french/date_lang.php": php,
      "language/czech/date_lang.php": php,
      "dogs/german-shepherd.php": php,
      "dogs/english-shepherd.php": php,
    });
    expect(brief(found)).toEqual([
      ["language/*/date_lang.php", "php", "language/english/date_lang.php", "", "czech english french"],
    ]);
  });

  it("tells tables with several values of a string from those with one", () => {
    const found = look({
      "multi/cs.csv": 'source,target,context\npear,"hruška",fruit\npear,hruštička,fruit\npear,x,tree\n',
      "plural/cs.csv": "source,target,target_plural_form,id_hash\n%d pear,a,0,1\n%d pear,b,1,1\n",
      "twice/cs.csv": "source,target,context\npear,hruška,\npear,hruška,\npear,,\n",
    });
    expect(found.map(({ filemask, fileFormat }) => [filemask, fileFormat])).toEqual([
      ["plural/*.csv", "csv"],
      ["twice/*.csv", "csv"],
      ["multi/*.csv", "csv-multi"],
    ]);
  });

  it("stays quick and bounded in a large or hostile repository", () => {
    const many = Array.from(
      { length: 50_000 },
      (_, i) => `src/module${i % 700}/i18n/${["cs", "de", "fr", "ja"][i % 4]}/file${i % 50}.po`,
    );
    const odd = [
      "a".repeat(5000),
      `${"cs/".repeat(100)}cs.po`,
      `${"cs.".repeat(100)}po`,
      "a\\cs.po",
      "*/cs.po",
      "../cs.po",
      "/etc/cs.po",
      "",
      "cs.po\0",
    ];
    let reads = 0;
    const started = performance.now();
    const read = (): string => {
      reads++;
      return PO;
    };
    const found = discover([...many, ...odd], read, options);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(found.length).toBeLessThanOrEqual(500);
    expect(reads).toBeLessThanOrEqual(1001);
    for (const item of found) expect(validateMaskPath(item.filemask)).toBeUndefined();
  });

  it("looks at the first MiB only", () => {
    const big = `{"a":{"b":"${"x".repeat(1_200_000)}"}}`;
    expect(look({ "l/en.json": big, "l/cs.json": "{}" })[0]?.fileFormat).toBe("json-nested");
  });
});
