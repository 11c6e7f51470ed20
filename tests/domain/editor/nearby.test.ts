import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { loadContext } from "@/lib/domain/editor/context";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** The strings around one in its file, and the same string in other components. */

const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n${Object.entries(texts)
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
    .join("\n")}`;

let admin: Actor;
let petra: Actor;
let here: ComponentRow;
let there: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const names = ["A", "B", "C", "D", "E", "F", "G", "Quit", "H", "I"];
  const files = { "po/cs.po": po(Object.fromEntries(names.map((name) => [name, `${name}-cs`]))) };
  ({ component: here } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  const others = { "po/cs.po": po({ Quit: "Ukončit", Open: "" }), "po/de.po": po({ Quit: "Beenden" }) };
  ({ component: there } = await connect(admin, others, { filemask: "po/*.po", fileFormat: "po" }));
});

const around = async (source: string) => {
  const { before, after } = (await loadContext(petra, await unitId(here, "cs", source))).near;
  return [before.map((row) => row.sources[0]), after.map((row) => row.targets[0])];
};
const same = async (actor: Actor, component: ComponentRow, source = "Quit", language = "cs") =>
  (await loadContext(actor, await unitId(component, language, source))).same.map((row) => row.targets[0]);

describe("strings around one", () => {
  it("are the five before and the five behind it, in the order of the file", async () => {
    expect(await around("Quit")).toEqual([
      ["C", "D", "E", "F", "G"],
      ["H-cs", "I-cs"],
    ]);
    expect(await around("A")).toEqual([[], ["B-cs", "C-cs", "D-cs", "E-cs", "F-cs"]]);
  });
});

describe("the same string elsewhere", () => {
  it("is found in the same language, with its text", async () => {
    expect(await same(petra, here)).toEqual(["Ukončit"]);
    expect(await same(petra, there)).toEqual(["Quit-cs"]);
    expect(await same(petra, there, "Quit", "de")).toEqual([]);
    expect(await same(petra, here, "A")).toEqual([]);
  });

  it("is not shown where the reader may not look, nor without a text", async () => {
    await db.run(sql`update components set restricted = true where id = ${there.id}`);
    expect(await same(petra, here)).toEqual([]);
    expect(await same(admin, here)).toEqual(["Ukončit"]);
    await db.run(sql`update components set restricted = false where id = ${there.id}`);
    await db.run(sql`update units set state = 0, targets = array[''] where id = ${await unitId(there, "cs", "Quit")}`);
    expect(await same(petra, here)).toEqual([]);
  });
});
