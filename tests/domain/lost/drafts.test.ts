import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { draftsOf, dropDraft, keepDraft } from "@/lib/domain/editor/drafts";
import { performOperation } from "@/lib/domain/integrate/operations";
import { goneDrafts, moveDraft } from "@/lib/domain/lost/drafts";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** What somebody typed and never saved outlives its string. */

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Close: "Zavřít" };

let petra: Actor;
let eva: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  eva = await makePerson("eva");
});

/** A component from which upstream has taken the string that Eva was typing. */
async function begin() {
  const { component, upstream } = await connect(petra, PO.files({ cs: TEXTS }), PO.settings);
  const quit = await unitId(component, "cs", "Quit");
  await keepDraft(eva, quit, { targets: ["Rozdělaný text"], baseVersion: 1 });
  const { Quit: _, ...rest } = TEXTS;
  upstream.commit(PO.files({ cs: rest }), "Quit is gone");
  await performOperation(component.repositoryId, "pull");
  const here = await resolvePath(petra, [component.project.slug, component.slug]);
  return { component, upstream, quit, here };
}

describe("a draft of a string that is gone", () => {
  it("is listed for its author alone, wherever the string was", async () => {
    const { component, quit, here } = await begin();
    const expected = [
      { unitId: quit, sources: ["Quit"], targets: ["Rozdělaný text"], languageCode: "cs", newUnitId: null },
    ];
    expect(await goneDrafts(eva, here)).toMatchObject(expected);
    for (const slugs of [[], [component.slug, "cs"], ["-", "cs"]]) {
      const place = await resolvePath(petra, [component.project.slug, ...slugs]);
      expect(await goneDrafts(eva, place)).toMatchObject(expected);
    }
    expect(await goneDrafts(petra, here)).toEqual([]);
    expect(await goneDrafts(await anonymousActor(), here)).toEqual([]);
    await dropDraft(eva, quit);
    expect(await goneDrafts(eva, here)).toEqual([]);
  });

  it("moves to the string that has its source again, once, and not over another draft", async () => {
    const { component, upstream, quit, here } = await begin();
    await expect(moveDraft(eva, quit)).rejects.toThrow("Copy the text");
    upstream.commit(PO.files({ cs: TEXTS }), "Quit is back");
    await performOperation(component.repositoryId, "pull");
    const back = await unitId(component, "cs", "Quit");
    expect(back).not.toBe(quit);
    expect(await goneDrafts(eva, here)).toMatchObject([{ newUnitId: back }]);
    await keepDraft(eva, back, { targets: ["Jiný text"], baseVersion: 1 });
    expect(await goneDrafts(eva, here)).toMatchObject([{ newUnitId: null }]);
    await expect(moveDraft(eva, quit)).rejects.toThrow("Copy the text");
    await dropDraft(eva, back);
    await expect(moveDraft(petra, quit)).rejects.toThrow("no longer kept");
    expect(await moveDraft(eva, quit)).toBe(back);
    expect((await draftsOf(eva, [back])).get(back)).toMatchObject({ targets: ["Rozdělaný text"] });
    expect(await goneDrafts(eva, here)).toEqual([]);
    await expect(moveDraft(eva, quit)).rejects.toThrow("no longer kept");
  });
});
