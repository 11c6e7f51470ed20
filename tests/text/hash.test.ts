import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumOf, contentHash, idHash, idHashOf, textHash } from "@/lib/text/hash";

describe("string hashes", () => {
  it("stays what it is stored as", () => {
    expect(idHash("menu.open")).toBe(1172875247917848986n);
    expect(idHash("", "Open")).toBe(5796392841864171799n);
    expect(contentHash("Open", "")).toBe(4254278948255866764n);
  });

  it("keeps parts and uses apart", () => {
    expect(idHash("a", "b")).not.toBe(idHash("ab", ""));
    expect(idHash("a", ["b", "c"])).not.toBe(idHash("a", ["bc"]));
    expect(idHash("a", "")).not.toBe(idHash("a"));
    expect(idHash("a", "b")).not.toBe(contentHash("b", "a"));
    expect(contentHash("x", "a")).toBe(contentHash(["x"], "a"));
    expect(textHash("memory", "x")).not.toBe(textHash("cache", "x"));
  });

  it("fits a signed 64-bit column and comes back from its checksum", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (context) => {
        const id = idHash(context);
        expect(BigInt.asIntN(64, id)).toBe(id);
        expect(checksumOf(id)).toMatch(/^[0-9a-f]{16}$/);
        expect(idHashOf(checksumOf(id))).toBe(id);
      }),
    );
    expect(checksumOf(-(1n << 63n))).toBe("0000000000000000");
    expect(checksumOf((1n << 63n) - 1n)).toBe("ffffffffffffffff");
    expect(checksumOf(0n)).toBe("8000000000000000");
  });

  it.each(["", "xyz", "0", "80000000000000000", "800000000000000g"])("%j is no checksum", (text) =>
    expect(idHashOf(text)).toBeUndefined(),
  );
});
