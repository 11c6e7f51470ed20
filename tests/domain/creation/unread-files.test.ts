import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { openAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { updateRepository } from "@/lib/domain/integrate/update";
import { createProject } from "@/lib/domain/projects/projects";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { makeUpstream } from "../../support/git";
import { makePerson } from "../../support/people";

/** Files that fit the mask of a new component and cannot be read. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const po = (text: string) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "${text}"\n`;
const BROKEN = `${po("eins")}\nmsgid "Two\nmsgstr "zwei"\n`;

const parseAlert = async (componentId: number) =>
  (await openAlerts(admin, { componentId, kind: "ParseError" }, { limit: 1, offset: 0 })).rows[0];

async function update(componentId: number): Promise<void> {
  const { repositoryId } = await findComponentById(admin, componentId);
  await withWorkingCopy(repositoryId, (checkout) => updateRepository(checkout));
}

it("are told before the import, and their alert says whether anything of them was ever read", async () => {
  const upstream = makeUpstream({ "po/cs.po": po("jedna"), "po/de.po": BROKEN, "po/fr.po": po("un") });
  await createProject(admin, { name: "Unread", slug: "unread", web: "https://example.org/" });
  const { proposals } = await discoverComponents(admin, "unread", { repo: upstream.url });
  const [proposal] = proposals;
  expect(proposal?.unread).toMatchObject({ count: 1, files: [{ path: "po/de.po", line: 7 }] });
  expect(proposal?.unread.files[0]?.message).toBeTruthy();
  expect(proposal?.sample).toEqual([{ source: "One", target: "jedna" }]);

  const { name, slug, filemask, fileFormat, template, newBase } = proposal!;
  const made = await createComponent(admin, "unread", {
    ...{ name, slug, filemask, fileFormat, template, newBase },
    repo: upstream.url,
  });
  await importComponent(made.id, () => {});
  const files = (...paths: string[]) => ({ files: paths.map((filename) => expect.objectContaining({ filename })) });
  expect(await parseAlert(made.id)).toMatchObject({ neverRead: 1, details: files("po/de.po") });

  upstream.commit({ "po/cs.po": BROKEN }, "Break another file");
  await update(made.id);
  expect(await parseAlert(made.id)).toMatchObject({ neverRead: 1, details: files("po/cs.po", "po/de.po") });

  upstream.commit({ "po/de.po": po("eins") }, "Mend the first one");
  await update(made.id);
  expect(await parseAlert(made.id)).toMatchObject({ neverRead: 0, details: files("po/cs.po") });
});

it("are told of a base file, and of more than are named by their number", async () => {
  const broken = Object.fromEntries(
    Array.from("abcdefghijklmnopqrstu", (letter) => [`l/en_${letter.toUpperCase()}A.json`, "{ broken"]),
  );
  const upstream = makeUpstream({
    "l/en.json": '{ "quit": "Quit" }\n',
    "l/cs.json": '{ "quit": "Konec" }\n',
    "l/de.json": '{ "quit": }\n',
    ...broken,
  });
  await createProject(admin, { name: "Many", slug: "many", web: "https://example.org/" });
  const { proposals } = await discoverComponents(admin, "many", { repo: upstream.url });
  const { unread, languages } = proposals[0]!;
  expect(languages.length).toBeGreaterThan(20);
  expect(unread.files).toHaveLength(20);
  expect(unread.count).toBe(languages.length - 2);
});
