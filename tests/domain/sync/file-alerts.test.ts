import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { alertDuplicates } from "@/lib/domain/sync/internal/duplicate-strings";
import { inTransaction } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

it("Strings that a file holds twice are told of until that file holds them once", async () => {
  const projectId = await bareProject();
  const id = await bareComponent(projectId);
  const read = async (files: Record<string, string[]>) => {
    const found = Object.entries(files).map(([file, strings]) => ({ file, message: strings.join(", "), strings }));
    await inTransaction((tx) =>
      alertDuplicates(
        tx,
        { id, projectId },
        Object.keys(files),
        found.filter(({ strings }) => strings.length > 0),
      ),
    );
    const [alert] = await listAlerts(id);
    return (alert?.details.files as { file: string }[] | undefined)?.map(({ file }) => file).sort();
  };
  expect(await read({ "cs.txt": ["Open"], "de.txt": ["Open"], "fr.txt": [] })).toEqual(["cs.txt", "de.txt"]);
  expect(await read({ "fr.txt": [] })).toEqual(["cs.txt", "de.txt"]);
  expect(await read({ "cs.txt": [] })).toEqual(["de.txt"]);
  expect(await read({ "de.txt": [] })).toBeUndefined();
});

it.each([
  [
    "po",
    "po/cs.po",
    'msgid "Open"\nmsgstr "Otevřít"\n\nmsgid "Quit"\nmsgstr "Konec"\n',
    'msgid "Quit"\nmsgstr "Ven"\n',
  ],
  ["json", "l/cs.json", '{"Open": "Otevřít", "Quit": "Konec"}', '{"Open": "Otevřít", "Quit": "Konec", "Quit": "Ven"}'],
  ["strings", "l/cs.strings", '"Open" = "Otevřít";\n"Quit" = "Konec";\n', '"Quit" = "Ven";\n'],
])("A file of the format %s that has a string twice raises an alert", async (fileFormat, path, once, more) => {
  const base = path.replace("cs", "en");
  const monolingual = fileFormat === "po" ? {} : { template: base };
  const files = { [path]: once, ...(fileFormat === "po" ? {} : { [base]: once }) };
  const { component, upstream } = await connect(admin, files, {
    ...{ filemask: path.replace("cs", "*"), fileFormat, ...monolingual },
  });
  const told = async (content: string) => {
    upstream.commit({ [path]: content });
    await performOperation(component.repositoryId, "pull");
    const all = await listAlerts(component.id);
    return all.filter(({ kind }) => kind === "DuplicateString").map(({ details }) => details.files);
  };
  const twice = fileFormat === "json" ? more : `${once}\n${more}`;
  expect(await told(twice)).toEqual([[{ file: path, message: "Quit", strings: ["Quit"] }]]);
  expect(await told(`${once}\n`)).toEqual([]);
});

it("A component made from a document has no alert about a file mask that nothing matches", async () => {
  const slug = "documents";
  await createProject(admin, { name: slug, slug, web: "" });
  const given = { name: "Doc", slug: "doc" } as Parameters<typeof createComponent>[2];
  const document = { name: "messages.json", bytes: Buffer.from('{"open": "Open"}') };
  const made = await createComponent(admin, slug, { ...given, fileFormat: "json" }, { document });
  await importComponent(made.id, () => {});
  expect((await listAlerts(made.id)).map(({ kind }) => kind)).toEqual([]);
});

it("Files that a component names and the repository has no longer are told of until they are there again", async () => {
  const base = 'msgid "Open"\nmsgstr ""\n';
  const named = { filemask: "po/*.po", fileFormat: "po", newBase: "po/app.pot" };
  const { component, upstream } = await connect(admin, { "po/cs.po": base, "po/app.pot": base }, named);
  const told = async (files: Record<string, string | null>) => {
    upstream.commit(files);
    await performOperation(component.repositoryId, "pull");
    const all = await listAlerts(component.id);
    return all.filter(({ kind }) => kind === "InexistantFiles").map(({ details }) => details.files);
  };
  expect(await told({ "po/app.pot": null })).toEqual([["po/app.pot"]]);
  expect(await told({ "po/app.pot": base })).toEqual([]);
});
