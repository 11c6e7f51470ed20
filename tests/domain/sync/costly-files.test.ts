import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { commitPending } from "@/lib/domain/integrate/commit";
import { updateRepository } from "@/lib/domain/integrate/update";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { FILE_LIMITS } from "@/lib/platform/readers/reader-pool";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** A repository may hold files that take for ever to read: they are told of, and nothing else waits for them. */

let admin: Actor;
const limits = { ...FILE_LIMITS };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
afterEach(() => Object.assign(FILE_LIMITS, limits));

const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
const po = (strings: number, word: string) =>
  head + Array.from({ length: strings }, (_, at) => `\nmsgid "Text ${at}"\nmsgstr "${word} ${at}"\n`).join("");
// Enough to be read in more than one piece.
const MANY = 13_000;

const problems = async ({ id }: ComponentRow) => {
  const alert = await textRow<{ details: { files: { filename: string; message: string }[] } }>(
    db,
    sql`select details from alerts where component_id = ${id} and kind = 'ParseError'`,
  );
  return (alert?.details.files ?? []).map(({ filename, message }) => ({ filename, message }));
};
const translated = async ({ id }: ComponentRow) => {
  const rows = await textRows<{ code: string; count: number }>(
    db,
    sql`
    select l.code, count(u.id) filter (where u.state >= 20)::int as count from translations t join languages l on l.id = t.language_id
      left join units u on u.translation_id = t.id where t.component_id = ${id} and not t.is_source group by 1`,
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
};
const targetOf = async ({ id }: ComponentRow, language: string, source: string) =>
  (
    await textRow<{ target: string }>(
      db,
      sql`
      select u.targets[1] as target from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        join languages l on l.id = t.language_id where t.component_id = ${id} and l.code = ${language} and s.sources[1] = ${source}`,
    )
  )?.target;
const pull = ({ repositoryId }: ComponentRow) =>
  withWorkingCopy(repositoryId, (checkout) => updateRepository(checkout));

describe("a file that takes too long to read", () => {
  it("is reported, and the other files are read", async () => {
    FILE_LIMITS.seconds = 0.02;
    const files = { "po/cs.po": po(MANY, "Řádek"), "po/de.po": po(3, "Zeile"), "po/fr.po": po(4, "Ligne") };
    const { component, upstream } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
    const message = "Reading the file takes more than 0.02 seconds, which is the limit. Split it into smaller files.";
    expect(await problems(component)).toEqual([{ filename: "po/cs.po", message }]);
    expect(await translated(component)).toMatchObject({ cs: 0, de: 3, fr: 4 });

    Object.assign(FILE_LIMITS, limits);
    upstream.commit({ "po/de.po": po(2, "Reihe") });
    await pull(component);
    expect(await problems(component)).toEqual([]);
    expect(await translated(component)).toMatchObject({ cs: MANY, de: 2, fr: 4 });
    expect(await counterDrift()).toEqual([]);
  });

  it("uses up the time of its component together with two others", async () => {
    FILE_LIMITS.seconds = 0.02;
    const large = Object.fromEntries(
      ["cs", "de", "fr", "it", "nl", "pl", "sv"].map((code) => [`po/${code}.po`, po(MANY, code)]),
    );
    const settings = { filemask: "po/*.po", fileFormat: "po" } as const;
    const { component } = await connect(admin, { ...large, "po/uk.po": po(2, "Рядок") }, settings);
    const found = await problems(component);
    expect(found).toHaveLength(7);
    const tried = found.filter(({ message }) => message.includes("seconds")).length;
    // Three are read at a time when the third is found to be too much.
    expect(tried).toBeGreaterThanOrEqual(3);
    expect(tried).toBeLessThanOrEqual(5);
    expect(found.filter(({ message }) => message.startsWith("The file was not read"))).toHaveLength(7 - tried);
    expect(await translated(component)).toMatchObject({ uk: 2 });
  });

  it("is replaced by a version that can be read", async () => {
    const files = { "po/cs.po": po(MANY, "Řádek"), "po/de.po": po(3, "Zeile") };
    const { component, upstream } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
    FILE_LIMITS.seconds = 0.02;
    upstream.commit({ "po/cs.po": po(5, "Nový řádek") });
    await pull(component);
    expect(await problems(component)).toEqual([]);
    expect(await targetOf(component, "cs", "Text 4")).toBe("Nový řádek 4");
  });

  it("is reported when it is the base file, too", async () => {
    const json = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, `Text ${at}`])));
    const settings = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" } as const;
    const { component, upstream } = await connect(admin, { "l/en.json": json(3), "l/cs.json": json(2) }, settings);
    FILE_LIMITS.megabytes = 5;
    upstream.commit({ "l/en.json": json(100_000) });
    await pull(component);
    expect(await problems(component)).toEqual([
      { filename: "l/en.json", message: expect.stringContaining("more than 5 MB of memory") },
    ]);
    expect(await translated(component)).toMatchObject({ cs: 2 });
    Object.assign(FILE_LIMITS, limits);
    upstream.commit({ "l/en.json": json(10_000) });
    await pull(component);
    expect(await problems(component)).toEqual([]);
    expect(
      await textRow(db, sql`select count(*)::int as count from source_units where component_id = ${component.id}`),
    ).toEqual({ count: 10_000 });
    expect(await counterDrift()).toEqual([]);
  });
});

