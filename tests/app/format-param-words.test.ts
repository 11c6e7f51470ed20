import { expect, it } from "vitest";
import { paramChoice, paramWords, unsaidParams } from "@/app/ui/format-param-words";
import { FORMAT_PARAMS, type FormatParam } from "@/lib/text/formats/kernel/params";
import { textsOf } from "@/lib/text/messages/catalogue";

/** Those that do nothing are shown nowhere. */
const shown = FORMAT_PARAMS.filter(({ idle }) => !idle);
const choices = ({ allowed }: FormatParam) =>
  allowed.kind === "choice" ? allowed.choices.map(([, text]) => text) : [];

it("pages have a text for every parameter of a format and for each of its choices", () => {
  expect(unsaidParams(shown)).toEqual([]);
});

it("one without a text is found", () => {
  const param: FormatParam = {
    ...{ name: "new_one", label: "New", about: "New.", standard: 1, formats: "lines" },
    allowed: { kind: "choice", choices: [[1, "One"]] },
  };
  expect(unsaidParams([param])).toEqual(["new_one", "new_one: One"]);
});

it("in English pages say what the API says", () => {
  const t = textsOf("en");
  for (const param of shown) {
    expect(paramWords(t, param)).toEqual({ label: param.label, about: param.about });
    for (const english of choices(param)) expect(paramChoice(t, english)).toBe(english);
  }
});

it("in other languages they say it in these", () => {
  const t = textsOf("de");
  for (const param of shown) {
    expect(paramWords(t, param).label).not.toBe(param.label);
    expect(paramWords(t, param).about).not.toBe(param.about);
  }
  expect(paramChoice(t, "Never wrap")).toBe("Nie umbrechen");
});
