import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { protectPlaceables } from "@/lib/text/placeables";

const STYLES = ["xml", "text"] as const;

describe("placeables", () => {
  it("become markers and come back, in any order", () => {
    const text = "Delete %d files of <b>{name}</b> & 100% of %{HOME}?";
    const xml = protectPlaceables(text, "xml");
    expect(xml.text).toBe(
      'Delete <x id="1"></x> files of <x id="2"></x><x id="3"></x><x id="4"></x> &amp; 100% of <x id="5"></x>?',
    );
    expect(xml.restore(xml.text.replace("Delete", "Smazat").replace("files of", "souborů z"))).toBe(
      "Smazat %d souborů z <b>{name}</b> & 100% of %{HOME}?",
    );
    expect(xml.restore('<x id="5"/> <x id=4></x> <x id="3"> </x><x id="2" /> &quot;<x id="1"></x>&#39;')).toBe(
      "%{HOME} </b> {name}<b> \"%d'",
    );
    const plain = protectPlaceables("Hello %(name)s, see https://example.org/x", "text");
    expect(plain.text).toBe("Hello [[1]], see [[2]]");
    expect(plain.restore("[[ 2 ]]: ahoj [[1]]")).toBe("https://example.org/x: ahoj %(name)s");
    expect(protectPlaceables("Use @user@ now", "text", ["@user@"]).text).toBe("Use [[1]] now");
  });

  it("refuse a translation that lost, doubled or invented one", () => {
    for (const style of STYLES) {
      const { text, restore } = protectPlaceables("%d of %s", style);
      const [one = "", two = ""] = style === "xml" ? ['<x id="1"></x>', '<x id="2"></x>'] : ["[[1]]", "[[2]]"];
      expect(text).toBe(`${one} of ${two}`);
      for (const bad of [one, `${one}${two}${two}`, text.replaceAll("2", "3"), ""])
        expect(restore(bad), bad).toBeUndefined();
    }
  });

  it("leave every text as it was when nothing is translated", () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 200,
          unit: fc.constantFrom(..."ab %d{}<>/&;$\\n[]1()x".split(""), "%s", "<b>", "[[1]]"),
        }),
        (text) => {
          const xml = protectPlaceables(text, "xml");
          expect(xml.restore(xml.text)).toBe(text);
          const plain = protectPlaceables(text, "text");
          if (!/\[\[\s?\d/.test(text)) expect(plain.restore(plain.text)).toBe(text);
        },
      ),
    );
  });

  it("are found in a long text soon", () => {
    const began = performance.now();
    for (const piece of ["%", "{", "<a ", "&", "%(", "${", "https://", "[["])
      protectPlaceables(piece.repeat(50_000), "xml");
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
