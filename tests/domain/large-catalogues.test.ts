import { monitorEventLoopDelay } from "node:perf_hooks";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addLanguage, beginLanguage } from "@/lib/domain/creation/add-language";
import { createComponent } from "@/lib/domain/creation/create-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { componentFiles } from "@/lib/domain/working-copy/current-file";
import { db, sql } from "@/lib/platform/database";
import { FILE_LIMITS } from "@/lib/platform/readers/reader-pool";
import { logOf, runWaitingAddons } from "../support/addons";
import { makeUpstream, type Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Files of all languages are taken apart by readers: whatever is in them, they stop no other work. */

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Large", slug: "large", web: "https://large.example/" });
});

const PATH = "App/Localizable.xcstrings";
const SETTINGS = { filemask: `${PATH}/*`, template: `${PATH}/en`, fileFormat: "xcstrings" } as const;
const KEYS = 1200;

/** A catalogue as Xcode writes it. */
function catalogue(codes: readonly string[], changed: Record<string, string> = {}): string {
  const text = (key: string, code: string) => changed[`${key} ${code}`] ?? `Text of ${key} in ${code}`;
  const unit = (value: string) => ({ stringUnit: { state: "translated", value } });
  const strings = Array.from({ length: KEYS }, (_, at) => {
    const key = `key ${String(at).padStart(4, "0")}`;
    return [key, { localizations: Object.fromEntries(codes.map((code) => [code, unit(text(key, code))])) }];
  });
  const root = { sourceLanguage: "en", strings: Object.fromEntries(strings), version: "1.0" };
  return JSON.stringify(root, null, 2).replace(/^( *"(?:[^"\\]|\\.)*"):/gm, "$1 :");
}

const ALL = ["de", "en", "fr"];

/** Lets files have less time or memory while something is done. */
async function limited<T>(limits: Partial<typeof FILE_LIMITS>, work: () => Promise<T>): Promise<T> {
  const before = { ...FILE_LIMITS };
  Object.assign(FILE_LIMITS, limits);
  try {
    return await work();
  } finally {
    Object.assign(FILE_LIMITS, before);
  }
}

/** Too short for any reader. */
const NO_TIME = { seconds: 0.001 };

let made = 0;
const create = (upstream: Upstream, settings: object = {}) => {
  const slug = `app-${made++}`;
  const given = { name: slug, slug, repo: upstream.url, ...SETTINGS, ...settings };
  return createComponent(admin, "large", given);
};

const say = async (component: ComponentRow, code: string, key: string, target: string) =>
  editUnit(admin, await unitId(component, code, key), { targets: [target], state: 20 });

const stringsOf = (component: ComponentRow) =>
  textRows<{ code: string; strings: number }>(
    db,
    sql`
    select l.code, count(*)::int as strings from units u join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and u.targets[1] <> '' group by 1 order by 1`,
  );

const alertsOf = async (component: ComponentRow) => (await listAlerts(component.id)).map(({ kind }) => kind);

