import { describe, expect, it } from "vitest";
import type { MachineSuggestion } from "@/app/ui/editor/requests";
import { added } from "@/app/ui/editor/use-machine";

const row = (text: string, quality: number) => ({ targets: [text], quality }) as MachineSuggestion;
const shown = (rows: readonly MachineSuggestion[]) => rows.map((one) => one.targets[0]);

describe("automatic suggestions of several services", () => {
  const rows = [row("a", 100), row("b", 80)];

  it("stand in the order of their quality, whichever comes first", () => {
    expect(shown(added(rows, [row("c", 91)], false))).toEqual(["a", "c", "b"]);
    expect(shown(added(rows, [row("c", 80)], false))).toEqual(["a", "b", "c"]);
  });

  it("do not move while somebody is at the list", () => {
    expect(shown(added(rows, [row("c", 91)], true))).toEqual(["a", "b", "c"]);
  });

  it("are shown once", () => {
    expect(shown(added(rows, [row("b", 95)], false))).toEqual(["a", "b"]);
  });
});
