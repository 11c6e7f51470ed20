import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { draftsOf, dropDraft, keepDraft, removeStaleDrafts } from "@/lib/domain/editor/drafts";
import { Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { updateProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

let admin: Actor;
let petra: Actor;
let jan: Actor;
let component: ComponentRow;
let open: number;
let quit: number;

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Open"
msgstr ""

msgid "Quit"
msgstr "Konec"
`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  open = await unitId(component, "cs", "Open");
  quit = await unitId(component, "cs", "Quit");
});

describe("a draft", () => {
  it("keeps the last text typed, with the version it was begun on", async () => {
    await keepDraft(petra, open, { targets: ["Otev"], baseVersion: 1 });
    await keepDraft(petra, open, { targets: ["Otevří"], baseVersion: 1 });
    const drafts = await draftsOf(petra, [open, quit]);
    expect([...drafts.keys()]).toEqual([open]);
    expect(drafts.get(open)).toMatchObject({ targets: ["Otevří"], baseVersion: 1 });
  });

  it("is seen by its author alone, and changes nothing of the string", async () => {
    await keepDraft(petra, open, { targets: ["Otevří"], baseVersion: 1 });
    expect((await draftsOf(jan, [open])).size).toBe(0);
    expect((await draftsOf(await anonymousActor(), [open])).size).toBe(0);
    expect(await textRow(db, sql`select targets, state, version from units where id = ${open}`)).toEqual({
      targets: [""],
      state: 0,
      version: 1,
    });
  });

  it("goes when it is dropped, and only for the one who dropped it", async () => {
    await keepDraft(petra, quit, { targets: ["Ukončit"], baseVersion: 1 });
    await keepDraft(jan, quit, { targets: ["Zavřít"], baseVersion: 1 });
    await dropDraft(petra, quit);
    expect((await draftsOf(petra, [quit])).size).toBe(0);
    expect((await draftsOf(jan, [quit])).get(quit)?.targets).toEqual(["Zavřít"]);
  });

  it("is kept for thirty days and then removed", async () => {
    await keepDraft(petra, quit, { targets: ["stará"], baseVersion: 1 });
    await keepDraft(jan, quit, { targets: ["nová"], baseVersion: 1 });
    await db.run(
      sql`update drafts set updated_at = now() - interval '31 days' where user_id = ${petra.userId} and unit_id = ${quit}`,
    );
    await db.run(
      sql`update drafts set updated_at = now() - interval '29 days' where user_id = ${jan.userId} and unit_id = ${quit}`,
    );
    expect((await draftsOf(petra, [quit])).size).toBe(0);
    expect(await removeStaleDrafts()).toBe(1);
    expect(await textRows(db, sql`select user_id from drafts where unit_id = ${quit}`)).toEqual([
      { userId: jan.userId },
    ]);
  });
});

describe("a draft is refused", () => {
  it("to somebody who is not signed in", async () => {
    await expect(keepDraft(await anonymousActor(), open, { targets: ["x"], baseVersion: 1 })).rejects.toThrow(
      Unauthenticated,
    );
  });

  it("on a string that is gone or may not be known of", async () => {
    await expect(keepDraft(petra, 4_000_000_000, { targets: ["x"], baseVersion: 1 })).rejects.toThrow(NotFound);
    const hidden = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    await updateProject(admin, hidden.component.project.slug, { accessControl: 100 });
    const id = await unitId(hidden.component, "cs", "Open");
    await expect(keepDraft(petra, id, { targets: ["x"], baseVersion: 1 })).rejects.toThrow(NotFound);
    await keepDraft(admin, id, { targets: ["x"], baseVersion: 1 });
    expect((await draftsOf(admin, [id])).size).toBe(1);
  });

  it.each([
    ["no form", { targets: [], baseVersion: 1 }],
    ["too many forms", { targets: Array.from({ length: 13 }, () => "x"), baseVersion: 1 }],
    ["a character that cannot be stored", { targets: ["a\u0000b"], baseVersion: 1 }],
    ["half of a surrogate pair", { targets: ["\ud800"], baseVersion: 1 }],
    ["a novel", { targets: ["x".repeat(1_000_001)], baseVersion: 1 }],
    ["a version that is none", { targets: ["x"], baseVersion: 1.5 }],
  ])("with %s", async (_, draft) => {
    await expect(keepDraft(petra, open, draft)).rejects.toThrow(Invalid);
  });
});
