import { beforeAll, describe, expect, it } from "vitest";
import { anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { selectEditorUnits } from "@/lib/domain/editor/unit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import type { Upstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { costOf, json, type Person, pathOf, person } from "./support";

/** Clashes as clients see and decide them. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let upstream: Upstream;
let base = "";

interface Clash {
  id: number;
  context: string;
  language_code: string;
  decision: string | null;
  url: string;
  translator: { name: string; target: string[]; user: string | null };
  upstream_author: { name: string; target: string[]; commit: string; user: string | null };
}

const KEYS = Array.from({ length: 6 }, (_, number) => `k${number}`);
const texts = (text: string) =>
  `${JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, `${key} ${text}`])), null, 2)}\n`;
const unitOf = async (key: string, language = "cs") =>
  (await json("GET", `/api/units/${await unitId(component, language, key)}/`)).body;

async function clash(languages: readonly string[], text: string): Promise<string> {
  for (const language of languages)
    for (const key of KEYS)
      await editUnit(petra.actor, await unitId(component, language, key), {
        targets: [`${key} here ${text}`],
        state: 20,
      });
  const files = Object.fromEntries(languages.map((language) => [`l/${language}.json`, texts(`there ${text}`)]));
  const commit = upstream.commit(files);
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  return commit;
}

const list = async (query = "", key?: string) =>
  (await json("GET", `${base}${query}`, { key })).body as unknown as {
    count: number;
    next: string | null;
    results: Clash[];
  };

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component, upstream } = await connect(
    admin.actor,
    { "l/en.json": texts("en"), "l/cs.json": texts("cs"), "l/de.json": texts("de") },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  ));
  base = `/api/components/${component.project.slug}/app/clashes/`;
});

describe("the rule", () => {
  it("is a setting of the component", async () => {
    const path = `/api/components/${component.project.slug}/app/`;
    expect((await json("GET", path)).body.clash_rule).toBe("theirs");
    const wrong = await json("PATCH", path, { key: admin.key, body: { clash_rule: "mine" } });
    expect(wrong).toMatchObject({ status: 400, body: { clash_rule: [expect.stringContaining("theirs, ours, ask")] } });
    const changed = await json("PATCH", path, { key: admin.key, body: { clash_rule: "ask" } });
    expect(changed).toMatchObject({ status: 200, body: { clash_rule: "ask" } });
  });
});

describe("clashes", () => {
  it("are listed with both texts and who wrote them, newest first, in pages that new ones do not shift", async () => {
    const commit = await clash(["cs", "de"], "1");
    const all = await list();
    expect(all.count).toBe(12);
    const [newest] = all.results;
    expect(newest).toMatchObject({
      kind: "changed",
      reason: "Upstream changed it too.",
      rule: "ask",
      decision: null,
      decided_by: null,
      translator: { name: "Petra", user: expect.stringContaining("/api/users/petra/"), state: 20 },
      upstream_author: { name: "Upstream", user: null, commit, state: 20 },
    });
    const first = await list("?page_size=5&language=cs");
    expect(first).toMatchObject({ count: 6, results: [{ language_code: "cs" }, {}, {}, {}, {}] });
    await clash(["de"], "2");
    const second = await list(`?${new URL(first.next ?? "").searchParams}`);
    expect([...first.results, ...second.results].map(({ context }) => context).sort()).toEqual(KEYS);
    expect(second.next).toBeNull();
    const project = await json("GET", `/api/projects/${component.project.slug}/clashes/?status=open`);
    const german = await json("GET", `/api/translations/${component.project.slug}/app/de/clashes/?status=decided`);
    expect(project.body.count).toBe(12);
    // Upstream changed them once more: the newest clash of a string counts.
    expect((german.body.results as Clash[]).map(({ decision }) => decision)).toEqual(KEYS.map(() => "overtaken"));
    const [one, many] = [await costOf(base, 1, petra.key), await costOf(base, 12, petra.key)];
    expect(many.rows).toBe(12);
    expect(many.statements).toBe(one.statements);
  });

  it("give the string its reason, until somebody has decided", async () => {
    const unit = await unitOf("k0");
    const [found] = (await list("?language=cs&status=open")).results.filter(({ context }) => context === "k0");
    expect(unit.clash).toMatchObject({
      id: found?.id,
      reason: "Upstream changed it too.",
      author_name: "Upstream",
      decision: null,
      url: found?.url,
    });
    const done = await json("POST", pathOf(found?.url ?? ""), { key: petra.key, body: { decision: "ours" } });
    expect(done).toMatchObject({
      status: 200,
      body: { decision: "ours", decided_by: expect.stringContaining("petra") },
    });
    expect(await unitOf("k0")).toMatchObject({ target: ["k0 here 1"], state: 20, clash: null, has_suggestion: false });
    const again = await json("POST", pathOf(found?.url ?? ""), { key: petra.key, body: { decision: "theirs" } });
    expect(again.status).toBe(409);
  });

  it("take a text of one's own, by the rules of saving", async () => {
    const found = (await list("?language=cs&status=open")).results.find(({ context }) => context === "k1");
    const path = pathOf(found?.url ?? "");
    const decide = (body: object, key = petra.key) => json("POST", path, { key, body });
    expect(await decide({ decision: "other" })).toMatchObject({ status: 400, body: { target: expect.anything() } });
    expect((await decide({ decision: "other", target: ["a", "b"] })).status).toBe(400);
    expect((await decide({ decision: "whoever" })).status).toBe(400);
    expect((await unitOf("k1")).clash).not.toBeNull();
    expect((await decide({ decision: "other", target: ["both"] })).body).toMatchObject({ decision: "other" });
    expect(await unitOf("k1")).toMatchObject({ target: ["both"], state: 20 });
  });

  it("are decided many at once, by ids or by a filter, and what was changed since is skipped", async () => {
    const open = (await list("?language=cs&status=open")).results;
    await editUnit(petra.actor, await unitId(component, "cs", "k2"), { targets: ["later"], state: 20 });
    const ids = open.map(({ id }) => id);
    const changed = open.find(({ context }) => context === "k2")?.id;
    const decide = (body: object, key?: string) => json("POST", base, { key, body });
    expect((await decide({ decision: "ours" }, petra.key)).status).toBe(400);
    expect((await decide({ decision: "ours", ids, filter: {} }, petra.key)).status).toBe(400);
    expect((await decide({ decision: "ours", ids })).status).toBe(401);
    const done = await decide({ decision: "ours", ids }, petra.key);
    expect(done.body).toMatchObject({
      decided: ids.filter((id) => id !== changed).sort((a, b) => a - b),
      skipped: [{ id: changed, reason: "changed" }],
      more: false,
    });
    expect(await unitOf("k2")).toMatchObject({ target: ["later"] });
    expect(await unitOf("k3")).toMatchObject({ target: ["k3 here 1"], clash: null });
    const rest = await decide({ decision: "theirs", filter: { status: "open", language: "de" } }, petra.key);
    expect(rest.body).toMatchObject({ skipped: [], more: false });
    expect(rest.body.decided).toHaveLength(6);
    expect(await unitOf("k3", "de")).toMatchObject({ target: ["k3 there 2"], state: 20 });
    expect((await list("?status=open")).count).toBe(0);
  });
});

it("strangers read the pseudonym of whoever wrote or decided, and nothing of the account", async () => {
  await clash(["cs"], "3");
  const [found] = (await list("?language=cs&status=open")).results;
  await json("POST", pathOf(found?.url ?? ""), { key: petra.key, body: { decision: "ours" } });
  expect(JSON.stringify(await list("?language=cs"))).toContain("/users/petra/");
  const { slug } = component.project;
  await json("PUT", `/api/users/petra/pseudonyms/${slug}/`, { key: petra.key, body: { name: "Night Owl" } });
  await performOperation(component.repositoryId, "commit");
  const seen = [JSON.stringify(await list()), JSON.stringify((await json("GET", pathOf(found?.url ?? ""))).body)];
  for (const key of ["k1", "k2"]) seen.push(JSON.stringify(await unitOf(key)));
  for (const text of seen) expect(/.{0,60}petra.{0,20}/i.exec(text)?.[0]).toBeUndefined();
  expect(seen[0]).toContain("Night Owl");
  expect(JSON.stringify(await list("", admin.key))).toContain("/users/petra/");
  const units = await Promise.all(["k1", "k2"].map((key) => unitId(component, "cs", key)));
  const stranger = await anonymousActor();
  const held = await selectEditorUnits(stranger, units);
  expect(held.map((unit) => unit.clash?.translator)).toEqual(["Night Owl", "Night Owl"]);
  expect((await selectEditorUnits(admin.actor, units)).map((unit) => unit.clash?.translator)).toEqual([
    "Petra",
    "Petra",
  ]);
});
