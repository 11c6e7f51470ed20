import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Two sides at work on one file with all languages, in whatever order: what each of them said is there at the end. */

const PATH = "App/Localizable.xcstrings";
const OURS = ["de", "fr", "cs"];
const THEIRS = ["de", "fr", "ja"];
const KEYS = Array.from({ length: 6 }, (_, index) => `key ${index}`);

type Texts = Map<string, Map<string, string>>;
let petra: Actor;
let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

function catalogue(texts: Texts): string {
  const strings = [...texts].map(([key, byCode]) => {
    const units = [...byCode].map(([code, value]) => [code, { stringUnit: { state: "translated", value } }]);
    return [key, { localizations: Object.fromEntries(units) }];
  });
  return JSON.stringify({ sourceLanguage: "en", strings: Object.fromEntries(strings), version: "1.0" }, null, 2);
}

function textsIn(text: string): Texts {
  type Unit = { stringUnit?: { value: string } };
  const { strings } = JSON.parse(text) as { strings: Record<string, { localizations?: Record<string, Unit> }> };
  return new Map(
    Object.entries(strings).map(([key, value]) => {
      const units = Object.entries(value.localizations ?? {});
      return [key, new Map(units.map(([code, unit]) => [code, unit.stringUnit?.value ?? ""]))];
    }),
  );
}

const set = (texts: Texts, key: string, code: string, text: string) =>
  (texts.get(key) ?? texts.set(key, new Map([["en", key]])).get(key))?.set(code, text);

/** One thing that somebody does: keys of an even number are ours to translate, all others upstream's. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant("say"), fc.nat(2), fc.nat(2)) },
  { weight: 5, arbitrary: fc.tuple(fc.constant("they say"), fc.nat(2), fc.nat(2)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("they add"), fc.nat(2), fc.nat(2)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("commit", "push", "lose the copy"), fc.nat(0), fc.nat(0)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("pull"), fc.nat(0), fc.nat(0)) },
);

it.each(["rebase", "merge"])(
  "keeps what both sides said (%s)",
  async (mergeStyle) => {
    const runs = fc.sample(fc.array(step, { minLength: 14, maxLength: 14 }), { numRuns: 2, seed: 7 });
    for (const steps of runs) {
      const start: Texts = new Map(
        KEYS.map((key) => [
          key,
          new Map([
            ["de", `${key} in de`],
            ["en", key],
            ["fr", `${key} in fr`],
          ]),
        ]),
      );
      const { component, upstream } = await connect(
        admin,
        { [PATH]: catalogue(start) },
        { filemask: `${PATH}/*`, template: `${PATH}/en`, fileFormat: "xcstrings", mergeStyle, pushOnCommit: false },
      );
      await beginLanguage(admin, component, "cs");
      const wanted = new Map([...start].map(([key, byCode]) => [key, new Map(byCode)]));
      const theirs = (change: (texts: Texts) => void) => {
        const now = textsIn(upstream.read(PATH));
        change(now);
        change(wanted);
        upstream.commit({ [PATH]: catalogue(now) });
      };
      let count = 0;
      for (const [what, which, language] of steps) {
        const text = `text ${count++}`;
        if (what === "say") {
          const [key, code] = [KEYS[which * 2] as string, OURS[language] as string];
          await editUnit(petra, await unitId(component, code, key), { targets: [text], state: 20 });
          set(wanted, key, code, text);
        } else if (what === "they say")
          theirs((texts) => set(texts, KEYS[which * 2 + 1] as string, THEIRS[language] as string, text));
        else if (what === "they add") theirs((texts) => set(texts, `added ${which}`, THEIRS[language] as string, text));
        else if (what === "lose the copy") await dropWorkingCopy(component.repositoryId);
        else await performOperation(component.repositoryId, what);
      }
      for (const operation of ["pull", "push", "pull"])
        expect(await performOperation(component.repositoryId, operation as "pull")).toEqual({ result: true });
      const sorted = (texts: Texts) =>
        Object.fromEntries([...texts].map(([key, byCode]) => [key, Object.fromEntries([...byCode].sort())]));
      expect(sorted(textsIn(upstream.read(PATH)))).toEqual(sorted(wanted));
      const rows = await textRows<{ key: string; code: string; text: string }>(
        db,
        sql`
      select s.context as key, t.language_code as code, u.targets[1] as text from units u join source_units s on s.id = u.source_id
        join translations t on t.id = u.translation_id where t.component_id = ${component.id} and u.targets[1] <> ''`,
      );
      const stored: Texts = new Map();
      for (const { key, code, text } of rows) (stored.get(key) ?? stored.set(key, new Map()).get(key))?.set(code, text);
      expect(sorted(stored)).toEqual(sorted(wanted));
      expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
      expect(await counterDrift()).toEqual([]);
    }
  },
  240_000,
);
