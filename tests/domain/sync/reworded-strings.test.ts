import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addComment } from "@/lib/domain/discussion/comments";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Source texts that upstream rewords where no key names a string: translations are carried over, for a look. */

let petra: Actor;
let olga: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  olga = await makePerson("olga", { superuser: true });
});

type Texts = Record<string, string>;
const po = (texts: Texts) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
    .map(([source, text]) => `\nmsgid "${source}"\nmsgstr "${text}"\n`)
    .join("")}`;
const xliff = (texts: Texts) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n<file original="a" source-language="en" target-language="cs" datatype="plaintext"><body>\n${Object.entries(
    texts,
  )
    .map(
      ([source, text], at) =>
        `<trans-unit id="${at}"><source>${source}</source><target>${text}</target></trans-unit>\n`,
    )
    .join("")}</body></file>\n</xliff>\n`;
const csv = (texts: Texts) =>
  `"source","target"\n${Object.entries(texts)
    .map(([source, text]) => `"${source}","${text}"\n`)
    .join("")}`;
const KINDS = [
  { fileFormat: "po", mask: "po/*.po", write: po },
  { fileFormat: "plainxliff", mask: "l/*.xlf", write: xliff },
  { fileFormat: "csv", mask: "l/*.csv", write: csv },
];

const OLD = "The file cannot be opened";
const NEW = "The file could not be opened";

describe.each(KINDS)("in $fileFormat", (format) => {
  const it = inTurn(KINDS.indexOf(format), KINDS.length);
  const { fileFormat, mask, write } = format;
  const styles = fileFormat === "po" ? ["rebase", "merge", "merge_noff"] : ["rebase"];
  const path = mask.replace("*", "cs");
  const begin = (mergeStyle = "rebase") =>
    connect(
      petra,
      { [path]: write({ [OLD]: "Soubor nelze otevřít", Quit: "Konec" }) },
      { filemask: mask, fileFormat, mergeStyle, pushOnCommit: false },
    );
  const unit = async (component: ComponentRow) => findUnit(petra, await unitId(component, "cs", NEW));
  const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  async function expectSound(component: ComponentRow) {
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  }

  it.each(styles)("carries the translation over and tells from where (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    const before = await unitId(component, "cs", OLD);
    upstream.commit({ [path]: write({ [NEW]: "", Quit: "Konec" }) });
    await operate(component, "pull");
    expect(await unit(component)).toMatchObject({
      id: before,
      targets: ["Soubor nelze otevřít"],
      state: 10,
      previousSource: OLD,
      pending: true,
    });
    const told = await textRows<{ reason: string }>(
      db,
      sql`select details->>'reason' as reason from changes where unit_id = ${before} and details ? 'reason'`,
    );
    expect(told.map(({ reason }) => reason)).toEqual([expect.stringContaining("carried over from")]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path)).toContain("Soubor nelze otevřít");
    expect(upstream.read(path)).not.toContain(OLD);
    await expectSound(component);
  });

  it.each(styles)("carries an edit over that waits, committed or not (%s)", async (style) => {
    for (const committed of [false, true]) {
      const { component, upstream } = await begin(style);
      await editUnit(olga, await unitId(component, "cs", OLD), { targets: ["Nejde to"], state: 20 });
      if (committed) await operate(component, "commit");
      upstream.commit({ [path]: write({ [NEW]: "", Quit: "Konec" }) });
      await operate(component, "pull");
      expect(await unit(component)).toMatchObject({ targets: ["Nejde to"], state: 10, previousSource: OLD });
      await expectSound(component);
      await operate(component, "push");
      expect(upstream.read(path)).toContain("Nejde to");
      expect(upstream.read(path)).not.toContain(OLD);
      await expectSound(component);
    }
  });

  it("lets upstream's translation win, and keeps what somebody typed as a suggestion", async () => {
    const { component, upstream } = await begin();
    await editUnit(olga, await unitId(component, "cs", OLD), { targets: ["Nejde to"], state: 20 });
    upstream.commit({ [path]: write({ [NEW]: "Soubor nešlo otevřít", Quit: "Konec" }) });
    await operate(component, "pull");
    expect(await unit(component)).toMatchObject({ targets: ["Soubor nešlo otevřít"], pending: false });
    const kept = await textRows(
      db,
      sql`select g.targets, g.user_id as user from suggestions g where g.unit_id = ${await unitId(component, "cs", NEW)}`,
    );
    expect(kept).toEqual([{ targets: ["Nejde to"], user: olga.userId }]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path)).toContain("Soubor nešlo otevřít");
  });

  it("takes suggestions, comments, labels, explanation and flags along", async () => {
    const { component, upstream } = await begin();
    const id = await unitId(component, "cs", OLD);
    await addComment(petra, id, { text: "Which file?", scope: "translation" });
    await addSuggestion(olga, id, ["Soubor nejde otevřít"]);
    await db.run(
      sql`update source_units set explanation = 'A box', extra_flags = 'max-length:80' where component_id = ${component.id} and sources[1] = ${OLD}`,
    );
    upstream.commit({ [path]: write({ [NEW]: "", Quit: "Konec" }) });
    await operate(component, "pull");
    expect(
      await textRows(
        db,
        sql`
        select s.explanation, s.extra_flags as flags, c.text, g.targets, u.suggested, u.commented from units u join source_units s on s.id = u.source_id
        left join comments c on c.source_id = s.id left join suggestions g on g.unit_id = u.id
        where u.id = ${await unitId(component, "cs", NEW)}`,
      ),
    ).toEqual([
      {
        explanation: "A box",
        flags: "max-length:80",
        text: "Which file?",
        targets: ["Soubor nejde otevřít"],
        suggested: true,
        commented: true,
      },
    ]);
    await expectSound(component);
  });

  it("carries nothing between texts that are not alike", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ [path]: write({ Quit: "Konec", "Print in colour": "" }) });
    await operate(component, "pull");
    expect(await findUnit(petra, await unitId(component, "cs", "Print in colour"))).toMatchObject({
      targets: [""],
      state: 0,
    });
    await expectSound(component);
  });
});
