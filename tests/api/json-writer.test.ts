import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { encodeJson, stringify } from "@/lib/api/json";
import { itemWriter } from "@/lib/api/json-writer";

/** Lists as bytes of JSON: what the writers made from schemas give is what the general one gives. */

const Inner = z.object({ id: z.int(), "the name": z.string().nullable() });
const Item = z.object({
  name: z.string(),
  kind: z.enum(["a", "č"]),
  id: z.bigint(),
  count: z.int(),
  share: z.number().nullable(),
  done: z.boolean(),
  texts: z.array(z.string()),
  inner: Inner,
  rows: z.array(Inner),
  perhaps: z.string().optional(),
  any: z.unknown(),
  more: z.record(z.string(), z.unknown()),
});
const Page = z.object({ count: z.int(), next: z.string().nullable(), results: z.array(Item) });

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\ud800", '"', "\\", "\u2028", "č€😀"),
);
const inner = fc.record({ id: fc.integer(), "the name": fc.option(text) });
const any = fc.oneof(fc.jsonValue(), fc.bigInt(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
const item = fc.record(
  {
    name: text,
    kind: fc.constantFrom("a", "č"),
    id: fc.bigInt(),
    count: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constant(-0)),
    share: fc.option(fc.double()),
    done: fc.boolean(),
    texts: fc.array(text),
    inner,
    rows: fc.array(inner),
    perhaps: text,
    any,
    more: fc.dictionary(text, fc.jsonValue()),
  },
  { requiredKeys: ["name", "kind", "id", "count", "share", "done", "texts", "inner", "rows", "more"] },
);

const written = (answer: z.ZodType, value: unknown) => encodeJson(value, itemWriter(answer)).toString();
const parsed = (value: unknown) => JSON.parse(stringify(value));

describe("lists as JSON", () => {
  it("have all values of their items, whatever those are", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 45 }), (items) => {
        expect(JSON.parse(written(z.array(Item), items))).toEqual(parsed(items));
        const page = { count: items.length, next: null, results: items };
        expect(JSON.parse(written(Page, page))).toEqual(parsed(page));
        expect(Object.keys(JSON.parse(written(Page, page)))).toEqual(["count", "next", "results"]);
      }),
      { numRuns: 150 },
    );
  });

  it("write exactly the text of the general writer where the members come in the order of the schema", () => {
    const items = Array.from({ length: 103 }, (_, at) => ({
      id: at,
      "the name": at % 7 ? `č"${at}` : null,
    }));
    for (const some of [items, items.slice(0, 1), items.slice(0, 20), items.slice(0, 21), []])
      expect(written(z.array(Inner), some)).toBe(stringify(some));
  });

  it("keep values that their schema does not speak of", () => {
    const wrong = [
      { id: "5", "the name": 7 },
      { id: 5n, "the name": ["x"] },
      { id: null, "the name": new Date(0) },
      null,
      "č",
      { id: 0.5, "the name": true },
    ];
    expect(JSON.parse(written(z.array(Inner), wrong))).toEqual(parsed(wrong));
    const undefinedMembers = [{ id: undefined, "the name": "x" }, { id: 1, "the name": "y" }, undefined];
    expect(JSON.parse(written(z.array(Inner), undefinedMembers))).toEqual(parsed(undefinedMembers));
    expect(written(z.array(Inner), { error: "no list" })).toBe('{"error":"no list"}');
    expect(written(Page, { count: 1 })).toBe('{"count":1}');
  });

  it("write an object that stands in several items as it is in each list", () => {
    const Row = z.object({ id: z.int(), inner: Inner });
    const shared = { id: 1, "the name": "one" };
    const rows = () => [
      { id: 1, inner: shared },
      { id: 2, inner: shared },
      { id: 3, inner: { ...shared, id: 9 } },
      { id: 4, inner: shared },
    ];
    expect(written(z.array(Row), rows())).toBe(stringify(rows()));
    shared["the name"] = "another";
    expect(written(z.array(Row), rows())).toBe(stringify(rows()));
  });

  it("may be longer than what is kept ready for them", () => {
    const long = { results: Array.from({ length: 30 }, () => "€".repeat(100_000)) };
    expect(written(z.object({ results: z.array(z.string()) }), long)).toBe(stringify(long));
    expect(written(z.array(z.string()), ["short"])).toBe('["short"]');
  });

  it("write 64-bit integers as bare numbers", () => {
    const Large = z.object({ id: z.bigint(), ids: z.array(z.bigint()) });
    expect(written(z.array(Large), [{ id: -9223372036854775808n, ids: [1n, 9223372036854775807n] }])).toBe(
      '[{"id":-9223372036854775808,"ids":[1,9223372036854775807]}]',
    );
  });

  it("have percentages with a decimal, however whole they are, for readers that tell numbers apart", () => {
    const Share = z.object({ name: z.string(), done_percent: z.number(), count: z.int() });
    const row = { name: 'x_percent":5,"x_percent', done_percent: 100, count: 7 };
    const one = String.raw`{"name":"x_percent\":5,\"x_percent","done_percent":100.0,"count":7}`;
    expect(stringify(row)).toBe(one);
    expect(written(z.array(Share), [row, { ...row, done_percent: 99.9 }])).toBe(
      `[${one},${one.replace("100.0", "99.9")}]`,
    );
    expect(stringify({ done_percent: 0 }, 2)).toContain('"done_percent": 0.0\n');
    const Rare = z.object({
      id: z.int(),
      a_percent: z.number().nullable(),
      b_percent: z.number().optional(),
      any: z.unknown(),
    });
    for (const rare of [
      { id: 1, a_percent: 100, b_percent: 5, any: { c_percent: 7 } },
      { id: 1, a_percent: null, any: [{ c_percent: 7 }] },
    ])
      expect(written(z.array(Rare), [rare])).toBe(stringify([rare]));
  });
});
