import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discover } from "@/lib/text/formats/discovery/discovery";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import { allProjectFiles, dataFolder, looksAtRealFiles } from "../samples";
import { MADE_SETS, REAL_SETS } from "./sets";

/** Folders of a PHP framework, and of a Laravel application, in the two collections. */
const [FORUM, SHELF] = looksAtRealFiles
  ? (["php/codeigniter3-translations", "laravel/BookStack"] as const)
  : (["php/forum", "laravel/shelf"] as const);
const FORUM_FILES = looksAtRealFiles ? ["date_lang", "form_validation_lang"] : ["date_lang", "form_lang"];
const SHELF_FILES = looksAtRealFiles ? ["auth", "common", "entities"] : ["auth", "entities"];
/** XLIFF 2 files that name their language only inside: path below `test/fixtures`, format, language. */
const XLIFF_2: readonly (readonly [file: string, format: string, code: string])[] = looksAtRealFiles
  ? [
      ["example", "xliff2", "de-CH"],
      ["example_cdata", "xliff2", "es-ES"],
      ["inline-elements/example_generic-span", "xliff2-placeables", "de-CH"],
      ["example_groups", "xliff2", "de-CH"],
      ["example_ignorable", "xliff2", "ru-RU"],
      ["example_note", "xliff2", "de-CH"],
      ["inline-elements/example_standalone", "xliff2", "de-CH"],
    ]
  : [
      ["inline/inline", "xliff2-placeables", "cs"],
      ["notes", "xliff2", "de-CH"],
      ["plain", "xliff2", "de-CH"],
      ["segments", "xliff2", "ru-RU"],
    ];

describe("discovery in whole projects", () => {
  const found = (set: string, sourceLanguage = "en") => {
    const files = allProjectFiles()
      .filter((path) => path.startsWith(`${set}/`))
      .map((path) => path.slice(set.length + 1));
    return discover(files, (path) => readFileSync(join(dataFolder, set, path), "utf8"), {
      sourceLanguage,
      isLanguageCode,
    });
  };

  it.each(Object.entries(looksAtRealFiles ? REAL_SETS : MADE_SETS))("finds %s", (set, expected) => {
    const [first] = found(set);
    const [mask, format, base, newBase = first?.newBase, style = findFormat(format)?.codeStyle] = expected;
    expect([
      first?.filemask,
      first?.fileFormat,
      first?.template,
      first?.newBase,
      findFormat(first?.fileFormat ?? "")?.codeStyle,
    ]).toEqual([mask, format, base, newBase, style]);
  });

  it("gives all files of one Laravel folder the same format", () => {
    expect(found(SHELF).map(({ filemask, fileFormat }) => [filemask, fileFormat])).toEqual(
      SHELF_FILES.map((name) => [`lang/*/${name}.php`, "laravel"]),
    );
  });

  it("finds languages by their names, once there is a base in the source language", () => {
    expect(found(FORUM, "fr").map(({ filemask, template }) => [filemask, template])).toEqual(
      FORUM_FILES.map((name) => [`language/*/${name}.php`, `language/french/${name}.php`]),
    );
  });

  it("finds each XLIFF 2 file that names its language itself", () => {
    const set = looksAtRealFiles ? "xliff2/xliff" : "xliff2/reader";
    const proposals = found(set).map((item) => [item.name, item.filemask, item.fileFormat, item.languages]);
    const expected = XLIFF_2.map(([file, format, code]) => {
      const path = `test/fixtures/${file}.xliff`;
      return [file.split("/").at(-1), `${path}/*`, format, [{ code, path: `${path}/${code}` }]];
    });
    expect(proposals.sort()).toEqual(expected.sort());
    for (const { template, newBase } of found(set)) expect(template + newBase).toBe("");
  });

  it("has a proposal in every folder of a format that is read", () => {
    const sets = new Set(allProjectFiles().map((path) => path.split("/").slice(0, 2).join("/")));
    expect(sets.size).toBeGreaterThan(25);
    for (const set of sets) {
      const isRead = findFormat(set.slice(0, set.indexOf("/"))) !== undefined;
      if (isRead) expect([set, found(set).length > 0]).toEqual([set, true]);
    }
  });
});
