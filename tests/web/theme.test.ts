import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** The colours are read from the style sheet itself, so that nobody can change one without seeing what it does. */

const css = readFileSync(join(process.cwd(), "app/globals.css"), "utf8");

function block(opening: string): Map<string, string> {
  const at = css.indexOf(opening);
  if (at < 0) throw new Error(`The style sheet has no block ${opening}`);
  const text = css.slice(at + opening.length, css.indexOf("}", at));
  return new Map(
    [...text.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

const themes = {
  light: block(":root {"),
  dark: block(':root[data-theme="dark"] {'),
};

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test("both ways into the dark theme say the same", () => {
  expect([...block(':root:not([data-theme="light"]) {')]).toEqual([...themes.dark]);
});

for (const [name, colours] of Object.entries(themes)) {
  const colour = (token: string) => {
    const found = colours.get(token);
    if (!found) throw new Error(`The ${name} theme has no colour ${token}`);
    return found;
  };
  const grounds = ["bg", "surface", "sunken"];

  test(`${name}: texts stand out from every ground`, () => {
    for (const ink of ["text", "text-2", "text-3", "primary", "failing", "needs-ink"])
      for (const ground of grounds)
        expect(contrast(colour(ink), colour(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour("on-primary"), colour("primary"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour("on-failing"), colour("failing"))).toBeGreaterThanOrEqual(4.5);
  });

  test(`${name}: edges of controls and marks of states can be seen`, () => {
    for (const ground of ["bg", "surface"]) {
      for (const edge of [
        "border-strong",
        "state-needs",
        "state-translated",
        "state-approved",
        "state-readonly",
        "suggestion",
      ])
        expect(contrast(colour(edge), colour(ground)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
}
