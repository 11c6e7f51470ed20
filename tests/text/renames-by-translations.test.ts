import { expect, it } from "vitest";
import { pairByTranslations } from "@/lib/text/renames/by-translations";

/** Files of languages tell which key became which. */

const texts = (before: Record<string, string>, after: Record<string, string>) => ({
  before: new Map(Object.entries(before)),
  after: new Map(Object.entries(after)),
});
const [gone, came] = [
  ["mark", "download"],
  ["remove", "fetch"],
];

it("a key is the one that has its translations", () => {
  const languages = [
    texts({ mark: "Vše", download: "Stahuji" }, { remove: "Vše", fetch: "Načítám" }),
    texts({ mark: "Alle" }, { remove: "Alle" }),
  ];
  expect(pairByTranslations(gone, came, languages)).toEqual([{ from: "mark", to: "remove" }]);
});

it("one language is enough for a longer text, and a short one is not", () => {
  expect(pairByTranslations(gone, came, [texts({ mark: "Označit vše" }, { remove: "Označit vše" })])).toHaveLength(1);
  expect(pairByTranslations(gone, came, [texts({ mark: "Vše" }, { remove: "Vše" })])).toEqual([]);
});

it("nothing is told by keys that stayed or were there before, texts of several keys, and texts without letters", () => {
  const long = "Označit vše";
  const none = [
    texts({ mark: long }, { mark: long, remove: long }),
    texts({ mark: long, remove: long }, { remove: long }),
    texts({ mark: long }, { remove: long, fetch: long }),
    texts({ mark: "", download: "" }, { remove: "", fetch: "" }),
    texts({ mark: "%1$s 123456789" }, { remove: "%1$s 123456789" }),
  ];
  for (const one of none.slice(0, 4)) expect(pairByTranslations(gone, came, [one, one])).toEqual([]);
  expect(pairByTranslations(gone, came, none.slice(4))).toEqual([]);
  const both = texts({ mark: long, download: long }, { remove: long });
  expect(pairByTranslations(gone, came, [both, both])).toEqual([]);
});

it("languages that do not agree tell nothing, and the most count", () => {
  const [one, other] = [texts({ mark: "Vše" }, { remove: "Vše" }), texts({ mark: "Alles" }, { fetch: "Alles" })];
  expect(pairByTranslations(gone, came, [one, other])).toEqual([]);
  expect(pairByTranslations(gone, came, [one, other, one])).toEqual([{ from: "mark", to: "remove" }]);
});