describe("a large catalogue", () => {
  it("comes in, is edited, goes out and loses a language as a small one does", async () => {
    const { component, upstream } = await connect(admin, { [PATH]: catalogue(ALL) }, SETTINGS);
    expect(await stringsOf(component)).toEqual(ALL.map((code) => ({ code, strings: KEYS })));
    const edits = { "key 0003 de": "Der Text", "key 1199 fr": "Le texte" };
    await say(component, "de", "key 0003", "Der Text");
    await say(component, "fr", "key 1199", "Le texte");
    const { value: file } = await componentFiles(component).next();
    expect(file?.path).toBe(PATH);
    expect(Buffer.from(file?.content as Uint8Array).toString() === catalogue(ALL, edits)).toBe(true);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH) === catalogue(ALL, edits)).toBe(true);
    await beginLanguage(admin, component, "cs");
    await say(component, "cs", "key 0001", "Česky");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const czech = { cs: { stringUnit: { state: "translated", value: "Česky" } } };
    expect(JSON.parse(upstream.read(PATH)).strings["key 0001"].localizations).toMatchObject(czech);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await say(component, "fr", "key 0002", "Corbeille");
    upstream.commit({ [PATH]: catalogue(["de", "en"]) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await stringsOf(component)).toEqual([
      { code: "de", strings: KEYS },
      { code: "en", strings: KEYS },
    ]);
    expect(await alertsOf(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("that takes too long raises an alert and changes nothing, until there is another", async () => {
    const { component, upstream } = await connect(admin, { [PATH]: catalogue(ALL) }, SETTINGS);
    await say(component, "de", "key 0003", "Der Text");
    upstream.commit({ [PATH]: catalogue(["en"]) });
    await limited(NO_TIME, () => performOperation(component.repositoryId, "pull"));
    expect(await alertsOf(component)).toContain("ParseError");
    expect(await stringsOf(component)).toEqual(ALL.map((code) => ({ code, strings: KEYS })));
    upstream.commit({ [PATH]: catalogue(["de", "en"]) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await alertsOf(component)).toEqual([]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH) === catalogue(["de", "en"], { "key 0003 de": "Der Text" })).toBe(true);
  });

  it("takes a language in within the limits only", async () => {
    const { component } = await connect(admin, { [PATH]: catalogue(["de", "en"]) }, SETTINGS);
    await expect(limited(NO_TIME, () => addLanguage(admin, component, "cs"))).rejects.toMatchObject({
      fields: [{ path: "languageCode", code: "too_costly" }],
    });
  });

  it("is looked into by an add-on within the limits only", async () => {
    const files = { "app/en.json": "{}\n", [PATH]: catalogue(["en", "pt"]) };
    const { component } = await connect(admin, files, {
      ...{ filemask: "app/*.json", template: "app/en.json", fileFormat: "json" },
    });
    const configuration = {
      match: "(?P<component>App/Localizable)\\.xcstrings/(?P<language>[^/]+)",
      file_format: "xcstrings",
      base_file_template: `${PATH}/en`,
    };
    const { id } = await limited(NO_TIME, async () => {
      const addon = await installAddon(admin, { component }, { name: "weblate.discovery.discovery", configuration });
      await runWaitingAddons();
      return addon;
    });
    const filemasks = sql`select filemask from components where repository_id = ${component.repositoryId} order by 1`;
    expect(await textRows(db, filemasks)).toEqual([{ filemask: "app/*.json" }]);
    expect(await logOf(id)).toEqual(["done installed: There was nothing to do."]);
    await db.run(sql`update tasks set state = 'pending' where kind = 'run-addon' and (payload->>'addon')::int = ${id}`);
    await runWaitingAddons();
    expect(await logOf(id)).toHaveLength(2);
    expect(await textRows(db, filemasks)).toEqual([{ filemask: SETTINGS.filemask }, { filemask: "app/*.json" }]);
  });
});

const MB = 1_000_000;
const inStrings = (strings: string) => `{"sourceLanguage":"en","strings":{${strings}},"version":"1.0"}`;
const listed = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at)).join();

const code = (at: number) => `a${String.fromCharCode(97 + (at % 26))}`;

/** Files that cost much to take apart. */
const HOSTILE: [name: string, text: () => string, limits: Partial<typeof FILE_LIMITS>][] = [
  ["millions of keys", () => inStrings(listed(2.2 * MB, (at) => `"${at}":{}`)), { megabytes: 100 }],
  [
    "many languages and keys",
    () => inStrings(listed(650_000, (at) => `"${at}":{"localizations":{"${code(at)}":{},"${code(at + 1)}":{}}}`)),
    { seconds: 3 },
  ],
];

/** Milliseconds that everything else in this process had to wait for at most. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  // It counts from one tick to the next.
  await new Promise((tick) => setTimeout(tick, 50));
  await work();
  delay.disable();
  return delay.max / MB;
}

describe("a hostile catalogue", () => {
  it.each(HOSTILE)("of %s is refused, and nothing waits for it", async (_, text, limits) => {
    const upstream = makeUpstream({ [PATH]: text() });
    const longest = await longestDelay(() =>
      expect(limited(limits, () => create(upstream))).rejects.toMatchObject({
        fields: [{ path: "filemask", code: "too_costly" }],
      }),
    );
    expect(longest).toBeLessThan(2000);
  });

  it("of deep nesting is refused with its place, and nothing waits for it", async () => {
    const upstream = makeUpstream({ [PATH]: inStrings(`"a":${"[".repeat(15 * MB)}${"]".repeat(15 * MB)}`) });
    const message = expect.stringMatching(/ cannot be read as .*\(line 1, column \d+\)\.$/);
    const longest = await longestDelay(() =>
      expect(create(upstream)).rejects.toMatchObject({ fields: [{ path: "filemask", message }] }),
    );
    expect(longest).toBeLessThan(2000);
  });
});

it("a large file that names its own language is refused within the limits", async () => {
  const path = "app/messages.xliff";
  const units = listed(8000, (at) => `<unit id="${at}"><segment><source>${at}</source></segment></unit>`);
  const head = '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">';
  const upstream = makeUpstream({ [path]: `${head}<file id="f">${units.replaceAll(",", "")}</file></xliff>` });
  const settings = { filemask: `${path}/*`, template: "", fileFormat: "xliff2" };
  await expect(limited(NO_TIME, () => create(upstream, settings))).rejects.toMatchObject({
    fields: [{ path: "filemask", code: "too_costly" }],
  });
  expect(await create(upstream, settings)).toMatchObject({ filemask: `${path}/*` });
});
