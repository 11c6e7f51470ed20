import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { record } from "@/lib/domain/changes/record";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { selectEditorUnits } from "@/lib/domain/editor/unit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { renewFindings } from "@/lib/domain/projects/former-flags";
import { createProject, updateProject } from "@/lib/domain/projects/projects";
import type { Payload } from "@/lib/domain/tasks/kinds";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dismissFinding, findingsOf } from "@/lib/domain/units/findings";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { askByNight, askComponents, askTouched } from "@/lib/domain/units/related-checks";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { touchComponent, touchStrings } from "@/lib/domain/units/touched";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { confusedSources, doubtsOf } from "@/lib/text/checks/reused";
import { RULES_VERSION } from "@/lib/text/checks/rules-version";
import { englishFinding } from "@/lib/text/checks/say-english";
import { makeUpstream, type Upstream } from "../../support/git";
import { counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Checks that look at other strings, at the history and at the calendar. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

type Texts = Record<string, string>;

const po = (texts: Texts, source = false, plural = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;") =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${plural}\\n"\n\n${Object.entries(
    texts,
  )
    .map(([id, text]) => `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(source ? "" : text)}\n`)
    .join("\n")}`;

/** Components of one project, each with its texts by language. */
async function project(
  ...components: Record<string, Texts>[]
): Promise<{ slug: string; components: ComponentRow[]; upstreams: Upstream[] }> {
  const slug = `r${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const made: ComponentRow[] = [];
  const upstreams: Upstream[] = [];
  for (const [index, languages] of components.entries()) {
    const files = Object.fromEntries(Object.entries(languages).map(([code, texts]) => [`${code}.po`, po(texts)]));
    const upstream = makeUpstream({ ...files, "app.pot": po(Object.values(languages)[0] ?? {}, true) });
    upstreams.push(upstream);
    const { id } = await createComponent(admin, slug, {
      name: `App ${index}`,
      slug: `app${index}`,
      repo: upstream.url,
      push: upstream.url,
      filemask: "*.po",
      newBase: "app.pot",
      fileFormat: "po",
      manageUnits: true,
      disableAutoshare: true,
    });
    await importComponent(id, () => {});
    made.push(await findComponentById(admin, id));
  }
  await settle();
  return { slug, components: made, upstreams };
}

/** Waits until all strings that were touched have been asked. */
async function settle(): Promise<void> {
  await askTouched();
  await askComponents();
  expect(await textRows(db, sql`select id from waiting_checks`)).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

async function checks(unit: number): Promise<string[]> {
  const rows = await textRows<{ check: string }>(
    db,
    sql`select "check" from findings where unit_id = ${unit} and "check" in ('inconsistent', 'reused', 'translated', 'multiple_failures', 'long_untranslated') order by 1`,
  );
  return rows.map((row) => row.check);
}

const failing = async (unit: number) =>
  (await textRow<{ failing: boolean }>(db, sql`select failing from units where id = ${unit}`))?.failing;

const at = (component: ComponentRow | undefined, text: string, language = "cs") => {
  if (!component) throw new Error("There is no such component.");
  return unitId(component, language, text);
};

/** Follows flags of a project that have changed, as its task does. */
async function follow(slug: string): Promise<void> {
  const task = await textRow<{ payload: Payload<"follow-flags"> }>(
    db,
    sql`select payload from tasks where kind = 'follow-flags' and project_id = (select id from projects where slug = ${slug})
      order by created_at desc limit 1`,
  );
  if (!task) throw new Error("No flags are followed.");
  await followFlags(task.payload);
}

const flag = async (unit: number, extraFlags: string) =>
  inTransaction(async (tx) => {
    const source = await lockDescribable(tx, admin, unit, {});
    await describeInside(tx, admin, source, { extraFlags });
  });

describe("the check of inconsistent translations", () => {
  it("fails in both components once files disagree, and passes when one of them follows", async () => {
    const { components } = await project(
      { cs: { Close: "Zavřít", Pear: "Hruška" } },
      { cs: { Close: "Konec", Pear: "Hruška" } },
    );
    const [a, b] = [await at(components[0], "Close"), await at(components[1], "Close")];
    expect([await checks(a), await checks(b)]).toEqual([["inconsistent"], ["inconsistent"]]);
    expect(await checks(await at(components[0], "Pear"))).toEqual([]);
    expect(await failing(a)).toBe(true);
    // The twin keeps what somebody wrote, until somebody decides.
    await editUnit(admin, a, { targets: ["Uzavřít"], state: 20 });
    await settle();
    expect([await checks(a), await checks(b)]).toEqual([["inconsistent"], ["inconsistent"]]);
    await editUnit(admin, b, { targets: ["Uzavřít"], state: 20 });
    await settle();
    expect([await checks(a), await checks(b)]).toEqual([[], []]);
    expect(await failing(b)).toBe(false);
  });

  it("is looked at behind a save, and behind one that comes meanwhile, with nobody asking for it", async () => {
    const { components } = await project({ cs: { Go: "Jdi", Run: "Běž" } }, { cs: { Go: "Jeď", Run: "Utíkej" } });
    const [go, run] = [await at(components[0], "Go"), await at(components[0], "Run")];
    expect([await checks(go), await checks(run)]).toEqual([["inconsistent"], ["inconsistent"]]);
    await editUnit(admin, go, { targets: ["Jeď"], state: 20 });
    await editUnit(admin, run, { targets: ["Utíkej"], state: 20 });
    await vi.waitFor(async () => expect([await checks(go), await checks(run)]).toEqual([[], []]), {
      ...{ timeout: 10_000, interval: 100 },
    });
  });

  it("tells of a twin that a save does not reach, as it is approved", async () => {
    const { slug, components } = await project({ cs: { Open: "Otevřít" } }, { cs: { Open: "Otevřít" } });
    await updateProject(admin, slug, { translationReview: true });
    const [a, b] = [await at(components[0], "Open"), await at(components[1], "Open")];
    await editUnit(admin, b, { targets: ["Otevřít"], state: 30 });
    await editUnit(admin, a, { targets: ["Otevři"], state: 20 });
    await settle();
    expect([await checks(a), await checks(b)]).toEqual([["inconsistent"], ["inconsistent"]]);
    const found = (await findingsOf(admin, a)).find(({ check }) => check === "inconsistent");
    expect(found).toMatchObject({ name: "Inconsistent", severity: "warning", dismissed: false });
  });

  it("says what other components say, to those who may see them", async () => {
    const { slug, components } = await project(
      { cs: { Close: "Zavřít" } },
      { cs: { Close: "Konec" } },
      { cs: { Close: "Zavřít" } },
    );
    const close = await at(components[0], "Close");
    const said = async (actor: Actor) => {
      const found = (await findingsOf(actor, close)).find(({ check }) => check === "inconsistent");
      const [inEditor] = await selectEditorUnits(actor, [close]);
      const shown = inEditor?.findings.find(({ check }) => check === "inconsistent");
      expect(shown?.sentences).toEqual(found?.findings[0]?.sentences ?? []);
      expect(shown?.about === undefined).toBe(found?.findings.length === 1);
      return found?.findings.map(englishFinding);
    };
    expect(await said(admin)).toEqual(["“App 1” says “Konec”."]);
    await updateComponent(admin, components[1] as ComponentRow, { restricted: true });
    await updateProject(admin, slug, { accessControl: 0 });
    expect(await said(admin)).toEqual(["“App 1” says “Konec”."]);
    expect(await said(await makePerson("stranger"))).toEqual([]);
  });

  it("fails for an untranslated string that is translated elsewhere, and not the other way round", async () => {
    const { components } = await project({ cs: { Close: "" } }, { cs: { Close: "Zavřít" } });
    expect(await checks(await at(components[0], "Close"))).toEqual(["inconsistent"]);
    expect(await checks(await at(components[1], "Close"))).toEqual([]);
  });

  it("counts only translated peers of a string that needs editing, and all peers of a translated one", async () => {
    const { components } = await project({ cs: { Close: "Zavřít" } }, { cs: { Close: "Konec" } });
    const [a, b] = [await at(components[0], "Close"), await at(components[1], "Close")];
    const mark = async (unit: number, state: number) => {
      await db.run(sql`update units set state = ${state}, original_state = ${state} where id = ${unit}`);
      await inTransaction((tx) => touchStrings(tx, [unit]));
      await askTouched();
    };
    await mark(a, 10);
    expect([await checks(a), await checks(b)]).toEqual([["inconsistent"], ["inconsistent"]]);
    await mark(b, 10);
    expect([await checks(a), await checks(b)]).toEqual([[], []]);
    // As the counters have it.
    await mark(a, 20);
    await mark(b, 20);
    await settle();
  });

  it("looks at no other language, context, project or component without propagation", async () => {
    const { components } = await project({ cs: { Close: "Zavřít" } }, { sk: { Close: "Zatvoriť" } });
    await project({ cs: { Close: "Konec" } });
    const a = await at(components[0], "Close");
    expect(await checks(a)).toEqual([]);
    const other = await project({ cs: { Close: "Zavřít" } }, { cs: { Close: "Konec" } });
    const twin = await at(other.components[0], "Close");
    expect(await checks(twin)).toEqual(["inconsistent"]);
    await updateComponent(admin, other.components[1] as ComponentRow, { allowPropagation: false });
    await settle();
    expect(await checks(twin)).toEqual([]);
  });

  it("stays dismissed while it fails, and is not made where a flag says so", async () => {
    const { slug, components } = await project({ cs: { Close: "Zavřít" } }, { cs: { Close: "Konec" } });
    const [a, b] = [await at(components[0], "Close"), await at(components[1], "Close")];
    await dismissFinding(admin, a, "inconsistent", { dismissed: true });
    expect(await failing(a)).toBe(false);
    await flag(
      (await textRow<{ id: number }>(db, sql`select source_id as id from units where id = ${b}`))?.id ?? 0,
      "ignore-inconsistent",
    );
    await settle();
    expect(await checks(b)).toEqual([]);
    expect(await textRow(db, sql`select dismissed from findings where unit_id = ${a}`)).toEqual({ dismissed: true });
    await updateProject(admin, slug, { checkFlags: "ignore-inconsistent" });
    await followAll();
    expect(await checks(a)).toEqual([]);
    await updateProject(admin, slug, { checkFlags: "" });
    await followAll();
    expect(await checks(a)).toEqual(["inconsistent"]);
  });

  it("passes again when the other string is removed, or its component", async () => {
    const { components } = await project(
      { cs: { Close: "Zavřít", Open: "Otevřít" } },
      { cs: { Close: "Konec", Open: "Otevři" } },
    );
    const [close, open] = [await at(components[0], "Close"), await at(components[0], "Open")];
    await removeUnit(admin, await at(components[1], "Close"));
    await settle();
    expect([await checks(close), await checks(open)]).toEqual([[], ["inconsistent"]]);
    await db.run(sql`update components set removed_at = now() where id = ${components[1]?.id ?? 0}`);
    expect((await askByNight()).again).toBeGreaterThan(0);
    expect(await checks(open)).toEqual([]);
  });

  it("is told of a hundred groups of an import at most, always the same ones, and of the one that somebody saves", async () => {
    const texts = (word: string) =>
      Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`Text ${at}`, `${word} ${at}`]));
    const { components } = await project({ cs: texts("Slovo") }, { cs: texts("Fráze") });
    const told = async () =>
      (
        await textRows<{ text: string }>(
          db,
          sql`select s.sources[1] as text from findings f join units u on u.id = f.unit_id join source_units s on s.id = u.source_id
              join components c on c.id = s.component_id where f.check = 'inconsistent' and c.id = ${components[0]?.id ?? 0} order by 1`,
        )
      ).map(({ text }) => text);
    const first = await told();
    expect(first).toHaveLength(100);
    await inTransaction((tx) =>
      tx.run(
        sql`insert into waiting_checks (project_id, component_id) values (${components[0]?.projectId ?? 0}, ${components[0]?.id ?? 0})`,
      ),
    );
    await settle();
    expect(await told()).toEqual(first);
    const left = Array.from({ length: 103 }, (_, at) => `Text ${at}`).find((text) => !first.includes(text)) ?? "";
    const [one, other] = [await at(components[0], left), await at(components[1], left)];
    await db.run(sql`update units set state = 30, original_state = 30 where id = ${other}`);
    await editUnit(admin, one, { targets: ["Zase jinak"], state: 20 });
    await askTouched();
    expect([await checks(one), await checks(other)]).toEqual([["inconsistent"], ["inconsistent"]]);
    await db.run(sql`update units set state = 20, original_state = 20 where id = ${other}`);
  }, 60_000);
});

