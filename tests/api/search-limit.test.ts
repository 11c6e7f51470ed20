import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { loadWindow } from "@/lib/domain/editor/window";
import { Busy, Invalid } from "@/lib/domain/errors";
import { isCostly, runSearch } from "@/lib/domain/search/run-search";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { issueToken } from "@/lib/domain/users/tokens";
import { named } from "@/lib/platform/columns";
import { db, pool, sql } from "@/lib/platform/database";
import { asText, present } from "@/lib/platform/expressions";
import { parseQuery } from "@/lib/text/search-query/parse";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { send } from "./support";

/** Searches stop nobody but themselves. */

const nap = (seconds: number) => sql`select ${named({ slept: asText(sql`pg_sleep(${seconds})::text`) })}`;

const COSTLY = 'source:r"(x+x+)+y"';
const GATED = encodeURIComponent(COSTLY);

let petra: Actor;
let karel: Actor;
let key = "";
let translation: TranslationRow;
let release: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  karel = await makePerson("karel");
  key = (await issueToken(petra.userId)).key;
  const po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "xxx"\nmsgstr ""\n';
  const { component } = await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" });
  translation = await findTranslation(admin, component, "cs");
});

/** Lets no search end, as one of a huge installation would not, until `release`. */
async function holdSearches(): Promise<void> {
  const client = await pool().connect();
  await client.query("begin; lock table labels, suggestions, source_units, units in access exclusive mode");
  release = async () => {
    release = undefined;
    await client.query("rollback");
    client.release();
  };
}

afterEach(() => release?.());

describe("searches that nobody is signed in for", () => {
  it("leave connections to all others, one at a time from an address, and end after seconds", async () => {
    await holdSearches();
    const settled: string[] = [];
    const searches = Array.from({ length: 12 }, async () => {
      const answer = await send("GET", `/api/units/?q=${GATED}`);
      settled.push("search");
      return answer;
    });
    const lists = await Promise.all(
      Array.from({ length: 5 }, () => send("GET", "/api/languages/", { key }).finally(() => settled.push("list"))),
    );
    expect(lists.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const answers = await Promise.all(searches);
    const busy = answers.filter((answer) => answer.status === 429);
    expect(busy).toHaveLength(9);
    expect(busy[0]?.headers.get("retry-after")).toBe("5");
    const late = answers.filter((answer) => answer.status === 400);
    expect(late).toHaveLength(3);
    expect(await late[0]?.json()).toMatchObject({
      errors: [{ attr: "q", detail: expect.stringContaining("The search takes too long") }],
    });
    // Three that waited for each other, two seconds each, ended long after the lists.
    expect(settled.slice(-3)).toEqual(["search", "search", "search"]);
  });

  it("are counted on pages too", async () => {
    const stranger = await anonymousActor("192.0.2.77");
    await holdSearches();
    const pages = Array.from({ length: 12 }, () =>
      loadWindow(stranger, { kind: "translation", translationId: translation.id }, COSTLY, {
        at: "offset",
        offset: 0,
      }).catch((error) => error),
    );
    const answers = await Promise.all(pages);
    expect(answers.filter((error) => error instanceof Busy && error.own)).toHaveLength(9);
    expect(answers.filter((error) => error instanceof Invalid)).toHaveLength(3);
  });
});

describe("the gate", () => {
  it("lets two in, one of each caller and one that nobody is signed in for", async () => {
    const callers = [petra, karel, await anonymousActor("192.0.2.1"), await anonymousActor("192.0.2.2")];
    let [inside, most, strangers, mostStrangers] = [0, 0, 0, 0];
    const own = new Map<string, number>();
    const search = (who: Actor) =>
      runSearch(who, async (on) => {
        const name = `${who.userId} ${who.client}`;
        inside++;
        if (who.isAnonymous) strangers++;
        own.set(name, (own.get(name) ?? 0) + 1);
        expect(own.get(name)).toBe(1);
        most = Math.max(most, inside);
        mostStrangers = Math.max(mostStrangers, strangers);
        await on.one(nap(0.05));
        inside--;
        if (who.isAnonymous) strangers--;
        own.set(name, 0);
      });
    await Promise.all([0, 1].flatMap(() => callers.map(search)));
    expect(most).toBe(2);
    expect(mostStrangers).toBe(1);
  });

  it("gives all statements of a search one time together", async () => {
    const stranger = await anonymousActor("192.0.2.3");
    const start = performance.now();
    const search = runSearch(stranger, async (on) => {
      await on.one(nap(1.4));
      await on.one(nap(1.4));
    });
    await expect(search).rejects.toThrow("The search takes too long");
    expect(performance.now() - start).toBeLessThan(2700);
    // A person has longer.
    await runSearch(petra, (on) => on.one(nap(2.2)));
    // And the connection is as good as new.
    expect(await runSearch(stranger, (on) => on.one(sql`select ${present}`))).toEqual({ present: true });
    expect(await db.one(sql`select ${present}`)).toEqual({ present: true });
  });
});

describe("what counts as a costly search", () => {
  it.each([
    ["state:<translated", false],
    ["is:untranslated AND has:suggestion", false],
    ["language:cs project:app check:same changed_by:petra", false],
    ["id:1,2,3", false],
    ["has:variant", true],
    ["hello", true],
    ["is:untranslated AND (language:de OR note:hello)", true],
    ['NOT source:r"x+"', true],
    [Array.from({ length: 21 }, () => "is:pending").join(" OR "), true],
  ])("%s", (query, costly) => {
    expect(isCostly(parseQuery(query))).toBe(costly);
  });
});
