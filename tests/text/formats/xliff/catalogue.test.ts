import { describe, expect, it } from "vitest";
import {
  catalogueFormat,
  catalogueOf,
  isPartName,
  namedCatalogueOf,
  repositoryPath,
} from "@/lib/text/formats/catalogue";

const text = (code: string, target = "b") =>
  `<xliff version="2.0" srcLang="en"${code && ` trgLang="${code}"`}><file id="f"><unit id="u"><segment><source>a</source><target>${target}</target></segment></unit></file></xliff>`;

describe.each(["xliff2", "xliff2-placeables"])("a file of %s by the language that it names", (id) => {
  const { catalogue } = catalogueFormat(id)!;

  it("holds that language and is its one part", () => {
    expect(catalogue.languages(text("de-CH"))).toEqual(["de-CH"]);
    expect(catalogue.languages(text(""))).toEqual([]);
    expect(catalogue.part(text("de-CH"), "de-CH")).toBe(text("de-CH"));
    expect(catalogue.part(text("de-CH"), "de")).toBeUndefined();
    for (const call of [catalogue.languages, (broken: string) => catalogue.part(broken, "de")])
      expect(() => call("<xliff version='2.0'><file></xliff>")).toThrow(
        expect.objectContaining({ name: "FormatError" }),
      );
    expect(() => catalogue.languages('<xliff version="1.2"/>')).toThrow("This is XLIFF 1.2, not 2.0.");
  });

  it("takes its part in, goes with it, and takes no other", () => {
    expect(catalogue.join(text("de"), "de", text("de", "c"))).toBe(text("de", "c"));
    expect(catalogue.join(undefined, "de", text("de"))).toBe(text("de"));
    expect(catalogue.join(text("de"), "de", undefined)).toBeUndefined();
    expect(catalogue.join(text("de"), "fr", undefined)).toBe(text("de"));
    expect(catalogue.join(undefined, "de", undefined)).toBeUndefined();
    const refused = (...given: Parameters<typeof catalogue.join>) => {
      try {
        return catalogue.join(...given);
      } catch (error) {
        return (error as { reason?: string }).reason;
      }
    };
    expect(refused(text("de"), "fr", text("fr"))).toBe(
      "An XLIFF 2 file contains one language, and this one contains only de. fr cannot be added.",
    );
    expect(refused(text(""), "fr", text("fr"))).toContain("no language declared with trgLang");
    expect(refused(text("de"), "de", text("fr"))).toBe("The file declares the language fr with trgLang, not de.");
    expect(refused(undefined, "de", text(""))).toContain("no language with trgLang, not de");
  });
});

describe("masks of files with several languages", () => {
  it("are a path and a star", () => {
    const of = (filemask: string, fileFormat = "xliff2") => catalogueOf({ fileFormat, filemask });
    expect(of("a/b.xliff/*")).toBe("a/b.xliff");
    expect(of("a/b.xliff/*", "po")).toBeUndefined();
    for (const mask of ["a/*.xliff", "*/b.xliff/*", "a/b.xliff/*.xliff", "/*", "*"]) expect(of(mask)).toBeUndefined();
    expect(namedCatalogueOf({ fileFormat: "xliff2", filemask: "locale/*" })).toBeUndefined();
    const places = { fileFormat: "xcstrings", filemask: "App/L.xcstrings/*" };
    expect(namedCatalogueOf(places)).toBe("App/L.xcstrings");
    expect(repositoryPath(places, "App/L.xcstrings/ja")).toBe("App/L.xcstrings");
    expect(repositoryPath(places, "App/L.xcstringsx/ja")).toBe("App/L.xcstringsx/ja");
    expect(repositoryPath(places, "")).toBe("");
  });

  it("have codes that can be names below them", () => {
    for (const code of ["de", "pt-BR", "zh_Hant", "sr@latin", "ca-ES-valencia"]) expect(isPartName(code)).toBe(true);
    for (const code of ["", ".", "..", "a/b", "a\\b", "-x", "a b", "a\0", "é", "x".repeat(51), "*"])
      expect(isPartName(code)).toBe(false);
  });
});
