import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { commitPending } from "@/lib/domain/integrate/commit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateRepository } from "@/lib/domain/integrate/update";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { type Checkout, copyFolder, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import { git, type Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Languages that are added or removed on one side, or on both, while the other one works on them. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const CS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit" };
const DE: Texts = { Quit: "Ende", Open: "Öffnen", Save: "Sichern" };
const STYLES = ["rebase", "merge", "merge_noff"];

const save = async (component: ComponentRow, language: string, source: string, text: string) =>
  editUnit(petra, await unitId(component, language, source), { targets: [text], state: 20 });
const operate = async (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

async function add(component: ComponentRow, code: string): Promise<void> {
  await beginLanguage(petra, component, code);
  await writeLanguageFile(component.repositoryId, (await findTranslation(petra, component, code)).id);
}

async function remove(component: ComponentRow, code: string): Promise<void> {
  const translation = await findTranslation(petra, component, code);
  await removeLanguageFrom(petra, translation);
  const { repositoryId: repository, id } = component;
  await removeLanguageFile({ repository, component: id, filename: translation.filename, language: code });
}

/** A process dies right behind its push: nothing of what it would do then happens. */
async function dieBehindPush(
  { repositoryId }: ComponentRow,
  upstream: Upstream,
  first: (checkout: Checkout) => Promise<unknown> = async () => {},
): Promise<void> {
  const dying = withWorkingCopy(repositoryId, async (checkout) => {
    await first(checkout);
    await commitPending(checkout);
    git(copyFolder(repositoryId), "push", "--quiet", upstream.url, "HEAD:main");
    await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${repositoryId}`);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
}

const filesOf = (upstream: Upstream) => upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n");

/** All files in another folder. */
const moved = (upstream: Upstream) =>
  Object.fromEntries(
    filesOf(upstream).flatMap((name): [string, string | null][] => [
      [name, null],
      [`moved/${name}`, upstream.read(name)],
    ]),
  );

const languages = async (component: ComponentRow) =>
  (
    await textRows<{ code: string }>(
      db,
      sql`
      select l.code from translations t join languages l on l.id = t.language_id
      where t.component_id = ${component.id} and l.code <> 'en' order by 1`,
    )
  ).map((row) => row.code);
const told = (component: ComponentRow, action: number) =>
  textRows<{ cause: string; old: string; details: Record<string, unknown> }>(
    db,
    sql`
    select cause, old, details from changes where component_id = ${component.id} and action = ${action} and cause = 'repository'
    order by id`,
  );
const said = async (component: ComponentRow, language: string) =>
  Object.fromEntries(
    (
      await textRows<{ name: string; target: string }>(
        db,
        sql`
        select coalesce(nullif(s.context, ''), s.sources[1]) as name, u.targets[1] as target
        from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
          join languages l on l.id = t.language_id
        where t.component_id = ${component.id} and l.code = ${language} and u.targets[1] <> '' order by u.position, u.id`,
      )
    ).map((row) => [row.name, row.target]),
  );

describe.each(FORMATS)("in $name", (format) => {
  const { settings, files, file, path, read } = format;
  describe.each(STYLES)("by %s", (mergeStyle) => {
    const it = inTurn(
      STYLES.indexOf(mergeStyle) * FORMATS.length + FORMATS.indexOf(format),
      STYLES.length * FORMATS.length,
    );
    const begin = () => connect(petra, files({ cs: CS, de: DE }), { ...settings, mergeStyle, pushOnCommit: false });

    /** Nothing conflicts, nothing locks, and the next push takes everything to upstream. */
    async function expectCalm(component: ComponentRow, upstream: Upstream, texts: Record<string, Texts>) {
      const agree = async () => {
        expect(await languages(component)).toEqual(Object.keys(texts));
        for (const [language, wanted] of Object.entries(texts)) expect(await said(component, language)).toEqual(wanted);
        expect((await findComponentById(petra, component.id)).locked).toBe(false);
        expect(await fileDrift(component)).toEqual([]);
        expect(await counterDrift()).toEqual([]);
      };
      await agree();
      await save(component, "de", "Save", "Speichern");
      texts.de = { ...texts.de, Save: "Speichern" };
      await operate(component, "push");
      await agree();
      const stored = upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n");
      for (const language of ["cs", "de", "fr"]) {
        expect(stored.includes(path(language))).toBe(language in texts);
        if (language in texts) expect(withText(read(upstream, language))).toEqual(texts[language]);
      }
    }
    const withText = (texts: Texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

    it.each(["committed", "waiting"])("a language that upstream removed goes, with texts that were %s", async (how) => {
      const { component, upstream } = await begin();
      await save(component, "cs", "Quit", "Ukončit");
      await save(component, "de", "Quit", "Beenden");
      if (how === "committed") await operate(component, "commit");
      upstream.commit({ [path("cs")]: null, "other.txt": "1" });
      await operate(component, "pull");
      // What had not been pushed can be found in the history.
      expect(await told(component, 63)).toMatchObject([{ old: "Ukončit", details: { reason: "language-removed" } }]);
      expect(await told(component, 25)).toMatchObject([{ details: { filename: path("cs"), unpushed: 1 } }]);
      await expectCalm(component, upstream, { de: { ...DE, Quit: "Beenden" } });
    });

    it("a language added on both sides has the texts of both", async () => {
      const { component, upstream } = await begin();
      await add(component, "fr");
      await save(component, "fr", "Quit", "Quitter");
      await save(component, "fr", "Save", "Enregistrer");
      await operate(component, "commit");
      upstream.commit({ [path("fr")]: file("fr", { Quit: "", Open: "Ouvrir", Save: "Sauver" }) });
      await operate(component, "pull");
      expect(await told(component, 0)).toContainEqual(
        expect.objectContaining({ details: { filename: path("fr"), reason: "added-on-both-sides" } }),
      );
      const suggested = await textRows<{ text: string }>(
        db,
        sql`
        select g.targets[1] as text from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id
        where t.component_id = ${component.id}`,
      );
      expect(suggested).toEqual([{ text: "Enregistrer" }]);
      await expectCalm(component, upstream, {
        cs: CS,
        de: DE,
        fr: { Quit: "Quitter", Open: "Ouvrir", Save: "Sauver" },
      });
    });

    it("a language removed here comes back when upstream changed it", async () => {
      const { component, upstream } = await begin();
      await save(component, "cs", "Quit", "Skončit");
      await operate(component, "commit");
      await remove(component, "cs");
      upstream.commit({ [path("cs")]: file("cs", { ...CS, Open: "Otevři" }) });
      await operate(component, "pull");
      expect(await told(component, 48)).toMatchObject([
        { details: { language: "cs", filename: path("cs"), reason: "changed-upstream" } },
      ]);
      await expectCalm(component, upstream, { cs: { ...CS, Open: "Otevři" }, de: DE });
    });

    it("a language removed here stays removed when upstream changed others, until upstream changes it", async () => {
      const { component, upstream } = await begin();
      await save(component, "cs", "Quit", "Skončit");
      await operate(component, "commit");
      await remove(component, "cs");
      upstream.commit({ [path("de")]: file("de", { ...DE, Open: "Aufmachen" }) });
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["de"]);
      upstream.commit({ "other.txt": "2" });
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["de"]);
      expect(await told(component, 48)).toEqual([]);
      await expectCalm(component, upstream, { de: { ...DE, Open: "Aufmachen" } });
    });

    it("a language removed on both sides is gone", async () => {
      const { component, upstream } = await begin();
      await remove(component, "cs");
      upstream.commit({ [path("cs")]: null, "other.txt": "3" });
      await operate(component, "pull");
      await expectCalm(component, upstream, { de: DE });
      // Our removal is not said again.
      const commits = upstream.git("log", "--no-merges", "--format=%H", "main").trim().split("\n");
      expect(commits.length).toBe(3);
    });

    it.each(["stays where it is", "is moved"])(
      "a language added and removed here before upstream knew it comes nowhere, when the folder %s",
      async (what) => {
        const { component, upstream } = await begin();
        await add(component, "fr");
        await save(component, "fr", "Quit", "Quitter");
        await operate(component, "commit");
        await remove(component, "fr");
        upstream.commit(what === "is moved" ? moved(upstream) : { "other.txt": "5" });
        await operate(component, "pull");
        await operate(component, "push");
        expect(await languages(component)).toEqual(["cs", "de"]);
        expect(filesOf(upstream).filter((name) => name.includes("fr"))).toEqual([]);
        expect(filesOf(upstream).some((name) => name.startsWith("moved/"))).toBe(what === "is moved");
        await save(component, "de", "Save", "Speichern");
        await operate(component, "push");
        expect(filesOf(upstream).filter((name) => name.includes("fr"))).toEqual([]);
        expect(await fileDrift(component)).toEqual([]);
        expect(await counterDrift()).toEqual([]);
      },
    );

    it.each(["stay where they are", "are moved"])(
      "a language that upstream removed is gone though nobody lived to see it there, when the others %s",
      async (what) => {
        const { component, upstream } = await begin();
        await add(component, "fr");
        await save(component, "fr", "Quit", "Quitter");
        await dieBehindPush(component, upstream);
        expect(filesOf(upstream)).toContain(path("fr"));
        upstream.commit({ [path("fr")]: null });
        if (what === "are moved") upstream.commit(moved(upstream));
        await operate(component, "pull");
        expect(await languages(component)).toEqual(["cs", "de"]);
        expect(await told(component, 25)).toMatchObject([{ details: { unpushed: 1 } }]);
        await operate(component, "push");
        expect(filesOf(upstream).filter((name) => name.includes("fr"))).toEqual([]);
        expect(await fileDrift(component)).toEqual([]);
        expect(await counterDrift()).toEqual([]);
      },
    );

    it("a language added on both sides and removed here stays away, wherever upstream moves it", async () => {
      const { component, upstream } = await begin();
      await add(component, "fr");
      await save(component, "fr", "Quit", "Quitter");
      upstream.commit({ [path("fr")]: file("fr", { Quit: "", Open: "Ouvrir", Save: "" }) });
      await operate(component, "pull");
      await remove(component, "fr");
      upstream.commit(moved(upstream));
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["cs", "de"]);
      upstream.commit(moved(upstream));
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["cs", "de"]);
      await operate(component, "push");
      expect(await languages(component)).toEqual(["cs", "de"]);
      expect(filesOf(upstream).filter((name) => name.includes("fr"))).toEqual([]);
      expect(await fileDrift(component)).toEqual([]);
    });

    it("a language that upstream removed is gone, had its commit been made anew by a process that died behind the push", async () => {
      const { component, upstream } = await begin();
      await add(component, "fr");
      await save(component, "fr", "Quit", "Quitter");
      await operate(component, "commit");
      upstream.commit({ "other.txt": "6" });
      await dieBehindPush(component, upstream, updateRepository);
      expect(filesOf(upstream)).toContain(path("fr"));
      upstream.commit({ [path("fr")]: null });
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["cs", "de"]);
      await expectCalm(component, upstream, { cs: CS, de: DE });
      expect(filesOf(upstream).filter((name) => name.includes("fr"))).toEqual([]);
    });

    it("a language stands where upstream has moved the files, had its commit been made anew there by a process that died behind the push", async () => {
      const { component, upstream } = await begin();
      await add(component, "fr");
      await save(component, "cs", "Quit", "Skončit");
      upstream.commit(moved(upstream));
      // Git tells commits apart by the second.
      await new Promise((done) => setTimeout(done, 1100));
      await dieBehindPush(component, upstream, updateRepository);
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["cs", "de", "fr"]);
      await operate(component, "push");
      expect(filesOf(upstream).filter((name) => name.includes("fr"))).toHaveLength(1);
      expect(await fileDrift(component)).toEqual([]);
      expect(await counterDrift()).toEqual([]);
    });

    it("a language stays that upstream removed and somebody added again here", async () => {
      const { component, upstream } = await begin();
      await add(component, "fr");
      await dieBehindPush(component, upstream);
      upstream.commit({ [path("fr")]: null });
      await remove(component, "fr");
      await add(component, "fr");
      await save(component, "fr", "Quit", "Quitter");
      await operate(component, "pull");
      await expectCalm(component, upstream, { cs: CS, de: DE, fr: { Quit: "Quitter" } });
    });

    it("a language removed and added again here has its file", async () => {
      const { component, upstream } = await begin();
      await remove(component, "cs");
      await add(component, "cs");
      await save(component, "cs", "Quit", "Skončit");
      await operate(component, "commit");
      upstream.commit({ "other.txt": "4" });
      await operate(component, "pull");
      expect(await languages(component)).toEqual(["cs", "de"]);
      await operate(component, "push");
      expect(read(upstream, "cs").Quit).toBe((await said(component, "cs")).Quit);
      expect(await fileDrift(component)).toEqual([]);
    });
  });
});
