import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sweepCopies } from "@/lib/domain/working-copy/sweep-copies";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { dataFolder } from "@/lib/platform/environment";
import { bareRepository } from "../../support/places";

function makeCopy(folder: string, hours: number): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.json"), "{}");
  const then = Date.now() / 1000 - hours * 3600;
  utimesSync(folder, then, then);
  return folder;
}

it("removes copies of repositories that are gone, and nothing else", async () => {
  const id = await bareRepository();
  const kept = makeCopy(copyFolder(id), 48);
  const gone = makeCopy(copyFolder(id + 1000), 25);
  const fresh = makeCopy(copyFolder(id + 1001), 23);
  const other = ["1.clone", "notes", "99999999999", "007"].map((name) =>
    makeCopy(join(dataFolder("repositories"), name), 48),
  );
  expect(await sweepCopies()).toBe(1);
  expect([kept, gone, fresh, ...other].filter((folder) => existsSync(folder))).toEqual([kept, fresh, ...other]);
  expect(await sweepCopies()).toBe(0);
});
