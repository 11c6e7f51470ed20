import JSZip from "jszip";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponent } from "@/lib/domain/components/components";
import { discoverArchive } from "@/lib/domain/creation/discover";
import { createFromArchive } from "@/lib/domain/creation/from-archive";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject } from "@/lib/domain/projects/projects";
import { makePerson } from "../../support/people";
import { everyTranslation } from "./support";

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
});

async function zip(files: Record<string, string>): Promise<Uint8Array> {
  const archive = new JSZip();
  for (const [path, content] of Object.entries(files)) archive.file(path, content);
  return archive.generateAsync({ type: "uint8array" });
}

const FILES = {
  "app-main/locales/en.json": '{\n  "a": "Apple",\n  "b": "Pear"\n}\n',
  "app-main/locales/cs.json": '{\n  "a": "Jablko",\n  "b": ""\n}\n',
  "app-main/po/app.pot":
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Plum"\nmsgstr ""\n',
  "app-main/po/de.po":
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Plum"\nmsgstr "Pflaume"\n',
  "app-main/README.md": "Read me.\n",
  "app-main/other/words.po": 'msgid ""\nmsgstr ""\n',
  "app-main/package.json": "{}\n",
};

describe("components from an archive", () => {
  it("are proposed with their languages and strings, and files that are left out are told", async () => {
    const found = await discoverArchive(admin, "orchard", { archive: await zip(FILES) });
    expect(
      found.proposals.map(({ filemask, languages }) => [filemask, languages.map(({ language }) => language)]),
    ).toEqual(
      expect.arrayContaining([
        ["app-main/locales/*.json", expect.arrayContaining(["en", "cs"])],
        ["app-main/po/*.po", ["de"]],
      ]),
    );
    expect(found.proposals.find(({ fileFormat }) => fileFormat === "po")?.sample[0]).toEqual({
      source: "Plum",
      target: "Pflaume",
    });
    expect(found.files).toBe(7);
    expect(found.unmatched).toEqual({ count: 1, files: [{ path: "app-main/other/words.po", why: "noLanguage" }] });
  });

  it("share the repository that the first one brings", async () => {
    const archive = await zip(FILES);
    const { proposals } = await discoverArchive(admin, "orchard", { archive });
    let owner: ComponentRow | undefined;
    for (const { name, slug, filemask, fileFormat, template, newBase } of proposals) {
      const given = { name, slug, filemask, fileFormat, template, newBase, sourceLanguage: "en" };
      const made = await createFromArchive(admin, "orchard", given, archive, owner);
      owner ??= made;
      await importComponent(made.id, () => {});
    }
    const all = await Promise.all(
      proposals.map(({ slug }) =>
        findComponent(admin, { projectSlug: "orchard", categoryPath: "", componentSlug: slug }),
      ),
    );
    expect(new Set(all.map(({ repositoryId }) => repositoryId)).size).toBe(1);
    const languages = await Promise.all(all.map((component) => everyTranslation(admin, component)));
    expect(languages).toEqual(
      expect.arrayContaining([
        ["cs", "en"],
        ["de", "en"],
      ]),
    );
  });

  it("are none in an archive without translations, and one that is none is refused", async () => {
    const found = await discoverArchive(admin, "orchard", { archive: await zip({ "README.md": "Read me." }) });
    expect(found).toMatchObject({ proposals: [], files: 1 });
    const broken = discoverArchive(admin, "orchard", { archive: new TextEncoder().encode("no archive") });
    await expect(broken).rejects.toMatchObject({ fields: [{ path: "zipfile" }] });
    const stranger = await makePerson("stranger");
    await expect(discoverArchive(stranger, "orchard", { archive: await zip(FILES) })).rejects.toThrow(/permission/);
  });
});
