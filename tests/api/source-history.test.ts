import { beforeAll, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import type { Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { json, type Person, person } from "./support";

/** What the history and the statistics tell of strings of the source language. */

interface Listed {
  count: number;
  results: Record<string, unknown>[];
}

let admin: Person;
let component: ComponentRow;
let upstream: Upstream;
let english = "";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component, upstream } = await connect(
    admin.actor,
    { "l/en.json": '{"a": "Apple", "b": "Bean"}', "l/cs.json": '{"a": "Jablko"}' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  english = `/api/translations/${component.project.slug}/app/en/`;
});

const statistics = async () => (await json("GET", `${english}statistics/`, { key: admin.key })).body;

it("an explanation and flags are content: they are the last change, and of whoever wrote them", async () => {
  expect(await statistics()).toMatchObject({
    last_change: expect.any(String),
    last_author: "Admin",
    recent_changes: 0,
  });
  const unit = `/api/units/${await unitId(component, "en", "a")}/`;
  const body = { explanation: "A fruit", extra_flags: "max-length:20" };
  expect((await json("PATCH", unit, { key: admin.key, body })).status).toBe(200);
  const { body: changes } = await json<Listed>("GET", `${english}changes/?action=66&action=79`, { key: admin.key });
  expect(changes.count).toBe(2);
  const after = await statistics();
  expect(after).toMatchObject({ last_author: "Admin", recent_changes: 2 });
  const moments = changes.results.map((change) => Date.parse(String(change.timestamp)));
  expect(Math.abs(Date.parse(String(after.last_change)) - Math.max(...moments))).toBeLessThan(1000);
});

it("a source text that upstream changes stands in the history of the source language", async () => {
  upstream.commit({ "l/en.json": '{"a": "Apples", "b": "Bean"}' });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  const { body } = await json<Listed>("GET", `${english}changes/?action=30`, { key: admin.key });
  expect(body.results).toMatchObject([
    { old: "Apple", target: "Apples", translation: `http://loquat.test${english}`, user: null },
  ]);
  expect(await statistics()).toMatchObject({ recent_changes: 3 });
  expect(await counterDrift()).toEqual([]);
});

it("filters that a form leaves empty are none", async () => {
  const count = async (query: string) =>
    (await json<Listed>("GET", `${english}changes/${query}`, { key: admin.key })).body.count;
  expect(await count("?user=&action=&timestamp_after=&timestamp_before=")).toBe(await count(""));
});

it("a component that Loquat keeps itself has no commits of a remote to show", async () => {
  const fields = { repo: "local:", vcs: "local", file_format: "json", filemask: "x/*.json", template: "x/en.json" };
  const made = await json("POST", `/api/projects/${component.project.slug}/components/`, {
    key: admin.key,
    body: { name: "Kept", slug: "kept", ...fields },
  });
  expect(made.status).toBe(201);
  const where = `/api/components/${component.project.slug}/kept/repository/`;
  const { body } = await json("GET", where, { key: admin.key });
  expect(body).toMatchObject({ remote_commit: null, remote_commit_info: null, weblate_commit: null });
});
