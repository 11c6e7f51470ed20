import { expect, it } from "vitest";
import { arranged, moved } from "@/app/ui/editor/panels/arrange";
import { TABS } from "@/app/ui/editor/panels/tabs";

it("panels stand in the order that was chosen, new ones behind, and unknown names are left out", () => {
  expect(arranged([])).toEqual([...TABS]);
  expect(arranged(["history", "gone", "history", "glossary"])).toEqual([
    "history",
    "glossary",
    ...TABS.filter((id) => id !== "history" && id !== "glossary"),
  ]);
});

it("a panel that is moved leaves the others in their order", () => {
  const all = ["automatic", "glossary", "history"] as const;
  expect(moved(all, "history", 0)).toEqual(["history", "automatic", "glossary"]);
  expect(moved(all, "automatic", 1)).toEqual(["glossary", "automatic", "history"]);
  expect(moved(all, "automatic", 9)).toEqual(["glossary", "history", "automatic"]);
});