async function followAll(): Promise<void> {
  const rows = await textRows<{ payload: Payload<"follow-flags"> }>(
    db,
    sql`select payload from tasks where kind = 'follow-flags' and state = 'pending' order by created_at`,
  );
  for (const { payload } of rows) await followFlags(payload);
  await settle();
}

describe("the check of reused translations", () => {
  it("fails for sources that differ in opposites with one text, and passes when one of them gets another", async () => {
    const { components } = await project({
      cs: {
        "Load presets": "Načíst předvolby",
        "Save presets": "Načíst předvolby",
      },
    });
    const string = (text: string) => at(components[0], text);
    const [load, save] = [await string("Load presets"), await string("Save presets")];
    expect([await checks(load), await checks(save)]).toEqual([["reused"], ["reused"]]);
    await editUnit(admin, save, { targets: ["Uložit předvolby"], state: 20 });
    await settle();
    expect([await checks(load), await checks(save)]).toEqual([[], []]);
    await editUnit(admin, load, { targets: ["Uložit předvolby"], state: 20 });
    await settle();
    expect([await checks(load), await checks(save)]).toEqual([["reused"], ["reused"]]);
  });

  it("says nothing of a string that needs editing, whose text a tool has guessed", async () => {
    const { components } = await project({ cs: { "Load presets": "Načíst předvolby", "Save presets": "" } });
    const [load, save] = [await at(components[0], "Load presets"), await at(components[0], "Save presets")];
    await editUnit(admin, save, { targets: ["Načíst předvolby"], state: 10 });
    await settle();
    expect([await checks(load), await checks(save)]).toEqual([[], []]);
    await editUnit(admin, save, { targets: ["Načíst předvolby"], state: 20 });
    await settle();
    expect([await checks(load), await checks(save)]).toEqual([["reused"], ["reused"]]);
  });

  it("fails for sources of different meaning where there are few languages to ask", async () => {
    const { components } = await project({ cs: { Save: "Uložit", Store: "Uložit" } });
    for (const [text, other] of [
      ["Save", "Store"],
      ["Store", "Save"],
    ] as const) {
      const string = await at(components[0], text);
      expect(await checks(string)).toEqual(["reused"]);
      const found = (await findingsOf(admin, string)).find(({ check }) => check === "reused");
      expect(found?.findings.map(englishFinding)).toEqual([`“${other}” has the same translation.`]);
    }
  });

  it("says nothing of synonyms, of case and punctuation, and of one source that says more", async () => {
    const { components } = await project({
      cs: {
        Save: "Uložit",
        Keep: "Uložit",
        SAVE: "Uložit",
        "Save…": "Uložit",
        "Save it": "Uložit",
        "Save the file": "Uložit",
      },
    });
    for (const text of ["Save", "Keep", "SAVE", "Save…", "Save it", "Save the file"])
      expect(await checks(await at(components[0], text))).toEqual([]);
  });

  it("looks over the components of a project, and skips languages with one plural form", async () => {
    const { components } = await project({ cs: { Load: "Načíst" } }, { cs: { Save: "Načíst" } });
    expect(await checks(await at(components[0], "Load"))).toEqual(["reused"]);
    const japanese = await project({ ja: { Load: "保存", Save: "保存" } });
    await db.run(sql`update translations t set plural_id = (select q.id from plurals q where q.language_id = t.language_id and q.number = 1 limit 1)
      where t.component_id = ${japanese.components[0]?.id ?? 0} and not t.is_source`);
    const save = await at(japanese.components[0], "Save", "ja");
    await editUnit(admin, save, { targets: ["保存"], state: 10 });
    await settle();
    expect(await checks(save)).toEqual([]);
  });

  const [ALIAS, ICON] = ["Use the alias of this room", "Use the icon of this room"];
  const others = ["de", "fi", "fr", "it", "sk"];

  it("asks other languages about sources that differ in a word, and follows what they say", async () => {
    const apart = (code: string) => [code, { [ALIAS]: `alias ${code} tohoto pokoje`, [ICON]: `icon ${code}` }] as const;
    const { components } = await project({
      ...Object.fromEntries(others.map(apart)),
      cs: { [ALIAS]: "Použít alias této místnosti", [ICON]: "Použít alias této místnosti" },
      cs_CZ: { [ALIAS]: "Použít alias této místnosti", [ICON]: "Použít alias této místnosti" },
    });
    const found = async (code: string) => [
      await checks(await at(components[0], ALIAS, code)),
      await checks(await at(components[0], ICON, code)),
    ];
    const [yes, no] = [
      [["reused"], ["reused"]],
      [[], []],
    ];
    expect([await found("cs"), await found("cs_CZ"), await found("de")]).toEqual([yes, yes, no]);
    // Another language says the same of both: so they may mean the same.
    const icon = await at(components[0], ICON, "de");
    await editUnit(admin, icon, { targets: ["alias de tohoto pokoje"], state: 20 });
    await settle();
    expect([await found("cs"), await found("de")]).toEqual([no, no]);
    await editUnit(admin, icon, { targets: ["Symbol"], state: 20 });
    await settle();
    expect(await found("cs")).toEqual(yes);
    // One that has no text says nothing.
    await editUnit(admin, icon, { targets: [""], state: 0 });
    await settle();
    expect(await found("cs")).toEqual(yes);
  });

  it("finds edit by edit what a look at everything finds", async () => {
    const sources = [ALIAS, ICON, "Use the topic of this room", "Load all", "Save all"];
    let seed = 20_261_127;
    const pick = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const codes = ["cs", ...others, "pl"];
    const { components } = await project(
      Object.fromEntries(
        codes.map((code) => [code, Object.fromEntries(sources.map((source, at) => [source, `${code} ${at}`]))]),
      ),
    );
    const found = () =>
      textRows<{ id: number }>(
        db,
        sql`select f.unit_id as id from findings f join units u on u.id = f.unit_id join translations t on t.id = u.translation_id
            where f.check = 'reused' and t.component_id = ${components[0]?.id ?? 0} order by 1`,
      );
    let most = 0;
    for (let round = 0; round < 16; round++) {
      for (let edit = 0; edit < 6; edit++) {
        const code = pick(2) === 0 ? "cs" : (codes[pick(codes.length)] ?? "");
        const number = pick(sources.length);
        const own = `Nastavení pokoje ${number}`;
        const texts =
          code === "cs"
            ? ["Nastavení pokoje", "Nastavení pokoje", own]
            : ["Nastavení pokoje", "", ...Array(8).fill(own)];
        const text = texts[pick(texts.length)] ?? "";
        const unit = await at(components[0], sources[number] ?? "", code);
        await editUnit(admin, unit, { targets: [text], state: text === "" ? 0 : pick(6) === 0 ? 10 : 20 });
      }
      await settle();
      const now = await found();
      most = Math.max(most, now.length);
      await db.run(sql`
        insert into waiting_checks (project_id, component_id) values (${components[0]?.projectId ?? 0}, ${components[0]?.id ?? 0})`);
      await settle();
      expect(await found()).toEqual(now);
      expect(now.map(({ id }) => id)).toEqual(await expected(components[0]?.id ?? 0));
    }
    expect(most).toBeGreaterThan(2);
  }, 60_000);

  /** The same from all strings at once, by the rule alone. */
  async function expected(componentId: number): Promise<number[]> {
    const rows = await textRows<{ id: number; code: string; source: string; target: string }>(
      db,
      sql`select u.id, l.code, s.sources[1] as source, u.targets[1] as target from units u join source_units s on s.id = u.source_id
          join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
          where t.component_id = ${componentId} and not t.is_source and u.state >= 20`,
    );
    const textsOf = (source: string) => {
      const found = new Map<string, Set<string>>();
      for (const row of rows) if (row.source === source) found.set(row.code, new Set([row.target]));
      return found;
    };
    const failing: number[] = [];
    for (const group of new Set(rows.map(({ code, target }) => JSON.stringify([code, target])))) {
      const [code, target] = JSON.parse(group) as [string, string];
      const some = rows.filter((row) => row.code === code && row.target === target);
      const sources = some.map(({ source }) => ({ forms: [source], isTranslated: true }));
      const shared = { text: target, languageCode: code, sourceLanguageCode: "en", sources };
      const confused = confusedSources(shared, doubtsOf(shared), (number) => textsOf(sources[number]?.forms[0] ?? ""));
      failing.push(...[...confused].map((number) => some[number]?.id ?? 0));
    }
    return failing.sort((a, b) => a - b);
  }

  it("is made anew where an older rule made it", async () => {
    const { components } = await project({ cs: { Save: "Uložit", SAVE: "Uložit", Load: "Nahrát", Store: "Nahrát" } });
    const [save, load] = [await at(components[0], "Save"), await at(components[0], "Load")];
    expect([await checks(save), await checks(load)]).toEqual([[], ["reused"]]);
    await db.run(sql`delete from findings where unit_id = ${load}`);
    await db.run(sql`insert into findings (unit_id, "check") values (${save}, 'reused')`);
    await db.run(sql`update units set failing = (id = ${save}) where id in (${save}, ${load})`);
    await db.run(sql`update components set rules_version = ${RULES_VERSION}`);
    await db.run(sql`update components set rules_version = ${RULES_VERSION - 1} where id = ${components[0]?.id ?? 0}`);
    expect(await renewFindings(3)).toBe(1);
    await followAll();
    expect([await checks(save), await checks(load)]).toEqual([[], ["reused"]]);
  });
});

