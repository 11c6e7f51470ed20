import { beforeAll, expect, it } from "vitest";
import { connect } from "../support/loop";
import { json, type Person, pathOf, person } from "./support";

/** Renames to what addresses keep for themselves, and to what is taken: they are refused, and nothing changes. */

let admin: Person;
const places: { what: string; path: string; taken: string }[] = [];

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  const files = { "l/en.json": '{"a": "Apple"}' };
  const { component } = await connect(admin.actor, files, {
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  });
  const { slug } = component.project;
  const send = async (path: string, body: object) => {
    const { status, body: made } = await json("POST", path, { key: admin.key, body });
    expect(status).toBe(201);
    return pathOf(made.url);
  };
  const project = await send("/api/projects/", { name: "Other", slug: "other", web: "https://example.org/" });
  const at = `/api/projects/${slug}/`;
  await send("/api/categories/", { name: "Docs", slug: "docs", project: at });
  const category = await send("/api/categories/", { name: "Guides", slug: "guides", project: at });
  places.push(
    { what: "project", path: project, taken: slug },
    { what: "category", path: category, taken: "docs" },
    { what: "component", path: `/api/components/${slug}/app/`, taken: "second" },
  );
  await connectSecond(slug);
});

async function connectSecond(slug: string): Promise<void> {
  const made = await json("POST", `/api/projects/${slug}/components/`, {
    key: admin.key,
    body: {
      ...{ name: "Second", slug: "second", vcs: "local", repo: "local:" },
      ...{ filemask: "*.json", template: "en.json", file_format: "json" },
    },
  });
  expect(made.status).toBe(201);
}

it("a slug that is taken, that addresses need, or with letters they cannot have is refused", async () => {
  for (const { what, path, taken } of places) {
    const before = (await json("GET", path, { key: admin.key })).body;
    for (const slug of ["-", "", "a/b", "..", "a b", "ö", taken]) {
      const { status, body } = await json("PATCH", path, { key: admin.key, body: { slug } });
      expect([what, slug, status, JSON.stringify(body)]).toEqual([
        what,
        slug,
        400,
        expect.stringContaining('"attr":"slug"'),
      ]);
    }
    expect((await json("GET", path, { key: admin.key })).body).toMatchObject({ slug: before.slug, name: before.name });
  }
});
