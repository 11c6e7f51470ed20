import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rulesFingerprint } from "@/lib/cli/rules-fingerprint";

it("is raised whenever the code of checks changes", () => {
  const known = readFileSync(new URL("./rules-fingerprint.txt", import.meta.url), "utf8").trim();
  expect(
    rulesFingerprint(process.cwd()),
    "The code behind the checks has changed. `npm run rules-version` lets stored findings be made again; `npm run rules-version -- same` leaves them, for a change that no finding tells of.",
  ).toBe(known);
});
