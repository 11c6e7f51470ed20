import { expect, it } from "vitest";
import { applyPatches, type EntryState } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "./samples";

/** Small files that a text leaves and comes back to; the laws ask the same of all samples. */

const SEGMENT = (attributes: string, text: string) =>
  `<unit id="${text}"><segment${attributes}><source>${text}</source><target>${text}</target></segment></unit>`;
const xliff2 = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="cs"><file id="f">${SEGMENT("", "a")}${SEGMENT("", "b")}</file></xliff>`;
const TARGET = (attributes: string, text: string) =>
  `<trans-unit id="${text}"><source>${text}</source><target${attributes}>${text}</target></trans-unit>`;
const xliff = (attributes: string) =>
  `<xliff version="1.2"><file source-language="en" target-language="cs" datatype="plaintext" original="x"><body>${TARGET(attributes, "a")}${TARGET(attributes, "b")}</body></file></xliff>`;

const FILES: readonly [format: string, what: string, text: string][] = [
  ["csv-simple", "a field without quotes", "source;target\nquit;Konec\nopen;\nsave;Uložit\n"],
  ["csv-simple", "fields in quotes", '"source";"target"\n"quit";"Konec"\n"save";"Uložit"\n'],
  ["fluent", "a text below its key", "quit =\n    Konec\nopen = Otevřít\nlong =\n    Jedna\n    dva\n"],
  ["plainxliff", "targets without states", xliff("")],
  ["plainxliff", "targets with states", xliff(' state="translated"')],
  ["xliff2", "segments without states", xliff2],
];

it.each(FILES)("%s: %s", (id, _, text) => {
  const format = findFormat(id)!;
  const options = optionsFor("cs");
  const change = (from: string, entry: string, target: string, state: EntryState) => {
    const edit = { kind: "set" as const, id: entry, targets: [target], state };
    return applyPatches(from, format.edit(from, format.parse(from, options), [edit], options));
  };
  for (const entry of format.parse(text, options).entries)
    for (const [other, state] of [
      ['Řekl; "ano", & ne', "translated"],
      ["Jedna\ndva\ntři", "translated"],
      ["Text", "needs-editing"],
      ["x", "translated"],
    ] as const)
      expect(change(change(text, entry.id, other, state), entry.id, entry.targets[0]!, entry.state)).toBe(text);
});

it("json: a compact file gets new keys without blanks", () => {
  const format = findFormat("json")!;
  const options = optionsFor("cs");
  const add = (text: string) => {
    const edit = {
      ...{ kind: "add" as const, context: "b", sources: ["x"], targets: ["y"] },
      ...{ state: "translated" as const, plural: false },
    };
    return applyPatches(text, format.edit(text, format.parse(text, options), [edit], options));
  };
  expect(add('{"a":"x"}')).toBe('{"a":"x","b":"y"}');
  expect(add('{"a": "x"}')).toBe('{"a": "x", "b": "y"}');
  expect(add('{"a":{"c":"x"}}')).toBe('{"a":{"c":"x"},"b":"y"}');
});
