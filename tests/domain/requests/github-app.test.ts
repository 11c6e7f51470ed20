import { createPublicKey, createVerify, generateKeyPairSync } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { addCodeHost } from "@/lib/domain/requests/accounts";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { githubDialect } from "../../support/hosts/github";
import { ACCOUNT, type CodeHostServer, type Dialect, ok, serveCodeHost } from "../../support/hosts/world";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** GitHub apps: who they are is signed with their key, and each repository is used with a token of its installation. */

const PEM = { type: "pkcs1", format: "pem" } as const;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEY = privateKey.export(PEM).toString();
const APP = "123456";

let admin: Actor;
let server: CodeHostServer;
let lifetime = 3600_000;

const bearer = (headers: IncomingHttpHeaders) => String(headers.authorization).replace("Bearer ", "");

/** Whether a signature is the app's and is good now, by the rules that GitHub tells. */
function isApp(headers: IncomingHttpHeaders): boolean {
  const [head = "", claims = "", signature = ""] = bearer(headers).split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString() || "{}");
  if (!signature || read(head).alg !== "RS256") return false;
  const { iat, exp, iss } = read(claims) as { iat: number; exp: number; iss: string };
  const now = Date.now() / 1000;
  const verify = createVerify("RSA-SHA256").update(`${head}.${claims}`);
  const signed = verify.verify(createPublicKey(privateKey), Buffer.from(signature, "base64url"));
  return signed && iss === APP && iat <= now && exp > now && exp - now <= 600;
}

const dialect: Dialect = {
  ...githubDialect,
  gitUser: "x-access-token",
  allowed: (headers) => bearer(headers) === ACCOUNT.token || isApp(headers),
  routes: [
    [
      "GET",
      /^\/v3\/repos\/([^/]+\/[^/]+)\/installation$/,
      ({ call, names: [path] }) =>
        isApp(call.headers) && path === "org/app"
          ? ok({ id: 77, app_id: Number(APP) })
          : ok({ message: "Not Found" }, 404),
    ],
    [
      "POST",
      /^\/v3\/app\/installations\/77\/access_tokens$/,
      ({ call }) =>
        isApp(call.headers) && JSON.stringify(call.body) === '{"repositories":["app"]}'
          ? ok({ token: ACCOUNT.token, expires_at: new Date(Date.now() + lifetime).toISOString() }, 201)
          : ok({ message: "A JSON web token could not be decoded" }, 401),
    ],
    // The app itself may do nothing with a repository.
    ...githubDialect.routes.map(([method, path, answer]) => {
      const guarded: typeof answer = (at) =>
        bearer(at.call.headers) === ACCOUNT.token ? answer(at) : ok({ message: "Requires authentication" }, 401);
      return [method, path, guarded] as const;
    }),
  ],
};

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
beforeEach(async () => {
  lifetime = 3600_000;
  server = await serveCodeHost(dialect, { "l/en.json": '{"a": "Apple", "b": "Bean"}\n', "l/cs.json": "{}\n" });
  await db.run(sql`truncate code_hosts`);
});
afterEach(() => server.close());

const enter = (token: string, kind = "github") =>
  addCodeHost(admin, { kind, host: server.world.host, api: server.world.api, username: APP, token });

async function connect(): Promise<ComponentRow> {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const made = await createComponent(admin, slug, {
    ...{ name: "App", slug: "app", repo: server.world.address(), vcs: "github", pushOnCommit: false },
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const translate = async (component: ComponentRow, key: string, text: string) =>
  editUnit(admin, await unitId(component, "cs", key), { targets: [text], state: 20 });
const push = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "push");
const made = () => server.world.calls.filter(({ path }) => path.endsWith("/access_tokens")).length;

describe("an app", () => {
  it("pushes beside the branch and opens the request, with one token for as long as it is good", async () => {
    await enter(KEY);
    const stored = await textRow<{ token: string }>(db, sql`select token from code_hosts`);
    expect(stored?.token).toMatch(/^sealed:/);
    const component = await connect();
    await translate(component, "a", "Jablko");
    expect(await push(component)).toEqual({ result: true });
    const branch = `loquat-${component.project.slug}-app`;
    expect(server.world.requests).toMatchObject([{ state: "open", source: "org/app", sourceBranch: branch }]);
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    expect(JSON.parse(server.world.upstream.git("show", `${branch}:l/cs.json`))).toEqual({ a: "Jablko", b: "Fazole" });
    expect(server.world.requests).toHaveLength(1);
    expect(made()).toBe(1);
  });

  it("gets another token when one is about to end, or is not taken any more", async () => {
    lifetime = 60_000;
    await enter(KEY);
    const component = await connect();
    await translate(component, "a", "Jablko");
    await push(component);
    const first = made();
    lifetime = 3600_000;
    await translate(component, "b", "Fazole");
    await push(component);
    expect(made()).toBe(first + 1);
    server.world.refuse = {
      when: ({ path }) => path.endsWith("/pulls/1"),
      answer: { status: 401, body: { message: "Bad credentials" } },
    };
    await translate(component, "a", "Jablíčko");
    expect(await push(component)).toMatchObject({ result: false });
    server.world.refuse = undefined;
    expect(await push(component)).toEqual({ result: true });
    expect(made()).toBe(first + 2);
  });

  it("may have a key whose line ends got lost, but none that is no key", async () => {
    await enter(KEY.replace(/\n/g, ""));
    const component = await connect();
    await translate(component, "a", "Jablko");
    expect(await push(component)).toEqual({ result: true });
    await db.run(sql`truncate code_hosts`);
    const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const wrong = other.export({ type: "pkcs8", format: "pem" }).toString();
    for (const token of [wrong, KEY.slice(0, 900), KEY.replace(/[A-Za-z0-9]{40}/, "")])
      await expect(enter(token)).rejects.toThrow(/whole private key/);
    await expect(enter(KEY, "gitea")).rejects.toThrow(/whole private key/);
  });
});
