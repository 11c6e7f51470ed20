import { describe, expect, it } from "vitest";
import { changeName } from "@/lib/domain/changes/name";

describe("the name of a change", () => {
  it.each([
    [34, { username: "petra", group: "Translate" }, "User added: petra, Translate"],
    [35, { username: "petra", group: "<b>" }, "User removed: petra, <b>"],
    [34, {}, "User added"],
    [34, { team: "Translate" }, "User added"],
    [52, { group: "Translate" }, "User invited: Translate"],
    [52, {}, "User invited"],
    [97, { username: "petra", blocked: true }, "User blocked: petra"],
    [97, { username: "petra", blocked: false }, "User unblocked: petra"],
    [97, {}, "User access changed"],
    [2, { username: "petra" }, "Translation changed"],
    [2, { check: "end_stop", dismissed: true }, "Dismissed the check “Full stop at the end”"],
  ])("of action %i with %j", (action, details, name) => {
    expect(changeName({ action, details })).toBe(name);
  });
});
