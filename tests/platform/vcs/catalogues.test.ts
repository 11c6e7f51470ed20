import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { blobId } from "@/lib/platform/vcs/blob-id";
import { type CatalogueWork, IN_PLACE } from "@/lib/platform/vcs/catalogue-work";
import { withCatalogues } from "@/lib/platform/vcs/catalogues";
import { gitDriver, localDriver } from "@/lib/platform/vcs/git";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { catalogueFormat } from "@/lib/text/formats/catalogue";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { makeUpstream } from "../../support/git";

/** A file with several languages as several files, over real repositories. */

const PETRA = { name: "Petra", email: "petra@example.org" };
const LOQUAT = { name: "Loquat", email: "loquat@example.org" };
const PATH = "app/Texts.xcstrings";
const format = catalogueFormat("xcstrings")!;
const places = [{ path: PATH, format, making: true }];
const folder = () => join(mkdtempSync(join(tmpdir(), "loquat-catalogues-")), "copy");
const settings = (url: string) => ({ url, branch: "main", push: "", pushBranch: "" });
const bytes = (text: string) => new TextEncoder().encode(text);
const words = (content: Uint8Array) => new TextDecoder().decode(content);

type Texts = Record<string, Record<string, string>>;

/** A catalogue as Xcode writes it, by key and language. */
function catalogue(texts: Texts): string {
  const unit = (value: string) => ({ stringUnit: { state: "translated", value } });
  const strings = Object.entries(texts).map(([key, byCode]) => [
    key,
    {
      comment: `About ${key}`,
      localizations: Object.fromEntries(Object.entries(byCode).map(([code, text]) => [code, unit(text)])),
    },
  ]);
  const root = { sourceLanguage: "en", strings: Object.fromEntries(strings), version: "1.0" };
  return JSON.stringify(root, null, 2).replace(/^( *"(?:[^"\\]|\\.)*"):/gm, "$1 :");
}

const TEXTS: Texts = {
  basket: { de: "Korb", en: "Basket", fr: "Panier" },
  quince: { de: "Quitte", en: "Quince" },
};

async function contents(copy: WorkingCopy, commit = "HEAD"): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { path, blob } of await copy.tree(commit)) found.set(path, words(await copy.read(blob, path)));
  return found;
}

async function begin(files: Record<string, string>): Promise<{ copy: WorkingCopy; bare: WorkingCopy }> {
  const bare = await localDriver.clone(folder(), settings(""));
  const list = Object.entries(files).map(([path, text]) => ({ path, content: bytes(text) }));
  await bare.commit(list, "Start", LOQUAT, LOQUAT);
  return { bare, copy: withCatalogues(bare, places, IN_PLACE) };
}

const textsIn = (part: string | undefined, code: string) =>
  Object.fromEntries(
    (part === undefined ? [] : format.parse(part, formatOptions({ languageCode: code })).entries).map((entry) => [
      entry.context,
      entry.targets[0],
    ]),
  );

const commit = (copy: WorkingCopy, files: Record<string, string | null>) =>
  copy.commit(
    Object.entries(files).map(([path, text]) => ({ path, content: text === null ? null : bytes(text) })),
    "Change",
    PETRA,
    LOQUAT,
  );

