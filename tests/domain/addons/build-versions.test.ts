import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, installAddon, triggerAddon } from "@/lib/domain/addons/addons";
import { selectAddons } from "@/lib/domain/addons/installed";
import { publishedFile, publishedManifest } from "@/lib/domain/addons/published-files";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { planConfiguration, planInstallation } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import type { Upstream } from "../../support/git";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const NAME = "weblate.cdn.kotlin";
const xml = (text: string) => `<resources>\n    <string name="quit">${text}</string>\n</resources>\n`;
const FILES = {
  "res/values/strings.xml": xml("Quit"),
  "res/values-cs/strings.xml": xml("Konec"),
  "res/values-de/strings.xml": xml("Ende"),
};
const USE = { filemask: "res/values-*/strings.xml", template: "res/values/strings.xml", fileFormat: "aresource" };

interface Version {
  build: string;
  created: string;
  files: { path: string; language: string; size: number; sha256: string; file: string }[];
}

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

class Installed {
  private constructor(
    readonly id: number,
    readonly upstream: Upstream,
    private readonly repository: number,
  ) {}

  static async begin(configuration: Record<string, unknown> = {}): Promise<Installed> {
    const { component, upstream } = await connect(admin, FILES, USE);
    const { id } = await installAddon(admin, { component }, { name: NAME, configuration });
    await runWaitingAddons();
    return new Installed(id, upstream, component.repositoryId);
  }

  private async address(): Promise<string> {
    return (await selectAddons(sql`a.id = ${this.id}`))[0]?.state.public ?? "";
  }

  async read(path: string): Promise<string> {
    return Buffer.from((await publishedFile(await this.address(), path)).content).toString();
  }

  async current(): Promise<Version> {
    return JSON.parse(await this.read("manifest.json"));
  }

  async versions(): Promise<{ build: string; created: string; manifest: string }[]> {
    return JSON.parse(await this.read("versions.json")).versions;
  }

  async paths(): Promise<string[]> {
    return (await publishedManifest(await this.address())).map(({ path }) => path);
  }

  async say(text: string): Promise<void> {
    this.upstream.commit({ "res/values-cs/strings.xml": xml(text) });
    await performOperation(this.repository, "pull");
    await runWaitingAddons();
  }

  /** As if all that was published had been so earlier. */
  async age(days: number): Promise<void> {
    const rows = await textRows<{ path: string; text: string }>(
      db,
      sql`select path, convert_from(content, 'UTF8') as text from published_files where addon_id = ${this.id} and path = 'versions.json'`,
    );
    for (const { path, text } of rows) {
      const older = text.replaceAll(/"created": "(.*)"/g, (_, at) => {
        return `"created": "${new Date(new Date(at).getTime() - days * 86_400_000).toISOString()}"`;
      });
      const hash = createHash("sha256").update(older).digest("hex");
      await db.run(
        sql`update published_files set content = convert_to(${older}, 'UTF8'), sha256 = ${hash} where addon_id = ${this.id} and path = ${path}`,
      );
    }
  }

  async run(): Promise<void> {
    await triggerAddon(admin, this.id);
    await runWaitingAddons();
  }
}

describe("versions of Android's files", () => {
  it("tell all files with their checksums, and where they are", async () => {
    const one = await Installed.begin();
    const { build, files } = await one.current();
    expect(await logOf(one.id)).toEqual([`done installed: Published version ${build} with 3 files.`]);
    expect(files.map(({ path, language }) => [path, language])).toEqual([
      ["res/values-cs/strings.xml", "cs"],
      ["res/values-de/strings.xml", "de"],
      ["res/values/strings.xml", "en"],
    ]);
    for (const { path, file, sha256, size } of files) {
      const text = await one.read(file);
      expect(text).toBe(one.upstream.read(path));
      expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
      expect(size).toBe(Buffer.byteLength(text));
    }
    expect((await one.versions()).map((version) => version.build)).toEqual([build]);
  });

  it("stay whole while newer ones come, and a file that they share is there once", async () => {
    const one = await Installed.begin();
    const first = await one.current();
    await one.say("Ukončit");
    const second = await one.current();
    expect(second.build).not.toBe(first.build);
    expect((await one.versions()).map(({ build }) => build)).toEqual([second.build, first.build]);
    const [, older] = await one.versions();
    expect(JSON.parse(await one.read(older?.manifest ?? ""))).toEqual(first);
    for (const { file, sha256 } of first.files)
      expect(
        createHash("sha256")
          .update(await one.read(file))
          .digest("hex"),
      ).toBe(sha256);
    // Four different files of two versions of three.
    expect((await one.paths()).filter((path) => path.startsWith("files/"))).toHaveLength(4);
    // The same again changes nothing; the first texts again are the first version, now the newest.
    const log = (await logOf(one.id)).length;
    await one.run();
    expect(await logOf(one.id)).toHaveLength(log);
    await one.say("Konec");
    expect((await one.versions()).map(({ build }) => build)).toEqual([first.build, second.build]);
    expect((await one.current()).created > second.created).toBe(true);
  });

  it("go when there are too many of them, with the files that no other has", async () => {
    const one = await Installed.begin({ maximum_versions: 2 });
    for (const text of ["A", "B", "C"]) await one.say(text);
    expect(await one.versions()).toHaveLength(2);
    expect((await logOf(one.id))[0]).toMatch(/^done component-updated: Published version .* Removed 1 old version\.$/);
    // Two versions of three files, two of which are the same in both; two manifests, the newest and the list.
    expect(await one.paths()).toHaveLength(4 + 4);
    expect(await planConfiguration(admin, one.id, { maximum_versions: 1 })).toEqual([
      "res/values-cs/strings.xml, res/values-de/strings.xml, res/values/strings.xml would be readable without signing in",
      "1 old version would be removed",
    ]);
    await configureAddon(admin, one.id, { configuration: { maximum_versions: 1 } });
    await runWaitingAddons();
    expect(await one.versions()).toHaveLength(1);
  });

  it("go some days after they were replaced, and the newest never", async () => {
    const one = await Installed.begin({ maximum_age: 10 });
    const { build } = await one.current();
    await one.age(30);
    await one.run();
    expect((await one.versions()).map((version) => version.build)).toEqual([build]);
    await one.say("Ukončit");
    // It is old, and was replaced a moment ago: programs may still be at it.
    expect((await one.versions()).map((version) => version.build)).toContain(build);
    await one.age(11);
    await one.run();
    expect((await one.versions()).map((version) => version.build)).toEqual([(await one.current()).build]);
  });

  it("are of Android alone, and settings that cannot be meant are refused", async () => {
    const { component } = await connect(
      admin,
      { "l/en.json": "{}\n" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await expect(planInstallation(admin, { component }, { name: NAME })).rejects.toThrow(
      "App has no string resources of Android.",
    );
    const android = (await connect(admin, FILES, USE)).component;
    for (const configuration of [{ maximum_age: 0 }, { maximum_versions: 101 }, { maximum_age: "x" }])
      await expect(installAddon(admin, { component: android }, { name: NAME, configuration })).rejects.toThrow(Invalid);
  });
});
