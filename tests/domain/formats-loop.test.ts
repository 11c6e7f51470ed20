import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { ownFiles } from "@/lib/domain/working-copy/folders";
import { db, sql } from "@/lib/platform/database";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { zipOf } from "@/lib/text/formats/kernel/zip";
import { offeredFormats } from "@/lib/text/formats/registry";
import { gitBytes, makeUpstream, type Upstream } from "../support/git";
import { counterDrift } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";
import { optionsFor, ownSamples } from "../text/formats/samples";

/**
 * Every format through the whole loop: from a repository into the database, edited, committed and pushed. What comes out
 * differs from what went in by the one string.
 */

/** A text that a charset of western Europe holds too. */
const TEXT = "Hl\u00e1sky jedna dv\u00e1";

interface Tried {
  format: FileFormat;
  path: string;
  component: ComponentRow;
  unit: { id: number; forms: number } | undefined;
}

const tried: Tried[] = [];
let upstream: Upstream;
let admin: Actor;

/** The first fixture of a format that is a whole translation by itself. */
function fixtureOf(format: FileFormat) {
  return ownSamples(format.id).find(({ path }) => !/base|keyed|no-header/.test(path));
}

/** Ending of a file with its dot; a folder has none. */
const endingOf = (path: string): string => /\.[^./]+$/.exec(path)?.[0] ?? "";

async function tryFormat(format: FileFormat): Promise<void> {
  const fixture = fixtureOf(format);
  if (!fixture) return;
  const mono = format.kind === "monolingual";
  const ending = endingOf(fixture.path);
  const path = `${format.id}/cs${ending}`;
  const component = await createComponent(admin, "loop", {
    name: format.id,
    slug: format.id,
    repo: upstream.url,
    push: upstream.url,
    filemask: `${format.id}/*${ending}`,
    fileFormat: format.id,
    allowPropagation: false,
    ...(mono ? { template: `${format.id}/en${ending}` } : {}),
  });
  await importComponent(component.id, () => {});
  const unit = await textRow<{ id: number; forms: number }>(
    db,
    sql`
    select u.id, cardinality(u.targets) as forms from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
      join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = 'cs' and not t.is_source and u.state < 100
      and u.targets[1] = btrim(u.targets[1]) and u.targets[1] !~ '<|%' and s.sources[1] = btrim(s.sources[1]) and s.sources[1] !~ '[<%[{*_]'
    order by u.state = 0, cardinality(u.targets), u.position limit 1`,
  );
  if (unit) await editUnit(admin, unit.id, { targets: Array.from({ length: unit.forms }, () => TEXT), state: 20 });
  tried.push({ format, path, component, unit });
}

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const files: Record<string, Buffer> = {};
  for (const format of offeredFormats()) {
    const fixture = fixtureOf(format);
    if (!fixture) continue;
    for (const code of format.kind === "monolingual" ? ["cs", "en"] : ["cs"])
      for (const { path, content } of ownFiles(format, `${format.id}/${code}${endingOf(fixture.path)}`, fixture.bytes))
        files[path] = Buffer.from(content);
  }
  upstream = makeUpstream(files);
  await createProject(admin, { name: "Loop", slug: "loop", web: "https://example.org/" });
  for (const format of offeredFormats()) await tryFormat(format);
  const [first] = tried;
  expect(await performOperation(first?.component.repositoryId ?? 0, "push")).toEqual({ result: true });
}, 300_000);

/** Bytes of a file upstream. */
const bytesAt = (commit: string, path: string): Buffer =>
  gitBytes(upstream.url, "cat-file", "blob", `${commit}:${path}`);

/** Content of a file upstream; a folder's texts in a container. */
function contentAt(format: FileFormat, commit: string, path: string): Uint8Array {
  if (!format.folder) return bytesAt(commit, path);
  const names = upstream.git("ls-tree", "-r", "--name-only", commit, "--", `${path}/`).trim().split("\n");
  return zipOf(new Map(names.map((name) => [name.slice(path.length + 1), bytesAt(commit, name)])));
}

/** Formats whose headers a commit brings up to date, and those that git sees no lines in. */
const HEADERS = new Set(["po", "po-mono"]);
const WITHOUT_LINES = new Set(["xlsx", "odf", "idml", "docx", "properties-utf16"]);

function entriesOf(format: FileFormat, commit: string, path: string) {
  const keyed = format.kind === "monolingual";
  const base = keyed ? format.decode(contentAt(format, commit, path.replace("/cs", "/en"))) : undefined;
  const options = optionsFor("cs", keyed ? { monolingual: true, base } : {});
  return format
    .parse(format.decode(contentAt(format, commit, path)), options)
    .entries.map(({ span: _, ...entry }) => entry);
}

describe("a format", () => {
  it("has a fixture and a string to edit, whichever it is", () => {
    const without = offeredFormats().filter((format) => !tried.some((one) => one.format === format && one.unit));
    expect(without.map((format) => format.id)).toEqual([]);
  });

  it.each(offeredFormats().map((format) => [format.id]))("%s gives back the one string", (id) => {
    const one = tried.find(({ format }) => format.id === id);
    if (!one?.unit) throw new Error(`${id} was not tried.`);
    const [first = ""] = upstream.git("rev-list", "--max-parents=0", "main").trim().split("\n");
    const before = entriesOf(one.format, first, one.path);
    const after = entriesOf(one.format, "main", one.path);
    expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
    const changed = after.filter((entry, index) => JSON.stringify(entry) !== JSON.stringify(before[index]));
    expect(changed).toHaveLength(1);
    expect(new Set(changed[0]?.targets)).toEqual(new Set([TEXT]));
    if (WITHOUT_LINES.has(id)) return;
    const [added = "", removed = ""] = upstream.git("diff", "--numstat", first, "main", "--", one.path).split("\t");
    const most = HEADERS.has(id) ? 12 : 3 * one.unit.forms;
    expect(Number(added), `${id}: ${added} lines added, ${removed} removed`).toBeLessThanOrEqual(most);
    expect(Number(removed), `${id}: ${added} lines added, ${removed} removed`).toBeLessThanOrEqual(most);
  });

  it("leaves no counter behind", async () => {
    expect(await counterDrift()).toEqual([]);
  });
});
