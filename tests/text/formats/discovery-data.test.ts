import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discover } from "@/lib/text/formats/discovery";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import { allRealFiles, dataFolder, hasRealData } from "./samples";

/** What is found first in each set of real files: mask, format, base file, style of codes. */
const SETS: Readonly<Record<string, [mask: string, format: string, base: string, style: string]>> = {
  "appstore/aves": ["fastlane/metadata/android/*", "appstore", "fastlane/metadata/android/en-US", "googleplay"],
  "csv/frappe": ["frappe/translations/*.csv", "csv", "", "posix"],
  "csv/magento2-storeinfo": ["i18n/*.csv", "csv-simple", "", "posix"],
  "ini/gogs": ["conf/locale/locale_*.ini", "ini", "conf/locale/locale_en-US.ini", "posix"],
  "php/codeigniter3-translations": ["language/*/date_lang.php", "php", "language/czech/date_lang.php", "posix"],
  "properties/jabref": [
    "jablib/src/main/resources/l10n/JabRef_*.properties",
    "properties",
    "jablib/src/main/resources/l10n/JabRef_en.properties",
    "linux",
  ],
  "properties/mailer-plugin": [
    "src/main/resources/jenkins/plugins/mailer/tasks/i18n/Messages_*.properties",
    "properties",
    "src/main/resources/jenkins/plugins/mailer/tasks/i18n/Messages.properties",
    "linux",
  ],
  "resx/Humanizer": [
    "src/Humanizer/Properties/Resources.*.resx",
    "resx",
    "src/Humanizer/Properties/Resources.resx",
    "bcp",
  ],
  "strings/CGMBLEKit": [
    "CGMBLEKit/*.lproj/Localizable.strings",
    "strings",
    "CGMBLEKit/Base.lproj/Localizable.strings",
    "bcp",
  ],
  "strings/Sparkle": ["Sparkle/*.lproj/Sparkle.strings", "strings", "Sparkle/Base.lproj/Sparkle.strings", "bcp"],
  "strings/onebusaway-ios": [
    "OBAKitCore/Strings/*.lproj/Localizable.strings",
    "strings",
    "OBAKitCore/Strings/en.lproj/Localizable.strings",
    "bcp",
  ],
  "stringsdict/onebusaway-ios": [
    "OBAKit/Strings/*.lproj/Localizable.stringsdict",
    "stringsdict",
    "OBAKit/Strings/en.lproj/Localizable.stringsdict",
    "posix",
  ],
  "ts/gitahead": ["l10n/gitahead_*.ts", "ts", "", "posix"],
  "ts/monero-gui": ["translations/monero-core_*.ts", "ts", "", "posix"],
  "xcstrings/CBNote": ["Localizable.xcstrings/*", "xcstrings", "Localizable.xcstrings/en", "bcp"],
  "xliff/SonataAdminBundle": ["src/Resources/translations/SonataAdminBundle.*.xliff", "plainxliff", "", "bcp"],
  "xliff/validator": ["Resources/translations/validators.*.xlf", "plainxliff", "", "bcp"],
};

describe("sets of real files", () => {
  const found = (set: string, sourceLanguage = "en") => {
    const files = allRealFiles()
      .filter((path) => path.startsWith(`${set}/`))
      .map((path) => path.slice(set.length + 1));
    return discover(files, (path) => readFileSync(join(dataFolder, set, path), "utf8"), {
      sourceLanguage,
      isLanguageCode,
    });
  };

  it.each(Object.entries(SETS))("%s is found", (set, expected) => {
    if (!hasRealData) return expect(allRealFiles()).toEqual([]);
    const [first] = found(set);
    expect([
      first?.filemask,
      first?.fileFormat,
      first?.template,
      findFormat(first?.fileFormat ?? "")?.codeStyle,
    ]).toEqual(expected);
  });

  it("gives all files of one Laravel folder the same format", () => {
    if (!hasRealData) return expect(allRealFiles()).toEqual([]);
    expect(found("laravel/BookStack").map(({ filemask, fileFormat }) => [filemask, fileFormat])).toEqual([
      ["lang/*/auth.php", "laravel"],
      ["lang/*/common.php", "laravel"],
      ["lang/*/entities.php", "laravel"],
    ]);
  });

  it("finds languages by their names, once there is a base in the source language", () => {
    if (!hasRealData) return expect(allRealFiles()).toEqual([]);
    expect(found("php/codeigniter3-translations", "fr").map(({ filemask, template }) => [filemask, template])).toEqual([
      ["language/*/date_lang.php", "language/french/date_lang.php"],
      ["language/*/form_validation_lang.php", "language/french/form_validation_lang.php"],
    ]);
  });

  it("finds each XLIFF 2 file that names its language itself", () => {
    if (!hasRealData) return expect(allRealFiles()).toEqual([]);
    const proposals = found("xliff2/xliff").map((item) => [item.name, item.filemask, item.fileFormat, item.languages]);
    const expected = (file: string, format: string, code: string) => {
      const path = `test/fixtures/${file}.xliff`;
      return [file.split("/").at(-1), `${path}/*`, format, [{ code, path: `${path}/${code}` }]];
    };
    expect(proposals.sort()).toEqual([
      expected("example", "xliff2", "de-CH"),
      expected("example_cdata", "xliff2", "es-ES"),
      expected("inline-elements/example_generic-span", "xliff2-placeables", "de-CH"),
      expected("example_groups", "xliff2", "de-CH"),
      expected("example_ignorable", "xliff2", "ru-RU"),
      expected("example_note", "xliff2", "de-CH"),
      expected("inline-elements/example_standalone", "xliff2", "de-CH"),
    ]);
    expect(found("xliff2/xliff").map(({ template, newBase }) => template + newBase)).toEqual(Array(7).fill(""));
  });

  it("have a proposal in every folder of a format that is read", () => {
    const sets = new Set(allRealFiles().map((path) => path.split("/").slice(0, 2).join("/")));
    for (const set of sets) {
      const isRead = findFormat(set.slice(0, set.indexOf("/"))) !== undefined;
      if (isRead) expect([set, found(set).length > 0]).toEqual([set, true]);
    }
  });
});
