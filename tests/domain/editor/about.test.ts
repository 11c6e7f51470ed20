import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { describeString, readAbout } from "@/lib/domain/editor/about";
import { actOnShot, shotsOf } from "@/lib/domain/editor/shots";
import * as labels from "@/lib/domain/labels/labels";
import { listScreenshots, readImage } from "@/lib/domain/screenshots/screenshots";
import { findUnit } from "@/lib/domain/units/units";
import { grant } from "../../support/actors";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";

let admin: Actor;
let petra: Actor;
let component: ComponentRow;
let czech = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = { ...(await makePerson("petra")), grants: [] };
  ({ component } = await connect(
    admin,
    { "l/en.json": '{\n  "open": "Open the file"\n}\n', "l/cs.json": '{\n  "open": "Otevřít soubor"\n}\n' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  czech = await unitId(component, "cs", "Open the file");
});

describe("what is said about a source string", () => {
  it("is changed from the string of any language, and shown with it", async () => {
    const label = await labels.create(admin, component.project.slug, { name: "Menu", color: "blue" });
    const before = await readAbout(admin, czech);
    expect(before).toMatchObject({ explanation: "", flags: "", labels: [{ name: "Menu" }], chosen: [] });
    const unit = await describeString(admin, {
      unitId: czech,
      accountId: admin.userId,
      version: before.version,
      explanation: "In the *menu*.",
      flags: "max-length:40",
      labelIds: [label.id],
    });
    expect(unit).toMatchObject({ id: czech, labels: [{ name: "Menu" }], targets: ["Otevřít soubor"] });
    expect(unit.flags).toContain("max-length:40");
    expect(await readAbout(admin, czech)).toMatchObject({ explanation: "In the *menu*.", chosen: [label.id] });
  });

  it("is not overwritten by somebody who has read what stood there before", async () => {
    const read = await readAbout(admin, czech);
    const said = { unitId: czech, accountId: admin.userId, flags: "", labelIds: [] };
    await describeString(admin, { ...said, version: read.version, explanation: "First" });
    await expect(describeString(admin, { ...said, version: read.version, explanation: "Second" })).rejects.toThrow(
      /changed this meanwhile/,
    );
    expect((await readAbout(admin, czech)).explanation).toBe("First");
  });

  it("is refused with wrong flags, to another account, and to those who may not", async () => {
    const { version } = await readAbout(admin, czech);
    const said = { unitId: czech, accountId: admin.userId, version, explanation: "Third", flags: "", labelIds: [] };
    await expect(describeString(admin, { ...said, flags: "max-length:much" })).rejects.toThrow(/max-length/);
    await expect(describeString(petra, said)).rejects.toThrow(/Another user is signed in/);
    await expect(describeString(petra, { ...said, accountId: petra.userId })).rejects.toThrow(/permission/);
    await expect(readAbout(petra, czech)).rejects.toThrow(/permission/);
    expect((await readAbout(admin, czech)).explanation).toBe("First");
  });
});

describe("screenshots of a string", () => {
  const act = (what: Parameters<typeof actOnShot>[1]["what"], actor = admin) =>
    actOnShot(actor, { unitId: czech, accountId: actor.userId, what });

  it("are added from any language and seen in all, marked, taken off and deleted", async () => {
    const [shot] = await act({ act: "upload", name: "menu.png", content: png(640, 480) });
    if (!shot) throw new Error("There is no screenshot.");
    expect(shot).toMatchObject({ name: "menu.png", width: 640, height: 480, region: null });
    const source = await findUnit(admin, (await findUnit(admin, czech)).sourceId);
    expect(await shotsOf(source)).toEqual([shot]);
    expect((await readImage(admin, shot.id)).row.mimeType).toBe("image/png");
    expect(shot.url).toMatch(new RegExp(`^/translate/-/shot/${shot.id}/\\?v=`));

    expect(await act({ act: "mark", shot: shot.id, region: [10, 20, 100, 30] })).toMatchObject([
      { region: [10, 20, 100, 30] },
    ]);
    for (const region of [
      [-1, 0, 10, 10],
      [0, 0, 641, 10],
      [600, 470, 10, 11],
      [0, 0, 0, 10],
    ] as const)
      await expect(act({ act: "mark", shot: shot.id, region })).rejects.toThrow(/inside the image of 640 × 480/);
    expect(await shotsOf(source)).toMatchObject([{ region: [10, 20, 100, 30] }]);
    expect(await act({ act: "mark", shot: shot.id, region: null })).toMatchObject([{ region: null }]);
    expect(await act({ act: "detach", shot: shot.id })).toEqual([]);
    // It is there still, for other strings and for this one.
    expect(await act({ act: "mark", shot: shot.id, region: null })).toHaveLength(1);
    expect(await act({ act: "delete", shot: shot.id })).toEqual([]);
    await expect(readImage(admin, shot.id)).rejects.toThrow(/does not exist/);
  });

  it("are not stored for somebody who may add them but not put strings on them", async () => {
    const adding = { ...petra, grants: [grant({ permissions: ["screenshot.add"], projects: [component.projectId] })] };
    const before = (await listScreenshots(admin, {}, { limit: 10, offset: 0 })).count;
    await expect(act({ act: "upload", name: "x.png", content: png(10, 10) }, adding)).rejects.toThrow(/permission/);
    expect((await listScreenshots(admin, {}, { limit: 10, offset: 0 })).count).toBe(before);
  });

  it("are refused to those who may not, and what is no picture to all", async () => {
    await expect(act({ act: "upload", name: "x.png", content: png(10, 10) }, petra)).rejects.toThrow(/permission/);
    await expect(act({ act: "upload", name: "x.svg", content: Buffer.from("<svg/>") })).rejects.toThrow(
      /not a readable/,
    );
    expect(await act({ act: "upload", name: "y.png", content: png(10, 10) })).toHaveLength(1);
    const [shot] = await shotsOf(await findUnit(admin, czech));
    await expect(act({ act: "mark", shot: shot?.id ?? 0, region: [0, 0, 5, 5] }, petra)).rejects.toThrow(/permission/);
    await expect(act({ act: "delete", shot: shot?.id ?? 0 }, petra)).rejects.toThrow(/permission/);
  });
});
