import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { commitReformatted } from "@/lib/domain/integrate/internal/reformat-files";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { FILE_LIMITS } from "@/lib/platform/readers/reader-pool";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
const MANY = 20_000;
const limits = { ...FILE_LIMITS };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
afterEach(() => Object.assign(FILE_LIMITS, limits));

describe("a large file", () => {
  it("is reformatted within the limits", async () => {
    const files = { "l/en.json": "{}", "l/cs.json": "{}" };
    for (const path of Object.keys(files) as (keyof typeof files)[])
      files[path] = JSON.stringify(
        Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`key${at}`, `Text ${at}`])),
      );
    const { component } = await connect(admin, files, {
      filemask: "l/*.json",
      template: "l/en.json",
      fileFormat: "json",
      fileFormatParams: { json_indent: 3 },
    });
    const reformat = () =>
      withWorkingCopy(component.repositoryId, (checkout) => commitReformatted(checkout, component));
    FILE_LIMITS.seconds = 0.02;
    const refused = await reformat();
    expect(refused.changed).toBe(0);
    expect(refused.problems.every(({ message }) => message.includes("0.02 seconds"))).toBe(true);
    expect(refused.problems.length).toBeGreaterThan(0);
    Object.assign(FILE_LIMITS, limits);
    const done = await reformat();
    expect(done.problems).toEqual([]);
    expect(done.changed).toBe(refused.problems.length);
  });
});