describe("a catalogue seen as files", () => {
  it("has a file for each language, with an id of its own that other languages do not change", async () => {
    const { copy, bare } = await begin({ [PATH]: catalogue(TEXTS), "README.md": "x\n" });
    const before = await copy.tree("HEAD");
    expect(before.map((file) => file.path).sort()).toEqual([
      ...["README.md", PATH, `${PATH}/de`, `${PATH}/en`, `${PATH}/fr`],
    ]);
    for (const { path, blob } of before) expect([path, blobId(await copy.read(blob, path))]).toEqual([path, blob]);
    await commit(bare, { [PATH]: catalogue({ ...TEXTS, basket: { ...TEXTS.basket!, fr: "Corbeille" } }) });
    const after = new Map((await copy.tree("HEAD")).map((file) => [file.path, file.blob]));
    const changed = before.filter((file) => after.get(file.path) !== file.blob).map((file) => file.path);
    expect(changed).toEqual([PATH, `${PATH}/fr`]);
    // A view of a view shows them once.
    expect(await withCatalogues(copy, places, IN_PLACE).tree("HEAD")).toEqual(await copy.tree("HEAD"));
  });

  it("writes languages into the one file, several in one commit, and leaves the others to the byte", async () => {
    const { copy, bare } = await begin({ [PATH]: catalogue(TEXTS) });
    const parts = await contents(copy);
    const german = parts.get(`${PATH}/de`)!.replace("Korb", "Der Korb");
    const french = parts.get(`${PATH}/fr`)!.replace("Panier", "Le panier");
    expect(await commit(copy, { [`${PATH}/de`]: german, [`${PATH}/fr`]: french, "b.txt": "b\n" })).toMatch(
      /^[0-9a-f]+$/,
    );
    expect(await contents(bare)).toEqual(
      new Map([
        [PATH, catalogue(TEXTS).replace('"Korb"', '"Der Korb"').replace('"Panier"', '"Le panier"')],
        ["b.txt", "b\n"],
      ]),
    );
    expect(await commit(copy, { [`${PATH}/de`]: german })).toBeNull();
    await commit(copy, { [`${PATH}/fr`]: null });
    const without = { ...TEXTS, basket: { de: "Der Korb", en: "Basket" } };
    expect((await contents(bare)).get(PATH)).toBe(catalogue(without));
  });

  it("is taken apart once, and after a commit only where it changed", async () => {
    const codes = ["cs", "de", "fr", "it", "ja", "ko", "nl", "pl", "pt-BR", "sv"];
    const texts = Object.fromEntries(["en", ...codes].map((code) => [code, `basket in ${code}`]));
    let looks = 0;
    const part = (text: string, code: string) => {
      looks++;
      return format.catalogue.part(text, code);
    };
    const counted = { ...format, id: "counted", catalogue: { ...format.catalogue, part } };
    const { bare } = await begin({ [PATH]: catalogue({ basket: texts }) });
    const view = () => withCatalogues(bare, [{ path: PATH, format: counted, making: true }], IN_PLACE);
    const parts = await contents(view());
    await view().tree("HEAD");
    expect(looks).toBe(11);
    for (const code of codes) {
      looks = 0;
      await commit(view(), { [`${PATH}/${code}`]: parts.get(`${PATH}/${code}`)!.replace("basket in", "Basket in") });
      expect((await view().tree("HEAD")).length).toBe(12);
      expect(looks).toBeLessThanOrEqual(2);
    }
  });

  it("is made of its first part, and is no folder", async () => {
    const { copy, bare } = await begin({ "a.txt": "a\n" });
    const text = catalogue({ basket: { en: "Basket" } });
    await commit(copy, { [`${PATH}/en`]: text });
    expect((await contents(bare)).get(PATH)).toBe(text);
    const other = await begin({ [`${PATH}/inside`]: "x\n" });
    await commit(other.copy, { [`${PATH}/de`]: "y\n" });
    expect([...(await contents(other.bare)).keys()]).toEqual([`${PATH}/de`, `${PATH}/inside`]);
    await expect(commit(copy, { [`${PATH}/../../../evil`]: "x" })).rejects.toThrow();
    await expect(commit(copy, { [`${PATH}/x y`]: text })).rejects.toThrow();
  });

  it("that cannot be read says where, and takes nothing in", async () => {
    const { copy, bare } = await begin({ [PATH]: catalogue(TEXTS).replace("}", "},,"), "a.txt": "a\n" });
    const tree = await copy.tree("HEAD");
    expect(tree.map((file) => file.path)).toEqual(["a.txt", PATH]);
    expect(tree[1]?.wrong).toMatchObject({ name: "FormatError", line: expect.any(Number) });
    expect(tree[1]?.wrong?.line).toBeGreaterThan(5);
    const head = await bare.head();
    await expect(commit(copy, { [`${PATH}/de`]: catalogue({}) })).rejects.toMatchObject({ name: "FormatError" });
    expect(await bare.head()).toBe(head);
  });

  it("that cannot be read is looked at again after an hour", async () => {
    const { bare } = await begin({ [PATH]: catalogue(TEXTS).replace("}", "},,,") });
    let looks = 0;
    const work: CatalogueWork = {
      ...IN_PLACE,
      split(kind, content) {
        looks++;
        return IN_PLACE.split(kind, content);
      },
    };
    const wrong = async () => (await withCatalogues(bare, places, work).tree("HEAD"))[0]?.wrong?.name;
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      for (let minutes = 0; minutes <= 50; minutes += 25) {
        expect(await wrong()).toBe("FormatError");
        vi.advanceTimersByTime(25 * 60_000);
      }
      expect(looks).toBe(1);
      expect(await wrong()).toBe("FormatError");
      expect(looks).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("merges into upstream's file what was decided for each language", async () => {
    const upstream = makeUpstream({ [PATH]: catalogue(TEXTS), "a.txt": "a\n" });
    const bare = await gitDriver.clone(folder(), settings(upstream.url));
    const copy = withCatalogues(bare, places, IN_PLACE);
    const german = (await contents(copy)).get(`${PATH}/de`)!.replace("Korb", "Der Korb");
    await commit(copy, { [`${PATH}/de`]: german });
    const theirs = catalogue({ ...TEXTS, basket: { ...TEXTS.basket!, fr: "Corbeille", ja: "かご" } });
    upstream.commit({ [PATH]: theirs.replace("About quince", "Said of quinces") });
    const target = (await copy.fetch())!;
    await copy.merge(target, "Merge", LOQUAT, [{ path: `${PATH}/de`, content: bytes(german) }]);
    expect((await contents(bare)).get(PATH)).toBe(
      theirs.replace("About quince", "Said of quinces").replace('"Korb"', '"Der Korb"'),
    );
    expect(await copy.missing("HEAD", target, 10)).toEqual([]);
  });

  it("carries commits over language by language, whatever upstream did to the others", async () => {
    const upstream = makeUpstream({ [PATH]: catalogue(TEXTS), "a.txt": "a\n" });
    const bare = await gitDriver.clone(folder(), settings(upstream.url));
    const copy = withCatalogues(bare, places, IN_PLACE);
    const removal = (await commit(copy, { [`${PATH}/fr`]: null, "b.txt": "b\n" }))!;
    const plain = (await commit(copy, { "c.txt": "c\n" }))!;
    upstream.commit({ [PATH]: catalogue({ ...TEXTS, quince: { de: "Die Quitte", en: "Quince" } }) });
    await copy.resetTo((await copy.fetch())!);
    await copy.carryOver(removal, LOQUAT);
    expect(await copy.commitInfo(await copy.head())).toMatchObject({ author_name: "Petra", summary: "Change" });
    await copy.carryOver(plain, LOQUAT);
    const after = await contents(bare);
    const left = { basket: { de: "Korb", en: "Basket" }, quince: { de: "Die Quitte", en: "Quince" } };
    expect(after.get(PATH)).toBe(catalogue(left));
    expect([...after.keys()]).toEqual(["a.txt", PATH, "b.txt", "c.txt"]);
    // What upstream changed meanwhile stays, and a second time there is nothing to do.
    upstream.commit({ [PATH]: catalogue({ ...TEXTS, basket: { ...TEXTS.basket!, fr: "Corbeille" } }) });
    await copy.resetTo((await copy.fetch())!);
    await copy.carryOver(removal, LOQUAT);
    expect((await contents(copy)).get(`${PATH}/fr`)).toContain("Corbeille");
    const head = await copy.head();
    expect(await copy.carryOver(removal, LOQUAT)).toBe(head);
  });

  it("keeps every language that a commit does not name, and says what it was told in the others", async () => {
    const codes = ["de", "en", "fr", "pt-BR"];
    const key = fc.constantFrom("a", "b", "c d", 'quo"te', "ünder");
    const texts = fc.dictionary(key, fc.dictionary(fc.constantFrom(...codes), fc.string({ minLength: 1 })), {
      minKeys: 1,
    });
    const told = fc.dictionary(fc.constantFrom("de", "fr", "pt-BR"), fc.dictionary(key, fc.string({ minLength: 1 })), {
      minKeys: 1,
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(texts, told, async (start, edits) => {
        const { copy, bare } = await begin({ [PATH]: catalogue(start) });
        const before = await contents(copy);
        const wanted = Object.entries(edits).map(([code, byKey]) => {
          const part = catalogue(
            Object.fromEntries(Object.entries(byKey).map(([one, text]) => [one, { [code]: text }])),
          );
          return [`${PATH}/${code}`, Object.keys(byKey).length === 0 ? null : part] as const;
        });
        await commit(copy, Object.fromEntries(wanted));
        // What is remembered of a commit is what a look at it finds.
        const fresh = [{ path: PATH, format: { ...format, id: `fresh-${runs++}` }, making: true }];
        const byPath = async (view: WorkingCopy) =>
          Object.fromEntries((await view.tree("HEAD")).map((file) => [file.path, file.blob]));
        expect(await byPath(copy)).toEqual(await byPath(withCatalogues(bare, fresh, IN_PLACE)));
        const after = await contents(copy);
        for (const code of codes) {
          const path = `${PATH}/${code}`;
          const given = edits[code];
          if (given) expect(textsIn(after.get(path), code)).toEqual(given);
          // The source language has every key that any language has.
          else if (code !== "en") expect(after.get(path)).toBe(before.get(path));
          else expect(textsIn(after.get(path), code)).toMatchObject(textsIn(before.get(path), code));
        }
      }),
      { numRuns: 15 },
    );
  });
});
