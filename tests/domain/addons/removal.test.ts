import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { startDailyAddons } from "@/lib/domain/addon-runs/run-addon";
import { configureAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addComment } from "@/lib/domain/discussion/comments";
import { addSuggestion, voteOn } from "@/lib/domain/discussion/suggestions";
import { db, sql } from "@/lib/platform/database";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr ""
`;

let admin: Actor;
let component: ComponentRow;
let quit: number;
let open: number;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po", suggestionVoting: true },
  ));
  quit = await unitId(component, "cs", "Quit");
  open = await unitId(component, "cs", "Open");
});

const marks = () =>
  textRows<{ id: number; commented: boolean; suggested: boolean }>(
    db,
    sql`select id, commented, suggested from units where commented or suggested order by id`,
  );

describe("the removal of stale comments", () => {
  it("takes the old ones, keeps the new ones, and says so in the ledger", async () => {
    const old = new Date(Date.now() - 40 * 86_400_000);
    await addComment(admin, quit, { scope: "translation", text: "Old", createdAt: old });
    await addComment(admin, quit, { scope: "global", text: "Old, for all", createdAt: old });
    await addComment(admin, open, { scope: "translation", text: "Old here", createdAt: old });
    await addComment(admin, open, { scope: "translation", text: "New" });
    const { id } = await installAddon(admin, { component }, { name: "weblate.removal.comments" });
    expect(await runWaitingAddons()).toEqual(["installed"]);
    expect(await textRows(db, sql`select text from comments`)).toEqual([{ text: "New" }]);
    expect(await marks()).toEqual([{ id: open, commented: true, suggested: false }]);
    expect(await counterDrift()).toEqual([]);
    expect(
      await textRows(
        db,
        sql`
        select c.target, u.username, c.cause from changes c join users u on u.id = c.user_id where c.action = 64 order by c.target`,
      ),
    ).toEqual(
      ["Old", "Old here", "Old, for all"].map((target) => ({
        target,
        username: "addon-removal.comments",
        cause: "addon",
      })),
    );
    expect(await logOf(id)).toEqual(["done installed: Removed 3 comments."]);
    await removeAddon(admin, id);
  });

  it("does nothing the second time, and is quiet about it", async () => {
    const { id } = await installAddon(admin, { component }, { name: "loquat.removal.comments" });
    await runWaitingAddons();
    await db.run(sql`update addons set created_at = now() - interval '3 days' where id = ${id}`);
    expect(await startDailyAddons()).toBe(1);
    expect(await startDailyAddons()).toBe(0);
    expect(await runWaitingAddons()).toEqual(["daily"]);
    expect(await logOf(id)).toEqual(["done installed: There was nothing to do."]);
    await removeAddon(admin, id);
  });
});

describe("the removal of stale suggestions", () => {
  it("keeps what has more votes than the threshold", async () => {
    for (const [text, votes] of [
      ["One", 0],
      ["Two", 1],
    ] as const) {
      const made = await addSuggestion(admin, open, [text]);
      if (!("made" in made)) throw new Error("It should be new.");
      await db.run(sql`delete from votes where suggestion_id = ${made.made.id}`);
      if (votes > 0) await voteOn(admin, made.made.id, 1);
    }
    await addSuggestion(admin, quit, ["Young"]);
    await db.run(sql`update suggestions set created_at = now() - interval '31 days' where unit_id = ${open}`);
    const { id } = await installAddon(
      admin,
      { project: component.project },
      { name: "weblate.removal.suggestions", configuration: { age: "30" } },
    );
    await runWaitingAddons();
    expect(await textRows(db, sql`select targets from suggestions order by id`)).toEqual([
      { targets: ["Two"] },
      { targets: ["Young"] },
    ]);
    expect(await logOf(id)).toEqual(["done installed: Removed 1 suggestion."]);
    await configureAddon(admin, id, { configuration: { votes: 1 } });
    expect(await runWaitingAddons()).toEqual(["configured"]);
    expect(await textRows(db, sql`select targets from suggestions`)).toEqual([{ targets: ["Young"] }]);
    expect(await marks()).toEqual([
      { id: quit, commented: false, suggested: true },
      { id: open, commented: true, suggested: false },
    ]);
    expect(await counterDrift()).toEqual([]);
    expect(await textRows(db, sql`select count(*)::int as n from changes where action = 29`)).toEqual([{ n: 2 }]);
  });
});
