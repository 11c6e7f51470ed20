import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { findComponentById, setLock } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { Conflict, Forbidden, Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject, updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { git, makeUpstream, type Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";

let admin: Actor;
let petra: Actor;
let jan: Actor;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
  await createProject(admin, { name: "Bad", slug: "bad", web: "" });
  upstream = makeUpstream({
    "l/en.json": '{"a": "Apple"}',
    "l/cs.json": '{"a": "Jablko"}',
    "po/cs.po": 'msgid "x"\nmsgstr "y"\n',
    "l/broken.txt": "x",
  });
});

/** A format that has a name and no reader, as long as there is one. */
const unread = [...knownFormats.keys()].filter((id) => !findFormat(id)).slice(0, 1);

const good = (): NewComponent => ({
  name: "App",
  slug: "app",
  repo: upstream.url,
  filemask: "l/*.json",
  template: "l/en.json",
  fileFormat: "json",
});

async function problems(input: Partial<NewComponent>): Promise<Record<string, string>> {
  const error = await createComponent(admin, "bad", { ...good(), ...input }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Invalid);
  return Object.fromEntries((error as Invalid).fields.map((field) => [field.path, field.message]));
}

const counts = () =>
  textRow(
    db,
    sql`select (select count(*) from components) c, (select count(*) from repositories) r, (select count(*) from tasks) t, (select count(*) from translations) l`,
  );

describe("a component that cannot be made", () => {
  it.each<[string, Partial<NewComponent>, string, RegExp]>([
    ["a repository that does not exist", { repo: join(tmpdir(), "nowhere.git") }, "repo", /no Git repository/],
    ["a folder that nobody has opened", { repo: "/nowhere/x.git" }, "repo", /\/nowhere to LOQUAT_LOCAL_REPOSITORIES/],
    ["a relative folder", { push: "./evil.git" }, "push", /absolute path/],
    ["a push to a private host", { push: "http://127.0.0.1/x" }, "push", /LOQUAT_PRIVATE_REPOSITORIES/],
    ["an address like an option", { repo: "--upload-pack=touch /tmp/owned" }, "repo", /control characters|dash/],
    ["a transport helper", { repo: "ext::sh -c id" }, "repo", /spaces|helper/],
    ["an unknown branch", { branch: "nope" }, "branch", /no branch nope. Its branches: main/],
    ["a branch like an option", { branch: "--force" }, "branch", /not a valid branch name/],
    ...["HEAD", "@", ".hidden", "x.lock", "a/.b", "a.lock/b", "main\n", "a//b", "a..b", "/a"].flatMap(
      (name): [string, Partial<NewComponent>, string, RegExp][] => [
        [`the branch ${JSON.stringify(name)}`, { branch: name }, "branch", /not a valid branch name/],
        [`the push branch ${JSON.stringify(name)}`, { pushBranch: name }, "pushBranch", /not a valid branch name/],
      ],
    ),
    ["a script as repository browser", { repoweb: "javascript:alert(1)" }, "repoweb", /https/],
    ["a script as export address", { gitExport: " javascript:alert(1)" }, "gitExport", /https/],
    [
      "a mask that fits nothing",
      { filemask: "x/*.json", template: "", fileFormat: "json-nested" },
      "filemask",
      /No file .* matches/,
    ],
    ["a mask without a star", { filemask: "l/cs.json" }, "filemask", /\*/],
    ["a mask that leaves the repository", { filemask: "../*.json" }, "filemask", /./],
    ["a base file that is not there", { template: "l/xx.json" }, "template", /not in the repository/],
    ["a base file that leaves the repository", { template: "../en.json" }, "template", /./],
    ["an unknown language", { sourceLanguage: "tlh-x-nobody" }, "sourceLanguage.code", /no language/],
    ["an unknown format", { fileFormat: "nope" }, "fileFormat", /Unknown file format/],
    ...unread.map((fileFormat): [string, Partial<NewComponent>, string, RegExp] => [
      "a format that is only known by name",
      { fileFormat },
      "fileFormat",
      /cannot be read yet/,
    ]),
    [
      "no base file for a monolingual format",
      { fileFormat: "aresource", template: "", filemask: "l/*.xml" },
      "template",
      /base file/,
    ],
    ["an unknown version control", { vcs: "cvs" }, "vcs", /Choose one of/],
    ["a broken expression", { languageRegex: "(" }, "languageRegex", /regular expression/],
    ["a template with an unknown variable", { commitMessage: "{{ nope }}" }, "commitMessage", /nope/],
    ["a slug of blanks", { slug: "a b" }, "slug", /letters/],
    ["a priority that is none", { priority: 7 }, "priority", /Choose one of/],
    ["votes that nobody can give", { suggestionAutoaccept: 2 }, "suggestionAutoaccept", /Enable voting/],
    ["instructions that nobody wrote", { newLang: "url" }, "newLang", /no instructions/],
    ["a base file of another language", { template: "l/cs.json" }, "template", /is in cs/],
    ["a source language of no base file", { sourceLanguage: "de" }, "sourceLanguage", /source language is de/],
    [
      "an intermediate file of a base file that is not edited",
      { intermediate: "l/cs.json", editTemplate: false },
      "editTemplate",
      /can be edited here/,
    ],
    ["a link to nobody", { repo: "internal://bad/nobody" }, "repo", /no component/],
  ])("%s", async (_name, input, field, message) => {
    const before = await counts();
    const found = await problems(input);
    expect(found[field]).toMatch(message);
    expect(await counts()).toEqual(before);
  });

  it("an empty repository", async () => {
    const empty = mkdtempSync(join(tmpdir(), "loquat-empty-"));
    git(empty, "init", "--quiet", "--bare");
    expect((await problems({ repo: empty })).repo).toMatch(/is empty/);
  });

  it("a base file that cannot be read: line and column", async () => {
    upstream.commit({ "l/bad.json": '{\n  "a": "x",\n  oops\n}' });
    expect((await problems({ template: "l/bad.json" })).template).toMatch(/line 3, column 3/);
    upstream.commit({ "l/bad.json": null });
  });

  it("duplicate name and slug", async () => {
    await createComponent(admin, "bad", { ...good(), name: "First", slug: "first" });
    expect(Object.keys(await problems({ name: "First", slug: "first" }))).toEqual(["name", "slug"]);
  });

  it("several wrong fields are told at once", async () => {
    expect(Object.keys(await problems({ slug: "?", filemask: "x", fileFormat: "nope", priority: 1 }))).toEqual([
      "slug",
      "filemask",
      "fileFormat",
      "priority",
    ]);
  });
});

