import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { record } from "@/lib/domain/changes/record";
import { DROPPED, MOVED, SHARED } from "@/lib/domain/users/internal/belongings";
import { belongingsOf, findMerge, mergePeople } from "@/lib/domain/users/merge-people";
import { issueToken } from "@/lib/domain/users/tokens";
import { userStatistics } from "@/lib/domain/users/user-statistics";
import { findUser, insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { actor as bareActor, grant } from "../../support/actors";
import { tallyAll } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Two accounts of one person become one. */

const PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';
let admin: Actor;
let place: { projectId: number; componentId: number; translationId: number; languageId: number; unitId: number };

beforeAll(async () => {
  admin = await makePerson("adminone", { superuser: true });
  const loop = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  place = (await textRow(
    db,
    sql`select c.project_id, t.component_id, t.id as translation_id, t.language_id, u.id::int as unit_id
        from units u join translations t on t.id = u.translation_id join components c on c.id = t.component_id
        where u.id = ${await unitId(loop.component, "cs", "Open")}`,
  )) as typeof place;
});

const told = (who: Actor, author: number | null = null) =>
  inTransaction((tx) =>
    record(tx, who, [
      {
        action: ACTION.TRANSLATION_ADDED,
        ...place,
        authorId: author ?? who.userId,
        target: "Otevřít",
      },
    ]),
  );

describe("a merge", () => {
  it("gives the history, its sums, and all that somebody has to the other account", async () => {
    const [old, now] = [await makePerson("old"), await makePerson("now")];
    await told(old);
    await told(now);
    await tallyAll();
    await told(old);
    await told(admin, old.userId);
    await inTransaction((tx) => record(tx, admin, [{ action: 26, suggesterId: old.userId, target: "Otevři" }]));
    const before = await userStatistics(admin, "now");
    expect(before.translated).toBe(1);
    await db.run(sql`
      insert into suggestions (unit_id, user_id, targets) values (${place.unitId}, ${old.userId}, array['Otevři'])`);
    await db.run(sql`
      insert into comments (source_id, user_id, text, mentions)
      select source_id, ${now.userId}, 'hello', array[${old.userId}::int] from units where id = ${place.unitId}`);
    for (const [name, query] of [
      ["mine", "state:empty"],
      ["both", "of the old one"],
    ])
      await db.run(sql`insert into saved_searches (user_id, name, query) values (${old.userId}, ${name}, ${query})`);
    await db.run(
      sql`insert into saved_searches (user_id, name, query) values (${now.userId}, 'both', 'of the one that stays')`,
    );
    const { id: team } = (await textRow<{ id: number }>(
      db,
      sql`insert into teams (name) values ('Czech team') returning id`,
    )) as { id: number };
    await db.run(sql`
      insert into team_members (team_id, user_id, is_admin) values (${team}, ${old.userId}, true), (${team}, ${now.userId}, false)`);
    await issueToken(old.userId, { name: "old laptop" });

    const preview = await belongingsOf(admin, "old");
    expect(preview).toMatchObject({ changes: 3, suggestions: 1, savedSearches: 2, tokens: 1 });
    expect(preview.teams).toContain("Czech team");
    expect((await findMerge(admin, "old", "now")).into.username).toBe("now");
    expect(await mergePeople(admin, "old", "now")).toEqual({ changes: 4 });

    expect(
      await textRow(
        db,
        sql`select suggester_id, author_id, user_id from changes where action = 26 order by id desc limit 1`,
      ),
    ).toEqual({ suggesterId: now.userId, authorId: admin.userId, userId: admin.userId });
    expect(await userStatistics(admin, "now")).toMatchObject({ translated: 3 });
    await tallyAll();
    expect(await userStatistics(admin, "now")).toMatchObject({ translated: 3 });
    expect(
      await textRows(db, sql`select 1 from changes where user_id = ${old.userId} or author_id = ${old.userId}`),
    ).toEqual([]);
    expect(
      await textRow(
        db,
        sql`select count(*)::int as n from changes where author_id = ${now.userId} and user_id = ${admin.userId}`,
      ),
    ).toEqual({ n: 1 });
    expect(
      await textRow(
        db,
        sql`select coalesce(sum(lines), 0)::int as n from daily_activity where user_id = ${old.userId}`,
      ),
    ).toEqual({ n: 0 });
    expect(
      await textRow(db, sql`select sum(lines)::int as n from daily_activity where user_id = ${now.userId}`),
    ).toEqual({ n: 4 });
    expect(await textRows(db, sql`select 1 from suggestions where user_id = ${now.userId}`)).toHaveLength(1);
    expect(await textRow(db, sql`select mentions from comments where text = 'hello'`)).toEqual({
      mentions: [now.userId],
    });
    expect(
      await textRows(db, sql`select name, query from saved_searches where user_id = ${now.userId} order by name`),
    ).toEqual([
      { name: "both", query: "of the one that stays" },
      { name: "mine", query: "state:empty" },
    ]);
    expect(await textRows(db, sql`select user_id, is_admin from team_members where team_id = ${team}`)).toEqual([
      { userId: now.userId, isAdmin: true },
    ]);
    expect(await textRows(db, sql`select 1 from api_tokens where user_id in (${old.userId}, ${now.userId})`)).toEqual(
      [],
    );
    await expect(findUser("old")).rejects.toThrow("no user");
    expect(await loadActor(old.userId)).toBeUndefined();
  });

  it("is refused where it makes no sense, and changes nothing", async () => {
    const [one, two] = [await makePerson("one"), await makePerson("two")];
    await inTransaction(async (tx) => {
      await insertUser(tx, { username: "robot", fullName: "Robot", email: null, isBot: true });
      await insertUser(tx, { username: "asleep", fullName: "Asleep", email: "asleep@example.org", isActive: false });
    });
    await told(one);
    for (const [from, into, why] of [
      ["one", "ONE", "into itself"],
      ["one", "robot", "bot"],
      ["robot", "one", "bot"],
      ["one", "asleep", "deactivated"],
      ["one", "none", "There is no user none"],
      ["one", "anonymous", "There is no user anonymous"],
      ["anonymous", "one", "does not exist"],
      ["adminone", "one", "signed in"],
    ] as const)
      await expect(mergePeople(admin, from, into), `${from} ${into}`).rejects.toThrow(why);
    const manager = { ...bareActor({ userId: two.userId }), grants: [grant({ permissions: ["user.edit"] })] };
    await expect(mergePeople(manager, "one", "two")).rejects.toThrow("Only superusers");
    await expect(mergePeople(two, "one", "two")).rejects.toThrow("user.edit");
    await expect(belongingsOf(two, "one")).rejects.toThrow("user.edit");
    expect(await textRow(db, sql`select count(*)::int as n from changes where user_id = ${one.userId}`)).toEqual({
      n: 1,
    });
  });

  it("takes no administrator away without another one", async () => {
    const elsewhere = { ...admin, userId: 0 };
    await expect(mergePeople(elsewhere, "adminone", "one")).rejects.toThrow("last superuser");
    expect((await findUser("adminone")).isSuperuser).toBe(true);
  });
});

describe("the ledger", () => {
  it("stays append-only but for whose a line is, in a merge", async () => {
    const who = await makePerson("writer");
    await told(who);
    const refused = (statement: Parameters<typeof db.run>[0]) =>
      expect(
        inTransaction(async (tx) => {
          await tx.run(sql`select set_config('loquat.accounts_merge', ${`${who.userId}>${admin.userId}`}, true)`);
          await tx.run(statement);
        }),
      ).rejects.toThrow("append-only");
    await expect(db.run(sql`update changes set user_id = null where user_id = ${who.userId}`)).rejects.toThrow(
      "append-only",
    );
    await refused(sql`update changes set target = 'x' where user_id = ${who.userId}`);
    await refused(sql`update changes set user_id = null where user_id = ${who.userId}`);
    await refused(sql`update changes set user_id = ${who.userId} where user_id = ${admin.userId}`);
  });
});

describe("what a merge knows of", () => {
  it("is every column that names a user", async () => {
    const known = new Set(
      [...MOVED, ...SHARED.map(({ user }) => user), ...DROPPED].map(({ owner, column }) => `${owner}.${column}`),
    );
    for (const ledger of [
      "changes.user_id",
      "changes.author_id",
      "changes.suggester_id",
      "change_tallies.user_id",
      "daily_activity.user_id",
    ])
      known.add(ledger);
    const columns = await textRows<{ name: string }>(
      db,
      sql`select c.relname || '.' || a.attname as name
          from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
          join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
          where a.attnum > 0 and not a.attisdropped and (
            a.attname in ('user_id', 'author_id', 'invited_by', 'decided_by', 'created_by', 'suggester_id')
            or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
              and k.confrelid = 'users'::regclass and a.attnum = any(k.conkey)))
          order by 1`,
    );
    expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});
