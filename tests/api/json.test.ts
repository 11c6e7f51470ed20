import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "@/lib/api/json";

describe("JSON of answers", () => {
  it("is what JSON itself writes, with bigints as bare numbers", () => {
    const key = fc.string().filter((name) => name !== "__proto__" && !name.endsWith("_percent"));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
        fc.bigInt({ min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) }),
        fc.constantFrom("\ud800", '"', "\\", "\u2028", "č€😀"),
        fc.array(tie("value")),
        fc.dictionary(key, tie("value")),
      ),
    }));
    const asNumber = (_: string, one: unknown) => (typeof one === "bigint" ? Number(one) : one);
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (one, indent) => {
        expect(stringify(one, indent)).toBe(JSON.stringify(one, asNumber, indent));
      }),
    );
  });

  it("has 64-bit integers to the last digit, and leaves no trace on bigints", () => {
    expect(stringify([{ id: -9223372036854775808n, ids: [1n, 9223372036854775807n] }])).toBe(
      '[{"id":-9223372036854775808,"ids":[1,9223372036854775807]}]',
    );
    expect(() => JSON.stringify(1n)).toThrow(TypeError);
  });

  it("has percentages with a decimal, however whole they are, for readers that tell numbers apart", () => {
    const row = { name: 'x_percent":5,"x_percent', done_percent: 100, count: 7 };
    expect(stringify(row)).toBe(String.raw`{"name":"x_percent\":5,\"x_percent","done_percent":100.0,"count":7}`);
    expect(stringify([{ id: 7n, done_percent: 99.9, all_percent: -5 }])).toBe(
      '[{"id":7,"done_percent":99.9,"all_percent":-5.0}]',
    );
    expect(stringify({ done_percent: null, any: [{ c_percent: 7 }] })).toBe(
      '{"done_percent":null,"any":[{"c_percent":7.0}]}',
    );
    expect(stringify({ done_percent: 0 }, 2)).toContain('"done_percent": 0.0\n');
  });
});