describe("sharing a repository", () => {
  it("happens by itself in a project, and by an internal address", async () => {
    const other = await createComponent(admin, "bad", {
      ...good(),
      name: "Second",
      slug: "second",
      filemask: "po/*.po",
      template: "",
      fileFormat: "po",
    });
    const first = await textRow<{ id: number; repositoryId: number }>(
      db,
      sql`select id, repository_id from components where slug = 'first'`,
    );
    expect(other).toMatchObject({ linkedComponentId: first?.id, repositoryId: first?.repositoryId });
    const third = await createComponent(admin, "bad", {
      ...good(),
      name: "Third",
      slug: "third",
      repo: "weblate://bad/first",
      filemask: "po/*.po",
      template: "",
      fileFormat: "po",
    });
    expect(third.repositoryId).toBe(first?.repositoryId);
    expect((await problems({ name: "Fourth", slug: "fourth", repo: "internal://bad/third" })).repo).toMatch(
      /itself shares the repository of another component/,
    );
    const alone = await createComponent(admin, "bad", {
      ...good(),
      name: "Alone",
      slug: "alone",
      disableAutoshare: true,
    });
    expect(alone.repositoryId).not.toBe(first?.repositoryId);
  });
});

describe("files that cannot be read", () => {
  it("leave the others alone, and an alert with line and column stays until it is mended", async () => {
    const { component, upstream: remote } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": '{"a": "Jablko"}', "l/de.json": '{\n"a": "Apfel\n}' },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    expect((await findUnit(admin, await unitId(component, "cs", "a"))).targets).toEqual(["Jablko"]);
    const alert = () =>
      textRow<{ details: { files: { filename: string; line: number; column: number }[]; said: unknown } }>(
        db,
        sql`select details from alerts where component_id = ${component.id} and kind = 'ParseError'`,
      );
    expect((await alert())?.details.files).toEqual([expect.objectContaining({ filename: "l/de.json", line: 2 })]);
    expect((await alert())?.details.said).toEqual([refusal("readJsonControl")]);
    expect(await performOperation(component.repositoryId, "file-scan")).toMatchObject({
      result: false,
      detail: expect.stringContaining("l/de.json"),
    });
    remote.commit({ "l/de.json": '{"a": "Apfel"}' });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await alert()).toBeUndefined();
    expect((await findUnit(admin, await unitId(component, "de", "a"))).targets).toEqual(["Apfel"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("are left out when they are symbolic links out of the repository", async () => {
    const remote = makeUpstream({ "l/en.json": '{"a": "Apple"}' });
    const work = mkdtempSync(join(tmpdir(), "loquat-link-"));
    git(work, "clone", "--quiet", remote.url, "w");
    symlinkSync("/etc/passwd", join(work, "w/l/cs.json"));
    git(join(work, "w"), "add", ".");
    git(join(work, "w"), "commit", "-qm", "link");
    git(join(work, "w"), "push", "-q", "origin", "main");
    const found = await discoverComponents(admin, "bad", { repo: remote.url });
    expect(found.proposals.flatMap((proposal) => proposal.languages.map((language) => language.path))).not.toContain(
      "l/cs.json",
    );
  });

  it("an unreachable remote is told and changes no file and no string", async () => {
    const { component } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await db.run(
      sql`update repositories set url = ${join(tmpdir(), "gone/away.git")} where id = ${component.repositoryId}`,
    );
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({
      result: false,
      detail: expect.stringContaining("no Git repository"),
    });
    expect(
      await textRow(db, sql`select kind from alerts where component_id = ${component.id} and kind = 'UpdateFailure'`),
    ).toBeDefined();
    // The contract's automatic lock, which holds no translator up.
    expect(await findComponentById(admin, component.id)).toMatchObject({ locked: true, lockedAuto: true });
  });
});

describe("an edit", () => {
  it("of two at once loses neither: the later one is told what stands", async () => {
    const { component } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    const id = await unitId(component, "cs", "a");
    const { version } = await findUnit(petra, id);
    const results = await Promise.allSettled([
      editUnit(petra, id, { targets: ["Jablko"], state: 20 }, { baseVersion: version }),
      editUnit(jan, id, { targets: ["Jabko"], state: 20 }, { baseVersion: version }),
    ]);
    const lost = results.find((result) => result.status === "rejected") as PromiseRejectedResult;
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(lost.reason).toBeInstanceOf(Conflict);
    expect((lost.reason as Conflict).current).toMatchObject({ id, version: version + 1 });
    const same = await editUnit(
      jan,
      id,
      { targets: (await findUnit(jan, id)).targets, state: 20 },
      { baseVersion: version },
    );
    expect(same.changed).toBe(false);
  });

  it("into a locked component is refused with the reason", async () => {
    const { component } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await setLock(admin, component, true, "release");
    const refused = await editUnit(petra, await unitId(component, "cs", "a"), { targets: ["x"], state: 20 }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Forbidden);
    expect((refused as Forbidden).denial.reason).toBe("locked");
    expect((refused as Forbidden).message).toContain("release");
  });

  it("in a private project is as if the string did not exist", async () => {
    const { component } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    const id = await unitId(component, "cs", "a");
    await updateProject(admin, component.project.slug, { accessControl: 100 });
    await expect(editUnit(petra, id, { targets: ["x"], state: 20 })).rejects.toThrow(/^String \d+ does not exist/);
  });

  it.each([
    [["a", "b"], 20, /needs one text/],
    [["x"], 0, /goes without a text/],
    [[""], 20, /Enter a translation/],
    [["x"], 100, /Choose 0/],
    [["x"], 30, /Reviews are turned off/],
    [["a\u0000b"], 20, /U\+0000/],
    [["\ud800"], 20, /surrogate/],
  ])("%j with state %i is refused", async (targets, state, message) => {
    const row = await textRow<{ id: number }>(
      db,
      sql`
      select u.id from units u join translations t on t.id = u.translation_id join components c on c.id = t.component_id join projects p on p.id = c.project_id
      where not t.is_source and p.access_control = 0 and not c.locked limit 1`,
    );
    const before = await findUnit(petra, row?.id ?? 0);
    await expect(editUnit(petra, row?.id ?? 0, { targets, state })).rejects.toThrow(message);
    expect(await findUnit(petra, row?.id ?? 0)).toEqual(before);
  });
});
