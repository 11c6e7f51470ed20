import fc from "fast-check";
import { expect, it } from "vitest";
import { readMoment } from "@/lib/platform/column-values";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, asText } from "@/lib/platform/expressions";
import { textRow } from "../support/text-rows";

/** Whatever the database holds, our readers of columns give back. */

it("gives texts back as they are stored", async () => {
  const hard = ["", "a", "NULL", "null", "a,b", '"', "\\", "{", "}", "a b", "č", "😀", "\n", "a\\", '{"', '","', " "];
  const texts = [[], ...hard.map((text) => [text]), hard, ["x", "y"]];
  for (const list of texts)
    expect(await textRow(db, sql`select ${list}::text[] as list, array[null, 'x'] as gaps`)).toEqual({
      list,
      gaps: [null, "x"],
    });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
        { maxLength: 3 },
      ),
      async (list) => {
        expect(await textRow(db, sql`select ${list}::text[] as list`)).toEqual({ list });
      },
    ),
    { numRuns: 200 },
  );
});

it("gives integers back as they are stored", async () => {
  for (const list of [[], [7], [-1, 0, 2147483647], [1, null]])
    expect(await textRow(db, sql`select ${list}::int[] as list`)).toEqual({ list });
  expect(await textRow(db, sql`select array[[1,2],[3,4]] as square`)).toEqual({
    square: [
      [1, 2],
      [3, 4],
    ],
  });
});

it("names members of rows as the items are named, and gives every row what they share", async () => {
  const items = named({ firstName: asNumber(sql`n`), order: asText(sql`'x'`) });
  const read = await db.fetch(sql`select ${items} from generate_series(1, 2) as n`);
  expect(read({ and_more: 5 })).toEqual([1, 2].map((firstName) => ({ firstName, order: "x", and_more: 5 })));
  expect(await db.rows(sql`select ${items} from generate_series(1, 0) as n`)).toEqual([]);
});

it("refuses rows with a column that no item names", async () => {
  const items = named({ id: asNumber(sql`1`) });
  expect(await db.one(sql`select ${items}`)).toEqual({ id: 1 });
  await expect(db.one(sql`select ${items}, 4 as other_id`)).rejects.toThrow(/other_id/);
});

it("gives moments back to the millisecond", async () => {
  const moments = [
    "2026-11-21T18:05:09.000Z",
    "1999-12-31T23:59:59.999Z",
    "0099-01-02T03:04:05.010Z",
    "2024-02-29T00:00:00.100Z",
  ];
  for (const text of moments)
    expect(await textRow(db, sql`select ${text}::timestamptz as at`)).toEqual({ at: new Date(text) });
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-30"), noInvalidDate: true }),
      async (at) => {
        expect(await textRow(db, sql`select ${at.toISOString()}::timestamptz as at`)).toEqual({ at });
      },
    ),
    { numRuns: 200 },
  );
  expect(
    await textRow(db, sql`select 'infinity'::timestamptz as at, '12026-01-01 00:00Z'::timestamptz as far`),
  ).toEqual({
    at: Number.POSITIVE_INFINITY,
    far: new Date("+012026-01-01T00:00:00Z"),
  });
  expect(readMoment("2026-11-21 18:05:09.123456+00")).toEqual(new Date("2026-11-21T18:05:09.123Z"));
});
