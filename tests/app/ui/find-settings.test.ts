import { expect, it } from "vitest";
import { foundSettings } from "@/app/ui/settings/find-settings";

const ENTRIES = [
  { name: "filemask", label: "File mask", about: "Path of the files, with * for the language.", group: "files" },
  { name: "merge_style", label: "Métoda sloučení", about: "", group: "repository" },
  { name: "new_lang", label: "Adding languages", about: "Who may.", group: "translation" },
];

it.each([
  ["mask", ["filemask"]],
  ["LANGUAGE", ["filemask", "new_lang"]],
  ["path language", ["filemask"]],
  ["merge_style", ["merge_style"]],
  ["metoda slouceni", ["merge_style"]],
  ["path who", []],
])("%s is looked for in labels, help and names, in any case and without accents", (typed, names) => {
  expect([...(foundSettings(ENTRIES, typed) ?? ["all"])]).toEqual(names);
});

it("all are shown where nothing is looked for", () => {
  expect(foundSettings(ENTRIES, "  ")).toBeUndefined();
});
