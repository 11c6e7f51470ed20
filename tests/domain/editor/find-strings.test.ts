import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findStrings, seenText } from "@/lib/domain/editor/find-strings";
import { actOnShot } from "@/lib/domain/editor/shots";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { createScreenshot, findScreenshot, replaceImage } from "@/lib/domain/screenshots/screenshots";
import { findTranslation } from "@/lib/domain/translations/translations";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";

const TEXTS = {
  open: "&Open the file…",
  quit: "Quit",
  long: "The repository could not be reached. Check the address and try again.",
};

let admin: Actor;
let component: ComponentRow;
let czech = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const file = `${JSON.stringify(TEXTS, null, 2)}\n`;
  ({ component } = await connect(
    admin,
    { "l/en.json": file, "l/cs.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  await makeSketches();
  czech = await unitId(component, "cs", TEXTS.quit);
});

const found = async (...texts: string[]) => {
  const strings = await findStrings(admin, czech, texts);
  return strings.map(({ place, source }) => [place, source]);
};

describe("strings of a component in a picture", () => {
  it("are those that say the same but for case, blanks, marks of keys and the mark at the end", async () => {
    expect(seenText("  &Save  _as… ")).toBe("save as");
    expect(await found("File", "open  THE file", "Quit", "quit")).toEqual([
      [1, TEXTS.open],
      [2, TEXTS.quit],
    ]);
  });

  it("are found through mistakes of reading, when these are few", async () => {
    expect(await found("The repos1tory could not be reached, Check the adress and try again.")).toEqual([
      [0, TEXTS.long],
    ]);
    expect(await found("The cat could not be reached", "")).toEqual([]);
  });

  it("leave what was read with the screenshot, as lines that a person can see, where one may edit it", async () => {
    const english = await findTranslation(admin, component, "en");
    const { id } = await createScreenshot(admin, english, {
      ...{ name: "Menu", repositoryFilename: "", content: png(20, 10) },
    });
    const text = `  Open\tthe  file\u0000\r\n\n\u202eQuit\n${"long ".repeat(2000)}`;
    await findStrings(admin, czech, ["Quit"], { shot: id, text });
    const lines = (await findScreenshot(admin, id)).foundText.split("\n");
    expect(lines.slice(0, 2)).toEqual(["Open the file", "Quit"]);
    expect(lines).toHaveLength(3);
    expect((await findScreenshot(admin, id)).foundText.length).toBeLessThanOrEqual(5000);
    await expect(findStrings(admin, czech, ["Quit"], { shot: id + 1000, text })).rejects.toThrow("does not exist");
    const other = { ...(await makePerson("reader")), grants: [] };
    await expect(findStrings(other, czech, ["Quit"], { shot: id, text: "mine" })).rejects.toThrow(/permission/);
    expect((await findScreenshot(admin, id)).foundText).toContain("Quit");
    await replaceImage(admin, id, png(30, 10));
    expect((await findScreenshot(admin, id)).foundText).toBe("");
  });

  it("are looked for only by those who may put them on it", async () => {
    const stranger = { ...(await makePerson("stranger")), grants: [] };
    await expect(findStrings(stranger, czech, ["Quit"])).rejects.toThrow(/permission/);
  });

  it("are put on the screenshot with their places; strings of other components are not", async () => {
    const translation = await findTranslation(admin, component, "en");
    const shot = await createScreenshot(admin, translation, {
      name: "Menu",
      repositoryFilename: "",
      content: png(200, 100),
    });
    const [open, quit] = await Promise.all([unitId(component, "en", TEXTS.open), unitId(component, "en", TEXTS.quit)]);
    const place = (strings: { unit: number; region: readonly [number, number, number, number] }[]) =>
      actOnShot(admin, { unitId: czech, accountId: admin.userId, what: { act: "place", shot: shot.id, strings } });
    expect(
      await place([
        { unit: open, region: [0, 0, 50, 10] },
        { unit: quit, region: [0, 20, 50, 10] },
        { unit: 999_999_999, region: [0, 40, 50, 10] },
      ]),
    ).toMatchObject([{ region: [0, 20, 50, 10] }]);
    expect((await findScreenshot(admin, shot.id)).units).toEqual([open, quit].sort((a, b) => a - b));
    await expect(
      place([
        { unit: open, region: [10, 10, 5, 5] },
        { unit: quit, region: [190, 0, 50, 10] },
      ]),
    ).rejects.toThrow(/inside the image of 200 × 100/);
    expect(
      await actOnShot(admin, {
        unitId: open,
        accountId: admin.userId,
        what: { act: "place", shot: shot.id, strings: [{ unit: open, region: [1, 1, 5, 5] }] },
      }),
    ).toMatchObject([{ region: [1, 1, 5, 5] }]);
  });
});
