import { execFileSync } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { asCurl } from "@/lib/api/as-curl";
import { presentNewComponent } from "@/lib/api/resources/component-input";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { settingsToRepeat } from "@/lib/domain/creation/repeat-component";
import { storedSettings } from "@/lib/domain/creation/stored-settings";
import { createProject } from "@/lib/domain/projects/projects";
import { issueToken } from "@/lib/domain/users/tokens";
import { addressColumns } from "@/lib/domain/working-copy/stored-address";
import { repositories } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { urls } from "@/lib/urls";
import { makeUpstream, type Upstream } from "../support/git";
import { makePerson } from "../support/people";
import { send } from "./support";

let admin: Actor;
let key: string;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  key = (await issueToken(admin.userId)).key;
  for (const slug of ["orchard", "meadow"])
    await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const files = { "l/en.json": '{\n  "a": "Apple"\n}\n', "l/cs.json": '{\n  "a": "Jablko"\n}\n' };
  upstream = makeUpstream({ ...files, "m/en.json": '{\n  "b": "Pear"\n}\n' });
});

const found = (projectSlug: string, componentSlug: string) =>
  findComponent(admin, { projectSlug, categoryPath: "", componentSlug });

const made = async (input: object) => {
  await createComponent(admin, "orchard", {
    ...{ repo: upstream.url, template: "l/en.json", filemask: "l/*.json", fileFormat: "json" },
    ...(input as { name: string; slug: string }),
  });
  await importComponent((await found("orchard", (input as { slug: string }).slug)).id, () => {});
  return found("orchard", (input as { slug: string }).slug);
};

/** What a shell makes of a command. */
const wordsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

it("is a command that makes the component anew, with all that differs from what is usual", async () => {
  const original = await made({
    ...{ name: "Ada's “app”", slug: "app", license: "MIT", checkFlags: "max-length:50", pushOnCommit: false },
    ...{
      languageRegex: "^(cs|de)$",
      push: upstream.url,
      pushBranch: "loquat",
      commitMessage: "It's {{ language_name }}",
    },
  });
  const body = presentNewComponent((await settingsToRepeat(admin, original))!);
  expect(Object.keys(body).sort()).toEqual(
    [
      ...["branch", "check_flags", "commit_message", "file_format", "filemask", "language_regex", "license", "name"],
      ...["push", "push_branch", "push_on_commit", "repo", "slug", "source_language", "template", "vcs"],
    ].sort(),
  );
  const words = wordsOf(asCurl("POST", urls.project("meadow").components, body));
  const [, method, , token, , type, , data, address, ...rest] = words;
  expect([method, token, type, rest]).toEqual([
    "POST",
    "Authorization: Token YOUR_TOKEN",
    "Content-Type: application/json",
    [],
  ]);
  const answer = await send(method as "POST", new URL(address!).pathname, { key, body: JSON.parse(data!) as object });
  expect(answer.status).toBe(201);
  const copy = await found("meadow", "app");
  const settings = async (id: number) => (await storedSettings(db, id))!.values;
  expect(await settings(copy.id)).toEqual(await settings(original.id));
});

it("leaves to the repository what belongs to it, and to those above what comes from them", async () => {
  const shared = await made({ name: "Menu", slug: "menu", template: "m/en.json", filemask: "m/*.json" });
  expect(shared.linkedComponentId).not.toBeNull();
  const settings = await settingsToRepeat(admin, shared);
  expect(settings).toMatchObject({ repo: upstream.url, filemask: "m/*.json" });
  for (const name of ["push", "pushBranch", "pushOnCommit", "inherited", "license"])
    expect(settings).not.toHaveProperty(name);
});

it("says no password, and nothing to people who may not see the repository", async () => {
  const component = await found("orchard", "app");
  const url = addressColumns("url", "https://petra:s3cret-word@example.org/a.git");
  const push = addressColumns("push", "ssh://git:other-word@example.org/a.git");
  const columns = { url: url.shown, urlSecret: url.sealed, push: push.shown, pushSecret: push.sealed };
  const r = repositories.as("r");
  await db.run(sql`update ${r} set ${assigned(r, columns)} where ${r.id} = ${component.repositoryId}`);
  expect(await settingsToRepeat(admin, component)).toMatchObject({
    repo: "https://USERNAME:PASSWORD@example.org/a.git",
    push: "ssh://git:PASSWORD@example.org/a.git",
  });
  expect(JSON.stringify(await settingsToRepeat(admin, component))).not.toMatch(/petra|word(?!s)/);
  const visitor = await makePerson("visitor");
  expect(await settingsToRepeat(visitor, component)).toBeDefined();
  await db.run(sql`update projects set access_control = 1 where slug = 'orchard'`);
  expect(await settingsToRepeat(visitor, await found("orchard", "app"))).toBeUndefined();
});
