import { describe, expect, test } from "vitest";
import { type Entry, type FormatOptions, monolingualOf } from "@/lib/text/formats/kernel/format";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";
import { Dice, mutate } from "./mutations";
import { ownSamples, seeded } from "./samples";

/** Strings that are looked for by name are those that a reader of the whole file would have met first. */

const ROUNDS = 60;

/** Where keys count, the source may be anything. */
const nameOf = (entry: Entry, options: FormatOptions) => ({
  context: entry.context,
  source: monolingualOf(options) ? "Another text" : (entry.sources[0] ?? ""),
});
const keyOf = (entry: Entry, options: FormatOptions): string =>
  JSON.stringify(monolingualOf(options) ? [entry.context] : [entry.context, entry.sources[0]]);

function firsts(entries: readonly Entry[], options: FormatOptions): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry, options);
    if (!found.has(key)) found.set(key, entry);
  }
  return found;
}

/** Formats that can tell by name; those with whole texts as samples, so that reading one shows it. */
const able = offeredFormats().filter((format) =>
  ownSamples(format.id).some(({ bytes, options }) => format.parse(format.decode(bytes), options).named !== undefined),
);

test("gettext, JSON and XLIFF can look strings up by name", () => {
  expect(able.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["po", "po-mono", "json", "json-nested", "arb", "xliff"]),
  );
});

describe.each(able.map((format) => format.id))("%s", (id) => {
  const format = findFormat(id)!;

  test("names lead to the same strings as all entries do", () => {
    const samples = ownSamples(id).filter(({ bytes }) => bytes.length < 20_000);
    const texts = samples.map(({ bytes }) => format.decode(bytes));
    const dice = new Dice(seeded(11));
    let looked = 0;
    for (let round = 0; round < ROUNDS && texts.length > 0; round++) {
      const at = round % texts.length;
      const text = round < texts.length ? texts[at]! : mutate(texts[at]!, dice, texts);
      const options = { ...samples[at]!.options, monolingual: dice.below(2) === 0 };
      let all: Map<string, Entry>;
      try {
        all = firsts(format.parse(text, options).entries, options);
      } catch {
        continue;
      }
      const wanted = [...all.values()].filter(() => dice.below(3) === 0).slice(0, 5);
      const absent = { context: "no.such.key", source: "No such text" };
      const found = format.parse(text, options).named?.([...wanted.map((entry) => nameOf(entry, options)), absent]);
      if (!found) continue;
      const near = firsts(found, options);
      for (const entry of wanted) expect(near.get(keyOf(entry, options))).toEqual(entry);
      for (const entry of found) if (all.get(keyOf(entry, options))?.id === entry.id) looked++;
    }
    if (id !== "nextcloud-json") expect(looked).toBeGreaterThan(0);
  });
});
