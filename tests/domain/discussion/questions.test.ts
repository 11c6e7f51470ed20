import { beforeAll, beforeEach, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { changeComment } from "@/lib/domain/discussion/change-comment";
import { addComment, type CommentScope } from "@/lib/domain/discussion/comments";
import { questionsTo } from "@/lib/domain/discussion/questions";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Comments that somebody should answer. */

const PO = 'msgid "Quit"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n';

let admin: Actor;
let petra: Actor;
let jan: Actor;
let component: ComponentRow;
let quit: number;
let open: number;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  [petra, jan] = [await makePerson("petra"), await makePerson("jan")];
  ({ component } = await connect(admin, { "po/cs.po": PO, "po/de.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  quit = await unitId(component, "cs", "Quit");
  open = await unitId(component, "cs", "Open");
  await editUnit(petra, quit, { targets: ["Konec"], state: 20 });
  await editUnit(petra, open, { targets: ["Otevřít"], state: 20 });
  await editUnit(jan, open, { targets: ["Otevři"], state: 20 });
});
beforeEach(async () => {
  await db.run(sql`delete from comments`);
});

const say = (who: Actor, unit: number, text: string, scope: CommentScope = "translation") =>
  addComment(who, unit, { scope, text });
const asked = async (who: Actor, limit = 9) => (await questionsTo(who, limit)).rows.map(({ text }) => text);

it("are on strings whose text is theirs now, and not on those that somebody else rewrote", async () => {
  await say(jan, quit, "Why not Zavřít?");
  await say(admin, open, "Is this right?");
  await say(admin, await unitId(component, "de", "Quit"), "In German?");
  expect(await asked(petra)).toEqual(["Why not Zavřít?"]);
  expect(await asked(jan)).toEqual(["Is this right?"]);
  expect(await asked(await anonymousActor())).toEqual([]);
});

it("mention them, wherever that is", async () => {
  await say(admin, open, "@petra, what is this?", "global");
  await say(petra, open, "@petra reminds herself");
  expect(await asked(petra)).toEqual(["@petra, what is this?"]);
  const { rows, people } = await questionsTo(petra, 9);
  expect(rows[0] && people(rows[0]).has("petra")).toBe(true);
});

it("end when they are resolved, or answered in the same place", async () => {
  const first = await say(jan, quit, "One?");
  await say(jan, quit, "Two?");
  expect(await asked(petra)).toEqual(["Two?", "One?"]);
  expect(await asked(petra, 1)).toEqual(["Two?"]);
  await changeComment(admin, first.id, { resolved: true });
  expect(await asked(petra)).toEqual(["Two?"]);
  await say(petra, quit, "Everybody's phrase.", "global");
  expect(await asked(petra)).toEqual(["Two?"]);
  await say(petra, quit, "Because.");
  expect(await asked(petra)).toEqual([]);
  await say(jan, quit, "Really?");
  expect(await asked(petra)).toEqual(["Really?"]);
});

it("are not told of what they may not see any more", async () => {
  await say(jan, quit, "One?");
  await db.run(sql`update components set restricted = true where id = ${component.id}`);
  expect(await asked(petra)).toEqual([]);
  await db.run(sql`update components set restricted = false where id = ${component.id}`);
  expect(await asked(petra)).toEqual(["One?"]);
});
