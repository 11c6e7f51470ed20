import { describe, expect, it } from "vitest";
import { discover } from "@/lib/text/formats/discovery/discovery";
import { isLanguageCode } from "@/lib/text/languages/discovery";

const look = (files: Record<string, string>, sourceLanguage = "en") =>
  discover(Object.keys(files), (path) => files[path], { sourceLanguage, isLanguageCode });
const brief = (files: Record<string, string>, sourceLanguage?: string) =>
  look(files, sourceLanguage).map((one) => [one.filemask, one.fileFormat, one.template, one.sourceLanguage]);

const php = (one: string, two: string): string => `<?php\n$lang['one'] = '${one}';\n$lang['two'] = '${two}';\n`;
const json = (one: string, two: string): string => JSON.stringify({ one, two });

describe("files in no source language", () => {
  it("are proposed with one of their languages as the source, the same for all", () => {
    const found = look({
      "language/french/date_lang.php": php("un", "deux"),
      "language/czech/date_lang.php": php("jedna", "dvě"),
      "language/french/form_lang.php": php("trois", "quatre"),
      "language/czech/form_lang.php": php("tři", "čtyři"),
    });
    expect(found.map(({ filemask, template, sourceLanguage }) => [filemask, template, sourceLanguage])).toEqual([
      ["language/*/date_lang.php", "language/czech/date_lang.php", "cs"],
      ["language/*/form_lang.php", "language/czech/form_lang.php", "cs"],
    ]);
    expect(found[0]?.why).toBe(
      "the source texts are in language/czech/date_lang.php; as no file is in English, their source is Czech",
    );
    expect(found[0]?.languages.map(({ code }) => code)).toEqual(["czech", "french"]);
  });

  it("have the language of most files as their source", () => {
    expect(
      brief({
        "language/french/a_lang.php": php("un", "deux"),
        "language/czech/a_lang.php": php("jedna", "dvě"),
        "language/french/b_lang.php": php("un", "deux"),
        "language/german/b_lang.php": php("eins", "zwei"),
      }),
    ).toEqual([
      ["language/*/a_lang.php", "php", "language/french/a_lang.php", "fr"],
      ["language/*/b_lang.php", "php", "language/french/b_lang.php", "fr"],
    ]);
  });

  it("may be told by codes in folders that say so", () => {
    const files = { "locales/fr.json": json("un", "deux"), "locales/de.json": json("eins", "zwei") };
    expect(brief(files)).toEqual([["locales/*.json", "json", "locales/de.json", "de"]]);
    expect(brief(files, "fr")).toEqual([["locales/*.json", "json", "locales/fr.json", "fr"]]);
    expect(
      brief({
        "config/locales/fr.yml": "fr:\n  a: un\n  b: deux\n",
        "config/locales/es.yml": "es:\n  a: uno\n  b: dos\n",
      }),
    ).toEqual([["config/locales/*.yml", "ruby-yaml", "config/locales/es.yml", "es"]]);
  });

  it.each<[string, Record<string, string>]>([
    ["of countries", { "data/fr.json": json("Paris", "euro"), "data/de.json": json("Berlin", "Euro") }],
    ["of one language", { "locales/fr.json": json("un", "deux") }],
    ["of one language twice", { "locales/fr.json": json("un", "deux"), "locales/fr_FR.json": json("une", "two") }],
    ["that say the same", { "locales/fr.json": json("1", "2"), "locales/de.json": json("1", "2") }],
    ["of other keys", { "locales/fr.json": '{"a":"x","b":"y"}', "locales/de.json": '{"c":"x","d":"y"}' }],
    ["of code", { "language/french/x.php": "<?php echo 1;", "language/czech/x.php": "<?php echo 2;" }],
    ["that are broken", { "locales/fr.json": '{"a":"x"', "locales/de.json": '{"a":"y"' }],
    ["that are documents", { "docs/french/a.md": "Un\n\nDeux\n", "docs/czech/a.md": "Jedna\n\nDvě\n" }],
  ])("are nothing when they are files %s", (_, files) => {
    expect(brief(files)).toEqual([]);
  });

  it("are left over where others of their sort are in it", () => {
    expect(
      brief({
        "language/english/a_lang.php": php("one", "two"),
        "language/french/a_lang.php": php("un", "deux"),
        "language/french/b_lang.php": php("un", "deux"),
        "language/czech/b_lang.php": php("jedna", "dvě"),
      }),
    ).toEqual([["language/*/a_lang.php", "php", "language/english/a_lang.php", "en"]]);
  });
});
