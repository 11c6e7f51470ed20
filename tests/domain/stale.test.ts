import { describe, expect, it } from "vitest";
import { marksOf, ownChanges, StaleForm } from "@/lib/domain/stale";

/** Two people with one form: each changes what they have changed, and nobody writes over the other unseen. */

const shown = { name: "App", flags: "", checks: ["a", "b"], params: { wrap: 77, sort: true }, push: false, at: null };
const seen = marksOf(shown);
const refused = (now: object, given: object) => {
  try {
    ownChanges(seen, now, given);
  } catch (error) {
    if (error instanceof StaleForm) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
};

describe("what somebody has changed in a form", () => {
  it("is what differs from what the form showed, whatever is stored by now", () => {
    expect(ownChanges(seen, shown, { ...shown, name: "Apps" })).toEqual({ name: "Apps" });
    expect(ownChanges(seen, { ...shown, flags: "md-text", push: true }, { ...shown, name: "Apps" })).toEqual({
      name: "Apps",
    });
    expect(ownChanges(seen, shown, { ...shown })).toEqual({});
  });

  it("is not the order of a list, nor that of members", () => {
    expect(ownChanges(seen, shown, { checks: ["b", "a"], params: { sort: true, wrap: 77 } })).toEqual({});
    expect(ownChanges(seen, shown, { checks: ["b"], params: { sort: true } })).toEqual({
      checks: ["b"],
      params: { sort: true },
    });
  });

  it("is also what the form did not show, unless it says nothing", () => {
    expect(ownChanges(seen, shown, { secret: "s", other: undefined })).toEqual({ secret: "s" });
  });

  it("tells empty from nothing, and a number from its digits", () => {
    const was = { a: null, b: 1, c: "" };
    expect(ownChanges(marksOf(was), was, { a: "", b: "1", c: null })).toEqual({
      a: "",
      b: "1",
      c: null,
    });
  });

  it("is refused where somebody else has changed the same to something else, and said", () => {
    const now = { ...shown, name: "Program", push: true };
    const { fields } = refused(now, { ...shown, name: "Apps" });
    expect(fields.map(({ path, code, message }) => ({ path, code, message }))).toEqual([
      {
        path: "name",
        code: "conflict",
        message: "Somebody else has changed this in the meantime. It is now: Program. Save again to replace it.",
      },
    ]);
    expect(ownChanges(seen, { ...shown, name: "Apps" }, { ...shown, name: "Apps" })).toEqual({ name: "Apps" });
  });

  it("is taken once it was told, and only for what was told", () => {
    const now = { ...shown, name: "Program", flags: "md-text" };
    const given = { ...shown, name: "Apps" };
    const { marks } = refused(now, given);
    expect(ownChanges(marks, now, given)).toEqual({ name: "Apps" });
    expect(() => ownChanges(marks, { ...now, name: "Third" }, given)).toThrow(StaleForm);
  });

  it.each([
    [true, "on"],
    [false, "off"],
    ["", "empty"],
    [null, "empty"],
    [["x", "y"], '["x","y"]'],
    ["long ".repeat(100), "long ".repeat(40)],
  ])("tells a value in words: %#", (value, text) => {
    expect(refused({ name: value }, { name: "mine" }).fields[0]?.message).toContain(`It is now: ${text}. Save`);
  });
});
