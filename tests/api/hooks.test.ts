import { createHmac } from "node:crypto";
import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as forgePost } from "@/app/hooks/[service]/route";
import { GET as updateGet } from "@/app/hooks/update/[...path]/route";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { beginUpdate } from "@/lib/domain/integrate/due-commits";
import { updateProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";

let admin: Actor;
let component: ComponentRow;

const post = (service: string, body: BodyInit, headers: Record<string, string>) =>
  forgePost(
    new NextRequest(`http://loquat.test/hooks/${service}/`, {
      method: "POST",
      body,
      headers,
      duplex: "half",
    } as ConstructorParameters<typeof NextRequest>[1]),
    {
      params: Promise.resolve({ service }),
    },
  );
const push = (payload: unknown, headers: Record<string, string> = {}) =>
  post("github", JSON.stringify(payload), { "content-type": "application/json", "x-github-event": "push", ...headers });
const wants = async () =>
  (await textRow<{ count: number }>(db, sql`select count(*)::int as count from tasks where kind = 'update-repository'`))
    ?.count;

const payload = (ref = "refs/heads/main") => ({
  ref,
  repository: {
    name: "app",
    owner: { login: "team" },
    url: "https://github.com/team/app",
    clone_url: "https://github.com/team/app.git",
    html_url: "https://github.com/team/app",
    ssh_url: "git@github.com:team/app.git",
  },
});

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "l/en.json": "{}", "l/cs.json": "{}" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  await db.run(
    sql`update repositories set url = 'https://robot:secret@github.com/team/app.git' where id = ${component.repositoryId}`,
  );
});

describe("the GitHub hook", () => {
  it("starts one update, however often it is called before the update begins", async () => {
    for (let round = 0; round < 5; round++) {
      const response = await push(payload());
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        status: "success",
        match_status: { repository_matches: 1, branch_matches: 1, enabled_hook_matches: 1 },
        updated_components: [`http://loquat.test/api/components/${component.project.slug}/app/`],
      });
    }
    expect(await wants()).toBe(1);
    await beginUpdate(component.repositoryId);
    await push(payload());
    expect(await wants()).toBe(2);
  });

  it("answers 202 when branch or repository do not match", async () => {
    const other = await push(payload("refs/heads/dev"));
    expect(other.status).toBe(202);
    expect(await other.json()).toMatchObject({
      status: "failure",
      match_status: { repository_matches: 1, branch_matches: 0 },
    });
    expect(
      (
        await push({
          ...payload(),
          repository: {
            ...payload().repository,
            url: "https://github.com/x/y",
            clone_url: "https://github.com/x/y.git",
            html_url: "",
            ssh_url: "",
          },
        })
      ).status,
    ).toBe(202);
  });

  it("reads a form, answers a ping with 201 and broken payloads with 400", async () => {
    const form = await post("github", new URLSearchParams({ payload: JSON.stringify(payload()) }).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      "x-github-event": "push",
    });
    expect(form.status).toBe(200);
    expect((await push({ zen: "x" }, { "x-github-event": "ping" })).status).toBe(201);
    for (const broken of [{}, [], { ref: "x" }, { ref: 3, repository: {} }])
      expect((await push(broken)).status).toBe(400);
    expect((await post("github", "{", { "content-type": "application/json", "x-github-event": "push" })).status).toBe(
      400,
    );
    const unnamed = await post("github", JSON.stringify(payload()), { "content-type": "text/xml" });
    expect(unnamed.status).toBe(400);
    expect((await post("nobody", "{}", { "content-type": "application/json" })).status).toBe(404);
  });

  it("ignores a project with hooks turned off", async () => {
    await updateProject(admin, component.project.slug, { enableHooks: false });
    expect((await push(payload())).status).toBe(202);
    const generic = await updateGet(new NextRequest(`http://loquat.test/hooks/update/${component.project.slug}/`), {
      params: Promise.resolve({ path: [component.project.slug] }),
    });
    expect(generic.status).toBe(405);
    await updateProject(admin, component.project.slug, { enableHooks: true });
  });
});

describe("the generic hook", () => {
  it("accepts a project or a component, and rejects unknown ones", async () => {
    const call = (...path: string[]) =>
      updateGet(new NextRequest(`http://loquat.test/hooks/update/${path.join("/")}/`), {
        params: Promise.resolve({ path }),
      });
    expect((await call(component.project.slug)).status).toBe(200);
    expect(await (await call(component.project.slug, "app")).json()).toMatchObject({ status: "success" });
    expect((await call(component.project.slug, "nope")).status).toBe(404);
    expect((await call("nope")).status).toBe(404);
  });
});

describe("a project with a secret", () => {
  const SECRET = "orchard secret";
  const signature = (body: string) => `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;

  it("accepts only signed notifications, and the plain hook only with its token", async () => {
    await updateProject(admin, component.project.slug, { enableHooks: true, hookSecret: SECRET });
    const slug = component.project.slug;
    const body = JSON.stringify(payload());
    const github = (headers: Record<string, string>) =>
      post("github", body, { "content-type": "application/json", "x-github-event": "push", ...headers });
    const before = await wants();
    for (const headers of [
      {},
      { "x-hub-signature-256": "sha256=00" },
      { "x-hub-signature-256": signature(`${body} `) },
    ]) {
      const refused = await github(headers as Record<string, string>);
      expect(refused.status).toBe(202);
      expect(await refused.json()).toMatchObject({ status: "failure", message: expect.stringContaining("not signed") });
    }
    const update = (headers: Record<string, string>) =>
      updateGet(new NextRequest(`http://loquat.test/hooks/update/${slug}/app/`, { headers }), {
        params: Promise.resolve({ path: [slug, "app"] }),
      });
    expect((await update({})).status).toBe(403);
    expect(await wants()).toBe(before);
    expect((await github({ "x-hub-signature-256": signature(body) })).status).toBe(200);
    expect((await update({ authorization: `Bearer ${SECRET}` })).status).toBe(200);
    await updateProject(admin, slug, { hookSecret: "" });
    expect((await github({})).status).toBe(200);
  });
});

describe("a notification that is too large", () => {
  it("is rejected, and not read completely", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        if (sent > 45_000_000) controller.close();
        else controller.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
    const answer = await post("github", body as unknown as BodyInit, { "content-type": "application/json" });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ errors: [{ code: "too_large" }] });
    expect(sent).toBeLessThan(8_000_000);
  });

  it("is rejected by its Content-Length before anything is read", async () => {
    const headers = { "content-type": "application/json", "content-length": "6000000" };
    expect((await post("github", "{}", headers)).status).toBe(413);
  });
});
