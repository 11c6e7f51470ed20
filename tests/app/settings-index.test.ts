import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPONENT_SETTINGS, PROJECT_SETTINGS } from "@/app/ui/palette/settings-index";

/** Settings that the palette finds lead to fields that are there, under the labels that they have there. */

const FOLDER = "app/(web)/settings/[...path]";
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".tsx"));
const textOf = (names: readonly string[]) => names.map((name) => readFileSync(`${FOLDER}/${name}`, "utf8")).join("\n");

/** The label of each field with a name of its own. */
function fieldsIn(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [element] of source.matchAll(/<(?:Field|Select|Checkbox|TextArea|RadioGroup)\b[\s\S]*?\/>/g)) {
    const label = /label=\{t\("([^"]+)"\)\}/.exec(element)?.[1];
    const name = /\bname="([^"]+)"/.exec(element)?.[1];
    if (label && name) found.set(name, label);
  }
  return found;
}

describe("the settings that the palette finds", () => {
  it.each([
    ["projects", PROJECT_SETTINGS, ["project-settings.tsx", "secondary-language.tsx"]],
    ["components", COMPONENT_SETTINGS, files.filter((name) => name !== "project-settings.tsx")],
  ] as const)("of %s are fields of their forms", (_, index, names) => {
    const fields = fieldsIn(textOf(names));
    expect(index.map(([label, name]) => [name, label])).toEqual(index.map(([, name]) => [name, fields.get(name)]));
    expect(new Set(index.map(([, name]) => name)).size).toBe(index.length);
  });
});
