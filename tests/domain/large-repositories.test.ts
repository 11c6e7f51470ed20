import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { createProject } from "@/lib/domain/projects/projects";
import { FILE_LIMITS } from "@/lib/platform/readers/reader-pool";
import { makeUpstream } from "../support/git";
import { makePerson } from "../support/people";

/** A request looks at a repository: however much is in it, the process that answers stays within bounds. */

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Large", slug: "large", web: "https://large.example/" });
});

const head = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
const po = (strings: number) =>
  head + Array.from({ length: strings }, (_, at) => `\nmsgid "Text ${at}"\nmsgstr "Řádek ${at}"\n`).join("");
const named = (at: number) => `part-${String(at).padStart(3, "0")}`;

async function samples(files: Record<string, string>) {
  const { proposals } = await discoverComponents(admin, "large", { repo: makeUpstream(files).url });
  return new Map(proposals.map((one) => [one.filemask, one.sample.length]));
}

describe("a large repository", () => {
  it("is looked into up to 96 MB of texts", async () => {
    const whole = po(40_000);
    expect(whole.length).toBeGreaterThan(1024 * 1024);
    const few = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`${named(at)}/cs.po`, whole]));
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${named(at)}/cs.po`, whole]));
    expect((await samples({ ...few, "zz/cs.po": po(3) })).get("zz/*.po")).toBe(3);
    expect((await samples({ ...many, "zz/cs.po": po(3) })).get("zz/*.po")).toBe(0);
  });

  it("is shown with samples of up to 8 MB", async () => {
    const half = po(20_000);
    const found = await samples(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${named(at)}/cs.po`, half])),
    );
    expect(found.size).toBe(40);
    const shown = [...found.values()].filter((sample) => sample > 0).length;
    expect(shown).toBe(Math.floor((8 * 1024 * 1024) / half.length));
  });

  it("is looked into by a reader, within limits", async () => {
    const { url } = makeUpstream({ "po/cs.po": po(10_000), "po/app.pot": po(10_000) });
    const before = { ...FILE_LIMITS };
    // Another limit of memory asks for a reader of its own, which has to begin first.
    Object.assign(FILE_LIMITS, { seconds: 0.01, megabytes: 512 });
    try {
      await expect(discoverComponents(admin, "large", { repo: url })).rejects.toMatchObject({
        fields: [{ path: "repo", code: "too_costly" }],
      });
    } finally {
      Object.assign(FILE_LIMITS, before);
    }
    const { proposals } = await discoverComponents(admin, "large", { repo: url });
    expect(proposals.map((one) => one.sample[2])).toEqual([{ source: "Text 2", target: "Řádek 2" }]);
  });

  it("has its template read by a reader, within limits", async () => {
    const { url } = makeUpstream({ "po/cs.po": po(2), "po/app.pot": po(60_000) });
    const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", repo: url };
    const before = FILE_LIMITS.seconds;
    FILE_LIMITS.seconds = 0.005;
    try {
      await expect(createComponent(admin, "large", { name: "App", slug: "app", ...settings })).rejects.toMatchObject({
        fields: [{ path: "newBase", code: "too_costly" }],
      });
    } finally {
      FILE_LIMITS.seconds = before;
    }
    const made = await createComponent(admin, "large", { name: "App", slug: "app", ...settings });
    expect(made.slug).toBe("app");
  });

  it("says where a large template cannot be read", async () => {
    const { url } = makeUpstream({ "po/cs.po": po(2), "po/app.pot": `${po(10_000)}\nmsgid "a\n` });
    const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", repo: url };
    await expect(createComponent(admin, "large", { name: "Bad", slug: "bad", ...settings })).rejects.toMatchObject({
      fields: [
        {
          path: "newBase",
          message: expect.stringMatching(/^po\/app\.pot cannot be read as .*\(line \d+, column \d+\)\.$/),
        },
      ],
    });
  });
});