describe("the check of strings that were translated before", () => {
  it("fails when the text vanished upstream, shows it, and passes once it is back", async () => {
    const { components, upstreams } = await project({ cs: { Close: "Zavřít", Open: "" } });
    const close = await at(components[0], "Close");
    upstreams[0]?.commit({ "cs.po": po({ Close: "", Open: "" }) });
    await performOperation(components[0]?.repositoryId ?? 0, "pull");
    await settle();
    expect(await checks(close)).toEqual(["translated"]);
    expect(await checks(await at(components[0], "Open"))).toEqual([]);
    const found = (await findingsOf(admin, close)).find(({ check }) => check === "translated");
    expect(found?.findings.map(englishFinding)).toEqual([expect.stringContaining("Zavřít")]);
    await editUnit(admin, close, { targets: ["Zavřít"], state: 20 });
    await settle();
    expect(await checks(close)).toEqual([]);
  });

  it("does not take for an earlier text what is saved while it looks", async () => {
    const { components } = await project({ cs: { Close: "", Open: "Otevřít" } });
    const app = components[0] as ComponentRow;
    const close = await at(app, "Close");
    await inTransaction((tx) => touchStrings(tx, [close]));
    const looked = await inTransaction(async (tx) => {
      // The look has read the string, and waits.
      await tx.run(sql`lock table unlinked_units in access exclusive mode`);
      const look = askTouched();
      await vi.waitFor(async () => {
        const waiting = await textRows(
          db,
          sql`select pid from pg_locks where relation = 'unlinked_units'::regclass and not granted`,
        );
        expect(waiting.length).toBeGreaterThan(0);
      });
      await tx.run(
        sql`update units set targets = '{Zavřít}', state = 20, original_state = 20, version = version + 1 where id = ${close}`,
      );
      const line = { action: ACTION.TRANSLATION_CHANGED, unitId: close, target: "Zavřít", old: "" };
      await record(tx, admin, [
        { ...line, projectId: app.projectId, componentId: app.id, details: { state: 20, old_state: 0 } },
      ]);
      return { look };
    });
    await looked.look;
    expect(await checks(close)).toEqual([]);
    await db.run(sql`delete from changes where unit_id = ${close} and target = 'Zavřít'`);
    await db.run(
      sql`update units set targets = '{""}', state = 0, original_state = 0, version = version + 1 where id = ${close}`,
    );
  }, 30_000);

  it("does not look behind a mark that somebody set, or a change of the source", async () => {
    const { components } = await project({ cs: { Close: "Zavřít", Open: "Otevřít" } });
    const [close, open] = [await at(components[0], "Close"), await at(components[0], "Open")];
    await editUnit(admin, close, { targets: ["Uzavřít"], state: 20 });
    await editUnit(admin, close, { targets: ["Zavírat"], state: 10 });
    await editUnit(admin, open, { targets: [""], state: 0 });
    await settle();
    expect([await checks(close), await checks(open)]).toEqual([[], ["translated"]]);
    const [shown] = await selectEditorUnits(admin, [open]);
    expect(shown?.findings).toMatchObject([
      { check: "translated", earlier: ["Otevřít"], sentences: [{ key: "earlier" }] },
    ]);
    await db.run(
      sql`insert into changes (action, cause, unit_id) select 30, 'repository', source_id from units where id = ${open}`,
    );
    await editUnit(admin, open, { targets: ["Otevírat"], state: 10 });
    await settle();
    expect(await checks(open)).toEqual([]);
  });
});

