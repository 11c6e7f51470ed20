import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** An edit of a source string that upstream lacks, while upstream goes on. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
    .map(([key, text]) => `\nmsgid "${key}"\nmsgstr "${text}"\n`)
    .join("")}`;
const KINDS = [
  { fileFormat: "json", mask: "l/*.json", write: json },
  { fileFormat: "po-mono", mask: "l/*.po", write: po },
];
const STYLES = ["rebase", "merge", "merge_noff"];

describe.each(KINDS)("in $fileFormat", (kind) => {
  const { fileFormat, mask, write } = kind;
  const turn = KINDS.indexOf(kind);
  const path = (language: string) => mask.replace("*", language);
  const begin = (mergeStyle = "rebase") =>
    connect(
      petra,
      {
        [path("en")]: write({ title: "Title", note: "Note" }),
        [path("de")]: write({ title: "Titel", note: "Notiz" }),
        [path("cs")]: write({ title: "Název", note: "Poznámka" }),
      },
      { filemask: mask, template: path("en"), fileFormat, mergeStyle, pushOnCommit: false },
    );
  const save = async (component: ComponentRow, language: string, text: string) =>
    editUnit(petra, await unitId(component, language, "title"), { targets: [text], state: 20 });
  const unit = async (component: ComponentRow, language: string) =>
    findUnit(petra, await unitId(component, language, "title"));
  const told = (component: ComponentRow) =>
    textRows<{ old: string; target: string }>(
      db,
      sql`select old, target from changes where component_id = ${component.id} and action = 30 and old like 'Title%' order by id`,
    );

  async function expectKept(component: ComponentRow) {
    expect(await unit(component, "en")).toMatchObject({ targets: ["Title X"], sources: ["Title X"] });
    expect(await unit(component, "de")).toMatchObject({ state: 20, targets: ["Titel X"], previousSource: "" });
    expect(await unit(component, "cs")).toMatchObject({ state: 10, previousSource: "Title" });
    expect(await told(component)).toEqual([{ old: "Title", target: "Title X" }]);
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  }

  async function expectPushed(component: ComponentRow, upstream: Upstream) {
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    await expectKept(component);
    expect(upstream.read(path("en"))).toContain("Title X");
    expect(upstream.read(path("de"))).toContain("Titel X");
  }

  it.each(oneOf(STYLES, turn))(
    "stays as it is, and so do translations of it, when another string changes (%s)",
    async (style) => {
      const { component, upstream } = await begin(style);
      await save(component, "en", "Title X");
      await save(component, "de", "Titel X");
      upstream.commit({ [path("en")]: write({ title: "Title", note: "A note" }) });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      await expectKept(component);
      await expectPushed(component, upstream);
    },
  );

  it.each(oneOf(STYLES, turn + 1))("stays when its commit waits for a push (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await save(component, "en", "Title X");
    await save(component, "de", "Titel X");
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    upstream.commit({ [path("en")]: write({ title: "Title", note: "A note" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await expectKept(component);
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    await expectPushed(component, upstream);
  });

  it("stays when all files are read anew, and after a reset", async () => {
    const { component, upstream } = await begin();
    await save(component, "en", "Title X");
    await save(component, "de", "Titel X");
    expect(await performOperation(component.repositoryId, "reset")).toEqual({ result: true });
    await expectKept(component);
    await expectPushed(component, upstream);
  });

  it("gives way where upstream has changed the same string, and waits beside it", async () => {
    const { component, upstream } = await begin();
    await save(component, "en", "Title X");
    await save(component, "de", "Titel X");
    upstream.commit({ [path("en")]: write({ title: "Title Y", note: "Note" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await unit(component, "en")).toMatchObject({ targets: ["Title Y"], sources: ["Title Y"], suggested: true });
    expect(await unit(component, "de")).toMatchObject({ state: 10, targets: ["Titel X"], previousSource: "Title X" });
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });
});