const commit = ({ repositoryId }: ComponentRow) =>
  withWorkingCopy(repositoryId, async (checkout) => {
    const report = await commitPending(checkout);
    const written = async (path: string) => {
      const found = (await checkout.copy.tree("HEAD")).find((file) => file.path === path);
      return found && Buffer.from(await checkout.copy.read(found.blob)).toString();
    };
    return { ...report, cs: await written("po/cs.po"), de: await written("po/de.po") };
  });

describe("a large file with edits", () => {
  it("is written, or postponed while writing takes too long", async () => {
    const large = po(MANY, "Řádek");
    const files = { "po/cs.po": large, "po/de.po": po(3, "Zeile") };
    const { component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
    for (const [code, text] of [
      ["cs", "Nový"],
      ["de", "Neu"],
    ] as const)
      await editUnit(admin, await unitId(component, code, "Text 1"), { targets: [text], state: 20 });
    FILE_LIMITS.seconds = 0.02;
    const held = await commit(component);
    const message = "Reading the file takes more than 0.02 seconds, which is the limit. Split it into smaller files.";
    expect(held).toMatchObject({ commits: 1, strings: 1, problems: [{ filename: "po/cs.po", message }], cs: large });
    expect(held.de).toContain('"Neu"');
    expect(await problems(component)).toEqual([{ filename: "po/cs.po", message }]);

    Object.assign(FILE_LIMITS, limits);
    const done = await commit(component);
    expect(done).toMatchObject({ commits: 1, strings: 1, problems: [] });
    const [, body] = (done.cs ?? "").split('\n\nmsgid "Text 0"');
    expect(body).toBe(large.split('\n\nmsgid "Text 0"')[1]?.replace('"Řádek 1"', '"Nový"'));
    expect(done.cs).toContain("Last-Translator");
    expect(await textRows(db, sql`select id from pending_changes where commit is null`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("gets the edits of one author after the other", async () => {
    const petra = await makePerson("petra", { superuser: true });
    const { component } = await connect(
      admin,
      { "po/cs.po": po(MANY, "Řádek") },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await editUnit(admin, await unitId(component, "cs", "Text 1"), { targets: ["První"], state: 20 });
    await editUnit(petra, await unitId(component, "cs", "Text 2"), { targets: ["Druhý"], state: 20 });
    const { commits, cs } = await commit(component);
    expect(commits).toBe(2);
    expect(cs).toContain('"První"');
    expect(cs).toContain('"Druhý"');
  });
});

describe("a large file that changes", () => {
  it("updates the strings that differ", async () => {
    const before = po(MANY, "Řádek");
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": before },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const gone = '\nmsgid "Text 7"\nmsgstr "Řádek 7"\n';
    expect(before).toContain(gone);
    upstream.commit({
      "po/cs.po": before.replace('"Řádek 5"', '"Jinak"').replace(gone, "").concat('\nmsgid "New"\nmsgstr "Nové"\n'),
    });
    await pull(component);
    expect(await targetOf(component, "cs", "Text 5")).toBe("Jinak");
    expect(await targetOf(component, "cs", "Text 7")).toBeUndefined();
    expect(await targetOf(component, "cs", "New")).toBe("Nové");
    expect(await translated(component)).toEqual({ cs: MANY });
    expect(await counterDrift()).toEqual([]);
  });

  it("updates its plural forms", async () => {
    const forms = (count: number) => `"Plural-Forms: nplurals=${count}; plural=n%${count};\\n"\n`;
    const plural = (count: number, word: string) =>
      `\nmsgid "One"\nmsgid_plural "Many"\n${Array.from({ length: count }, (_, at) => `msgstr[${at}] "${word}${at}"\n`).join("")}`;
    const text = (count: number, word: string) =>
      head + forms(count) + po(MANY, "Řádek").slice(head.length) + plural(count, word);
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": text(5, "F") },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const told = () =>
      textRow(
        db,
        sql`
        select u.targets, q.number from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join plurals q on q.id = t.plural_id
        where t.component_id = ${component.id} and not t.is_source and s.sources[1] = 'One'`,
      );
    expect(await told()).toEqual({ targets: ["F0", "F1", "F2", "F3", "F4"], number: 5 });
    upstream.commit({ "po/cs.po": text(2, "G") });
    await pull(component);
    expect(await told()).toEqual({ targets: ["G0", "G1"], number: 2 });
  });
});

describe("a file with a text of more than 1,000,000 characters", () => {
  it("is reported, and the other files are read", async () => {
    const long = (length: number) => `${head}\nmsgid "Long"\nmsgstr "${"a".repeat(length)}"\n`;
    const files = { "po/cs.po": long(1_000_001), "po/de.po": long(1_000_000) };
    const { component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
    expect(await problems(component)).toEqual([
      {
        filename: "po/cs.po",
        message:
          "The file has a text of 1,000,001 characters, the text of “Long”; at most 1,000,000 are allowed. Check its quotes, or split it.",
      },
    ]);
    expect(await translated(component)).toEqual({ cs: 0, de: 1 });
  });
});