describe("checks of source strings", () => {
  it("tell of failures in two languages, and no more when one is right or dismissed", async () => {
    const { components } = await project({
      cs: { "Really done.": "Opravdu hotovo" },
      fi: { "Really done.": "Todella valmis" },
    });
    const source = await at(components[0], "Really done.", "en");
    expect(await checks(source)).toEqual(["multiple_failures"]);
    const [cs, fi] = [await at(components[0], "Really done.", "cs"), await at(components[0], "Really done.", "fi")];
    await dismissFinding(admin, cs, "end_stop", { dismissed: true });
    await settle();
    expect(await checks(source)).toEqual([]);
    // Of few languages another check counts as well, the dismissed one beside it does not.
    await editUnit(admin, cs, { targets: ["Opravdu  hotovo"], state: 20 });
    await settle();
    expect(await checks(source)).toEqual(["multiple_failures"]);
    await editUnit(admin, cs, { targets: ["Opravdu hotovo"], state: 20 });
    await settle();
    expect(await checks(source)).toEqual([]);
    await dismissFinding(admin, cs, "end_stop", { dismissed: false });
    await settle();
    expect(await checks(source)).toEqual(["multiple_failures"]);
    await editUnit(admin, fi, { targets: ["Todella valmis."], state: 20 });
    await settle();
    expect(await checks(source)).toEqual([]);
  });

  it("tell of failures that flags bring and take away, once these are followed", async () => {
    const { slug, components } = await project({
      cs: { "Really done": "Opravdu hotovo" },
      fi: { "Really done": "Todella valmis" },
    });
    const source = await at(components[0], "Really done", "en");
    for (const [checkFlags, found] of [
      ["max-length:5", ["multiple_failures"]],
      ["", []],
    ] as const) {
      const before = await checks(source);
      await updateProject(admin, slug, { checkFlags });
      // It is not asked while the task waits: it is again behind that.
      await inTransaction((tx) => touchComponent(tx, components[0] as ComponentRow));
      expect(await askComponents()).toBe(0);
      await follow(slug);
      expect(await checks(source)).toEqual(before);
      await settle();
      expect(await checks(source)).toEqual(found);
    }
  });

  it("are all that is asked where only findings came, unlike where states moved", async () => {
    const { slug } = await project({ cs: { "Really done": "Opravdu hotovo" } });
    const asked = async (checkFlags: string) => {
      await updateProject(admin, slug, { checkFlags });
      await follow(slug);
      const [row, ...others] = await textRows<{ code: string | null }>(
        db,
        sql`select l.code from waiting_checks w left join languages l on l.id = w.language_id where w.component_id is not null`,
      );
      expect(others).toEqual([]);
      await settle();
      return row?.code;
    };
    expect(await asked("max-length:5")).toBe("en");
    expect(await asked("max-length:5,read-only")).toBeNull();
    expect(await asked("max-length:5")).toBeNull();
    expect(await asked("")).toBe("en");
  });

  it("tell nothing of two languages among many, of two checks, and of what nobody has translated", async () => {
    const codes = ["da", "de", "es", "fr", "hu", "it", "nl", "pl", "sk"];
    const texts = (end: string) => ({
      "Really done.": `x${end}`,
      "Save the file": "Save the file",
      "Close it!": `y${end}`,
    });
    const { components } = await project({
      ...Object.fromEntries(codes.map((code) => [code, { "Really done.": "x.", "Close it!": "y!" }])),
      cs: texts(""),
      fi: texts(""),
      sv: { "Really done.": "x.", "Close it!": "y!", "Save the file": "Save the file" },
    });
    for (const text of ["Really done.", "Save the file", "Close it!"])
      expect([text, await checks(await at(components[0], text, "en"))]).toEqual([text, []]);
    // The third of twelve is more than a fifth.
    await editUnit(admin, await at(components[0], "Really done.", "sv"), { targets: ["x"], state: 20 });
    await settle();
    expect(await checks(await at(components[0], "Really done.", "en"))).toEqual(["multiple_failures"]);
    await editUnit(admin, await at(components[0], "Really done.", "cs"), { targets: ["x.  "], state: 20 });
    await settle();
    expect(await checks(await at(components[0], "Really done.", "en"))).toEqual([]);
  });

  it("tell by night of old strings that few languages have, until somebody translates them", async () => {
    const all = (texts: Texts) => ({ cs: texts, fi: texts, sk: texts });
    const { components } = await project(all({ Old: "", Young: "", Done: "x", Other: "y" }));
    const id = components[0]?.id ?? 0;
    await db.run(
      sql`update source_units set created_at = now() - interval '91 days' where component_id = ${id} and sources[1] <> 'Young'`,
    );
    await askByNight();
    await settle();
    const old = await at(components[0], "Old", "en");
    expect(await checks(old)).toEqual(["long_untranslated"]);
    expect(await checks(await at(components[0], "Young", "en"))).toEqual([]);
    expect(await checks(await at(components[0], "Done", "en"))).toEqual([]);
    await editUnit(admin, await at(components[0], "Old", "fi"), { targets: ["Vanha"], state: 20 });
    await settle();
    expect(await checks(old)).toEqual([]);
  });
});
