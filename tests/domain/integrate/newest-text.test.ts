import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { commitPending } from "@/lib/domain/integrate/commit";
import { syncFiles } from "@/lib/domain/integrate/internal/sync-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { holdSaves, untilWaiting } from "../../support/stand-still";
import { textRows } from "../../support/text-rows";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Among texts that were saved here the newest wins, whatever is done with the repository meanwhile. */

let petra: Actor;
let jan: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
});

const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit" };

const save = async (actor: Actor, component: ComponentRow, source: string, text: string) =>
  editUnit(actor, await unitId(component, "cs", source), { targets: [text], state: 20 });
const suggested = (component: ComponentRow) =>
  textRows<{ text: string }>(
    db,
    sql`
    select g.targets[1] as text from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id
    where t.component_id = ${component.id} order by 1`,
  );
/** As after an accident: a text of the database that no file has and that nothing waits for. */
const astray = async (component: ComponentRow, source: string, text: string) =>
  db.run(sql`update units set targets = array[${text}] where id = ${await unitId(component, "cs", source)}`);

describe.each(FORMATS)("in $name", (format) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  const { settings, files, read } = format;
  const begin = () => connect(petra, files({ cs: TEXTS }), settings);

  /** What the file at upstream says is what the strings say. */
  async function expectAgreement(component: ComponentRow, upstream: Upstream, texts: Texts): Promise<void> {
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(read(upstream, "cs")).toEqual(texts);
    for (const [source, text] of Object.entries(texts))
      expect(await findUnit(petra, await unitId(component, "cs", source))).toMatchObject({
        targets: [text],
        pending: false,
      });
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  }

  it("a text saved while the files are written anew stays", async () => {
    const { component, upstream } = await begin();
    const saves = await holdSaves();
    const saved = save(jan, component, "Quit", "Ukončit");
    await untilWaiting(1);
    const synced = performOperation(component.repositoryId, "file-sync");
    await untilWaiting(2, synced);
    await saves.letGo();
    await Promise.all([saved, synced]);
    await expectAgreement(component, upstream, { ...TEXTS, Quit: "Ukončit" });
  });

  it("a text saved over one that has gone astray is written, and that one is not", async () => {
    const { component, upstream } = await begin();
    await astray(component, "Quit", "Skončit");
    await astray(component, "Open", "Otevři");
    const saves = await holdSaves();
    const saved = save(jan, component, "Quit", "Ukončit");
    await untilWaiting(1);
    const synced = performOperation(component.repositoryId, "file-sync");
    await untilWaiting(2, synced);
    await saves.letGo();
    await Promise.all([saved, synced]);
    await expectAgreement(component, upstream, { ...TEXTS, Quit: "Ukončit", Open: "Otevři" });
    expect(upstream.git("log", "-p", "main")).not.toContain("Skončit");
  });

  it("files that are written anew twice, the first time interrupted, get each text once", async () => {
    const { component, upstream } = await begin();
    await astray(component, "Open", "Otevři");
    await astray(component, "Save", "Ulož");
    await withWorkingCopy(component.repositoryId, syncFiles);
    await save(jan, component, "Save", "Uložte");
    await withWorkingCopy(component.repositoryId, syncFiles);
    const waiting = await textRows<{ text: string }>(
      db,
      sql`
      select p.targets[1] as text from pending_changes p join translations t on t.id = p.translation_id
      where t.component_id = ${component.id} and p.commit is null order by p.id`,
    );
    expect(waiting.map((row) => row.text).sort()).toEqual(["Otevři", "Ulož", "Uložte"]);
    expect(await performOperation(component.repositoryId, "file-sync")).toEqual({ result: true });
    await expectAgreement(component, upstream, { ...TEXTS, Open: "Otevři", Save: "Uložte" });
    expect(upstream.git("log", "--format=%an", "main").trim().split("\n")).toEqual(["Jan", "Loquat", "Upstream"]);
  });

  it("a text saved while upstream's change of the string is taken over waits beside it", async () => {
    const { component, upstream } = await begin();
    upstream.commit(files({ cs: { ...TEXTS, Quit: "Zavřít" } }));
    const saves = await holdSaves();
    const saved = save(jan, component, "Quit", "Ukončit");
    await untilWaiting(1);
    const pulled = performOperation(component.repositoryId, "pull");
    await untilWaiting(2, pulled);
    await saves.letGo();
    await Promise.all([saved, pulled]);
    await expectAgreement(component, upstream, { ...TEXTS, Quit: "Zavřít" });
    expect(await suggested(component)).toEqual([{ text: "Ukončit" }]);
  });

  it("a text saved right after an earlier one was pushed is no clash with that", async () => {
    const { component, upstream } = await begin();
    await save(petra, component, "Quit", "Skončit");
    await withWorkingCopy(component.repositoryId, async (checkout) => {
      await commitPending(checkout);
      await checkout.copy.push();
    });
    await save(jan, component, "Quit", "Ukončit");
    upstream.commit(files({ cs: { ...read(upstream, "cs"), Open: "Otevři" } }));
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await expectAgreement(component, upstream, { ...TEXTS, Quit: "Ukončit", Open: "Otevři" });
    expect(await suggested(component)).toEqual([]);
  });
});
