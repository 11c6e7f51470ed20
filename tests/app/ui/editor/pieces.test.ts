import { describe, expect, it } from "vitest";
import { completionAt } from "@/app/ui/editor/pieces";

const PIECES = ["%s", "%(count)d", "%%", "<b>", "</b>", "$NAME$", "word"];

describe("a placeholder that is begun", () => {
  it("is offered what begins like it", () => {
    expect(completionAt("Ahoj %", 6, PIECES)).toEqual({ start: 5, choices: ["%s", "%(count)d", "%%"] });
    expect(completionAt("Ahoj %(co", 9, PIECES)).toEqual({ start: 5, choices: ["%(count)d"] });
    expect(completionAt("<", 1, PIECES)).toEqual({ start: 0, choices: ["<b>", "</b>"] });
    expect(completionAt("a $N b", 4, PIECES)).toEqual({ start: 2, choices: ["$NAME$"] });
  });

  it("is offered nothing for a letter, behind a blank, and where the piece stands already", () => {
    expect(completionAt("wo", 2, PIECES)).toBeUndefined();
    expect(completionAt("% ", 2, PIECES)).toBeUndefined();
    expect(completionAt("%s", 2, PIECES)).toBeUndefined();
    expect(completionAt("%(count)d", 1, ["%(count)d"])).toBeUndefined();
    expect(completionAt("", 0, PIECES)).toBeUndefined();
  });
});
