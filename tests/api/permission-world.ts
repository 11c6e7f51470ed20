import { hash } from "node:crypto";
import { functions } from "@/inngest/index";
import type { Endpoint } from "@/lib/api/endpoint";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { addMembers } from "@/lib/domain/access/seed";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject } from "@/lib/domain/projects/projects";
import { SEALED, sealFor } from "@/lib/domain/secrets";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { findUnit } from "@/lib/domain/units/units";
import { issueProjectToken } from "@/lib/domain/users/project-tokens";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, inTransaction, rawSql, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { storeFile } from "@/lib/platform/file-store";
import { makeFont } from "../support/fonts";
import { makeUpstream, type Upstream } from "../support/git";
import { OPEN } from "../support/outside";
import { png } from "../support/pictures";
import { textRow } from "../support/text-rows";
import { type Person, PO, person, projectKey } from "./support";

/** A protected project with one of everything, the people around it, and a request for every contract. */

export const CALLERS = [
  "nobody",
  "stranger",
  "member",
  "translator",
  "reviewer",
  "admin",
  "token",
  "foreign token",
  "superuser",
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface World {
  keys: Record<CallerName, string | undefined>;
  root: Person;
  project: { id: number };
  app: ComponentRow;
  mono: ComponentRow;
  upstream: Upstream;
}

/** Background functions but the one that takes removed rows out for good: they are put back after each request. */
export const HARMLESS = functions.filter((one) => one.id() !== "remove-objects");

const POT = PO.replace(/msgstr(\[\d\])? ".+"/g, 'msgstr$1 ""').replace(/"Language: cs\\n"\n/, "");

async function join(name: string, personOf: Person): Promise<void> {
  await db.run(sql`
    insert into team_members (team_id, user_id) select id, ${personOf.actor.userId} from teams
    where name = ${name} and defining_project_id = (select id from projects where slug = 'alpha')`);
}

async function ownTeam(name: string, role: string, languages: readonly string[], who: Person): Promise<void> {
  await inTransaction(async (tx) => {
    const team = await textRow<{ id: number }>(
      tx,
      sql`
      insert into teams (name, project_selection, language_selection) values (${name}, 0, ${languages.length === 0 ? 1 : 0}) returning id`,
    );
    await tx.run(sql`insert into team_projects select ${team?.id}, id from projects where slug = 'alpha'`);
    await tx.run(sql`insert into team_roles select ${team?.id}, id from roles where name = ${role}`);
    await tx.run(
      sql`insert into team_languages select ${team?.id}, id from languages where code = any(${[...languages]}::text[])`,
    );
    await addMembers(tx, team?.id ?? 0, [who.actor.userId]);
  });
}

async function component(root: Person, input: Parameters<typeof createComponent>[2]): Promise<ComponentRow> {
  const made = await createComponent(root.actor, "alpha", input);
  await importComponent(made.id, () => {});
  return findComponentById(root.actor, made.id);
}

/** Makes the world once. */
export async function makeWorld(): Promise<World> {
  // Some thousand requests are no attack here.
  setEnvironment({ ...environment(), rateAnonymous: "off", rateUser: "off", privateServices: OPEN });
  const root = await person("root", { superuser: true });
  const web = "https://example.org/";
  const project = await createProject(root.actor, {
    name: "Alpha",
    slug: "alpha",
    web,
    accessControl: 1,
    translationReview: true,
  });
  await createProject(root.actor, { name: "Beta", slug: "beta", web });
  const upstream = makeUpstream({
    "po/cs.po": PO,
    "po/app.pot": POT,
    "l/en.json": '{"a": "Apple"}\n',
    "l/cs.json": "{}\n",
  });
  const app = await component(root, {
    name: "App",
    slug: "app",
    repo: upstream.url,
    push: upstream.url,
    filemask: "po/*.po",
    newBase: "po/app.pot",
    fileFormat: "po",
    manageUnits: true,
    suggestionVoting: true,
  });
  const mono = await component(root, {
    name: "Mono",
    slug: "mono",
    repo: upstream.url,
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  });
  const [stranger, member, translator, reviewer, admin] = await Promise.all(
    ["stranger", "member", "translator", "reviewer", "admin"].map((name) => person(name)),
  );
  await ownTeam("Suggesters", "Add suggestion", [], member as Person);
  await ownTeam("Czech", "Translate", ["cs"], translator as Person);
  await join("Review", reviewer as Person);
  await join("Administration", admin as Person);
  const [token, foreign] = [await issueProjectToken("alpha", "ci"), await issueProjectToken("beta", "ci")];
  forgetTokens();
  return {
    root,
    project,
    app,
    mono,
    upstream,
    keys: {
      nobody: undefined,
      stranger: stranger?.key,
      member: member?.key,
      translator: translator?.key,
      reviewer: reviewer?.key,
      admin: admin?.key,
      token,
      "foreign token": foreign,
      superuser: root.key,
    },
  };
}

/** Around a restricted component: who is named by a team, blocked, late, or comes with a token of some project. */
export const RESTRICTED_CALLERS = [
  "admin of the project",
  "token of the project",
  "member of all projects",
  "named",
  "named, blocked",
  "named, block over",
  "named, token expired",
  "named, token of the project",
  "named, token of another project",
  "named, token of the project expired",
  "named, token of the project, blocked",
  "superuser, token of the project",
  "superuser, token of another project",
  "superuser, token expired",
] as const;

/** Restricts the component `app` and gives the key of each such caller. */
export async function restrictApp(world: World): Promise<Record<(typeof RESTRICTED_CALLERS)[number], string>> {
  await db.run(sql`update components set restricted = true where id = ${world.app.id}`);
  const team = await id(
    sql`insert into teams (name, project_selection, language_selection) values ('Named', 0, 1) returning id`,
  );
  await db.run(sql`insert into team_components values (${team}, ${world.app.id})`);
  await db.run(sql`insert into team_roles select ${team}, id from roles where name = 'Administration'`);
  const [named, blocked, unblocked, everywhere] = (await Promise.all(
    ["named", "blocked", "unblocked", "everywhere"].map((name) => person(name)),
  )) as [Person, Person, Person, Person];
  await inTransaction(async (tx) => {
    await addMembers(tx, team, [named.actor.userId, blocked.actor.userId, unblocked.actor.userId]);
    const managers = await textRow<{ id: number }>(tx, sql`select id from teams where builtin and name = 'Managers'`);
    await addMembers(tx, managers?.id ?? 0, [everywhere.actor.userId]);
  });
  await db.run(sql`
    insert into user_blocks (user_id, project_id, expires_at) values (${blocked.actor.userId}, ${world.project.id}, null),
      (${unblocked.actor.userId}, ${world.project.id}, now() - interval '1 second')`);
  const beta = await id(sql`select id from projects where slug = 'beta'`);
  const over = new Date(Date.now() - 1000);
  const late = async (who: Person, projectId?: number) =>
    (await issueToken(who.actor.userId, { projectId, expiresAt: over })).key;
  return {
    "admin of the project": world.keys.admin ?? "",
    "token of the project": world.keys.token ?? "",
    "member of all projects": everywhere.key,
    named: named.key,
    "named, blocked": blocked.key,
    "named, block over": unblocked.key,
    "named, token expired": await late(named),
    "named, token of the project": await projectKey(named.actor, world.project.id),
    "named, token of another project": await projectKey(named.actor, beta),
    "named, token of the project expired": await late(named, world.project.id),
    "named, token of the project, blocked": await projectKey(blocked.actor, world.project.id),
    "superuser, token of the project": await projectKey(world.root.actor, world.project.id),
    "superuser, token of another project": await projectKey(world.root.actor, beta),
    "superuser, token expired": await late(world.root),
  };
}

/** Puts back what a permitted request took away. */
export async function repair(world: World): Promise<void> {
  await db.run(
    sql`update projects set removed_at = null, slug = 'alpha', name = 'Alpha', access_control = 1 where id = ${world.project.id}`,
  );
  await db.run(sql`
    update components set removed_at = null, slug = 'app', name = 'App', locked = false, category_id = null, task_id = null where id = ${world.app.id}`);
  await db.run(
    sql`update components set removed_at = null, slug = 'mono', name = 'Mono', locked = false where id = ${world.mono.id}`,
  );
  await db.run(sql`update components set locked = false, agreement = ''`);
  await db.run(sql`delete from component_links`);
}

let serial = 1;
const next = (): string => `n${serial++}`;

const id = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await textRow<{ id: number }>(db, statement))?.id ?? 0;

/** An alert of a component of the project `alpha`. */
const storedAlert = (kind = "UnusedComponent") =>
  id(sql`
    insert into alerts (component_id, kind)
    select c.id, ${kind} from components c join projects p on p.id = c.project_id
    where p.slug = 'alpha' and not c.restricted order by c.id limit 1
    on conflict (component_id, kind) do update set dismissed = false returning id`);

const alpha = sql`(select id from projects where slug = 'alpha')`;
const fresh = {
  addon: (world: World) =>
    id(sql`
      insert into addons (name, component_id, configuration) values ('weblate.removal.comments', ${world.app.id}, '{"age": 30}') returning id`),
  delivery: async (world: World) => {
    const addon = await id(sql`
      insert into addons (name, component_id, configuration) values ('weblate.webhook.webhook', ${world.app.id},
        '{"webhook_url": "https://127.0.0.1:1/", "secret": "", "events": []}') returning id`);
    return {
      id: addon,
      delivery: await id(sql`
        insert into deliveries (addon_id, message_id, body, state) values (${addon}, 'msg_1', '{}', 'failed') returning id`),
    };
  },
  category: () =>
    id(sql`insert into categories (project_id, name, slug) values (${alpha}, ${next()}, ${next()}) returning id`),
  label: () => id(sql`insert into labels (project_id, name) values (${alpha}, ${next()}) returning id`),
  font: async () => {
    const font = makeFont({ widths: { a: 500 } });
    return id(sql`
      insert into fonts (project_id, family, style, weight, file_key, filename, bytes, characters, metrics)
      values (${alpha}, ${next()}, 'Regular', 400, ${await storeFile("fonts", "ttf", font)}, 'a.ttf', ${font.length}, 1,
        '{"unitsPerEm": 1000, "weight": 400, "spans": [[97, 1, 500]]}') returning id`);
  },
  fontGroup: async () =>
    id(
      sql`insert into font_groups (project_id, name, font_id) values (${alpha}, ${next()}, ${await fresh.font()}) returning id`,
    ),
  removedFont: async () => {
    const row = JSON.stringify({ id: 1, name: next(), font_id: await fresh.font(), languages: [] });
    return id(
      sql`insert into removed_fonts (project_id, kind, name, row) values (${alpha}, 'group', 'x', jsonb_set(${row}::jsonb, '{id}', to_jsonb(nextval('font_groups_id_seq')))) returning id`,
    );
  },
  group: async () => {
    const made = await id(sql`insert into teams (name, defining_project_id) values (${next()}, ${alpha}) returning id`);
    await db.run(sql`insert into team_projects values (${made}, ${alpha})`);
    return made;
  },
  siteGroup: () => id(sql`insert into teams (name) values (${next()}) returning id`),
  role: () => id(sql`insert into roles (name) values (${next()}) returning id`),
  list: () =>
    id(
      sql`insert into component_lists (name, slug) values (${next()}, 'list') on conflict (slug) do update set name = excluded.name returning id`,
    ),
  user: async () => {
    const name = next();
    await db.run(
      sql`insert into users (username, full_name, email) values (${name}, 'Somebody', ${`${name}@example.org`})`,
    );
    return name;
  },
  member: async (group: number) => {
    const name = await fresh.user();
    await db.run(
      sql`insert into team_members (team_id, user_id) select ${group}, id from users where username = ${name}`,
    );
    return name;
  },
  blocked: async () => {
    const name = await fresh.user();
    await db.run(
      sql`insert into user_blocks (user_id, project_id) select id, ${alpha} from users where username = ${name}`,
    );
    return name;
  },
  accessRequest: async (): Promise<number> => {
    const name = await fresh.user();
    return id(sql`
      insert into access_requests (user_id, project_id, message) select id, ${alpha}, 'Please' from users where username = ${name} returning id`);
  },
  language: async () => {
    const code = `x-${next()}`;
    const made = await id(sql`insert into languages (code, name) values (${code}, ${code}) returning id`);
    await db.run(sql`insert into plurals (language_id, number, formula, type) values (${made}, 2, 'n != 1', 1)`);
    return code;
  },
  memory: () =>
    id(sql`
      insert into memory_entries (source_language_id, target_language_id, source, target, source_hash, origin, project_id)
      select e.id, c.id, 'Text', ${next()}, memory_hash('Text'), 'alpha/app', ${alpha} from languages e, languages c
      where e.code = 'en' and c.code = 'cs' returning id`),
  screenshot: async (world: World) => {
    const key = await storeFile("screenshots", "png", png(10, 10));
    return id(sql`
      insert into screenshots (translation_id, name, file_key, mime_type, width, height)
      select id, 'Shot', ${key}, 'image/png', 10, 10 from translations where component_id = ${world.app.id} and is_source returning id`);
  },
  unit: async (world: World) => {
    const translation = await findTranslation(world.root.actor, world.app, "cs");
    return (await addUnit(world.root.actor, translation, { context: "", sources: [next()], targets: ["Text"] })).id;
  },
  sourceUnit: async (world: World) => {
    const translation = await findTranslation(world.root.actor, world.app, "en");
    return (await addUnit(world.root.actor, translation, { context: "", sources: [next()] })).id;
  },
  suggestion: async (world: World) => {
    const unit = await fresh.unit(world);
    return id(
      sql`insert into suggestions (unit_id, user_id, targets) values (${unit}, ${world.root.actor.userId}, array[${next()}]::text[]) returning id`,
    );
  },
  comment: async (world: World) => {
    const unit = await fresh.unit(world);
    return id(sql`
      insert into comments (source_id, translation_id, user_id, text)
      select source_id, translation_id, ${world.root.actor.userId}, ${next()} from units where id = ${unit} returning id`);
  },
  /** A pull that changed a string, which somebody has changed since. */
  operation: async (world: World) => {
    const row = await textRow<{ id: string }>(
      db,
      sql`
      with made as (
        insert into operations (id, kind, details) select gen_random_uuid(), 'repository', jsonb_build_object(
          'name', 'pull', 'needs', jsonb_build_array('vcs.update'), 'components', jsonb_build_array(${world.app.id}::int)) returning id)
      insert into operation_languages select made.id, t.id, t.component_id, t.language_id, 1
      from made, translations t where t.component_id = ${world.app.id} and t.language_code = 'cs' returning operation_id as id`,
    );
    return row?.id ?? "";
  },
  /** An earlier text of a string. */
  textChange: (world: World, unit: number) =>
    id(sql`
      insert into changes (action, cause, project_id, component_id, translation_id, unit_id, target)
      select 2, 'person', ${world.project.id}, ${world.app.id}, translation_id, id, 'Dříve' from units where id = ${unit} returning id`),
  /** A plan of the administrator. */
  plan: async (world: World) => {
    const wish = { wish: { act: "remove" }, q: "" };
    const counts = { found: 0, approved: 0, failing: 0, checked: 0, skipped: {}, components: [], languages: [] };
    const row = await textRow<{ id: string }>(
      db,
      sql`
      insert into bulk_plans (id, user_id, project_id, path, wish, counts, unit_ids, versions, chosen, kept_out)
      values (gen_random_uuid(), ${world.root.actor.userId}, ${world.project.id}, 'alpha/app', ${JSON.stringify(wish)}::jsonb,
        ${JSON.stringify(counts)}::jsonb, '{}', '{}', '{}', '{}') returning id`,
    );
    return row?.id ?? "";
  },
  /** A clash that waits for a person. */
  clash: async (world: World) => {
    const unit = await fresh.unit(world);
    return id(sql`
      insert into clashes (component_id, translation_id, unit_id, context, sources, kind, rule, base_targets, translator_targets, translator_state,
        translator_name, translated_at, upstream_targets, upstream_state, "commit", left_targets, left_state)
      select ${world.app.id}, translation_id, id, '', '{}', 'changed', 'ask', '{}', array[${next()}], 20,
        'Petra', now(), targets, 20, ${"a".repeat(40)}, targets, state from units where id = ${unit} returning id`);
  },
  task: (world: World) =>
    id(sql`select 0 as id`).then(async () => {
      const row = await textRow<{ id: string }>(
        db,
        sql`
        insert into tasks (id, kind, state, progress, component_id) values (gen_random_uuid(), 'test', 'done', 100, ${world.app.id}) returning id`,
      );
      return row?.id ?? "";
    }),
};

const announcement = (column: "project_id" | "category_id" | "component_id", of: number, language?: string) =>
  id(sql`
    insert into announcements (project_id, category_id, component_id, language_id, message)
    values (${column === "project_id" ? of : null}, ${column === "category_id" ? of : null}, ${column === "component_id" ? of : null},
      (select id from languages where code = ${language ?? ""}), 'Hello') returning id`);

/** A workflow of Czech in a project, or in all of them. */
async function workflowOf(projectId: number | null): Promise<Sample> {
  await db.run(sql`
    insert into language_workflows (project_id, language_id) select ${projectId}::int, id from languages where code = 'cs'
    on conflict do nothing`);
  return { params: { language: "cs" } };
}

export interface Sample {
  /** Values of the path's parameters. */
  params?: Record<string, string | number>;
  body?: unknown;
  query?: string;
  headers?: Record<string, string>;
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const picture = () => new File([new Uint8Array(png(10, 10))], "shot.png", { type: "image/png" });
const typeface = () =>
  new File([new Uint8Array(makeFont({ family: next(), widths: { a: 500 } }))], "font.ttf", { type: "font/ttf" });
const message = { message: "Hello" };
const operation = { operation: "commit" };

type Make = (world: World) => Promise<Sample> | Sample;

const groupWith = async (part: string, given: string | number): Promise<Sample> => {
  const group = await (part === "projects" ? fresh.siteGroup() : fresh.group());
  const column = {
    roles: "role_id",
    languages: "language_id",
    projects: "project_id",
    components: "component_id",
    componentlists: "component_list_id",
  }[part];
  const table = {
    roles: "team_roles",
    languages: "team_languages",
    projects: "team_projects",
    components: "team_components",
    componentlists: "team_component_lists",
  }[part];
  const value = part === "languages" ? await id(sql`select id from languages where code = ${given}`) : given;
  await db.run(sql`insert into ${rawSql(`${table} (team_id, ${column})`)} values (${group}, ${value})`);
  return { params: { id: group } };
};

/** What a contract needs beside the usual parameters. Whatever is not here takes no body. */
const HOST_KEY = `ssh-ed25519 ${Buffer.from("\0\0\0\x0bssh-ed25519\0\0\0 0123456789abcdef0123456789abcdef", "latin1").toString("base64")}`;

const httpAccount = () => ({ place: `https://${next()}.example.org/`, username: "bot", password: "t0ken" });

async function storedHttpAccount(): Promise<number> {
  const place = `https://${next()}.example.org/`;
  await db.run(sql`
    insert into http_accounts (place, username, password)
    values (${place}, 'bot', ${sealFor(SEALED.httpAccount, "t0ken")})`);
  return id(sql`select id from http_accounts where place = ${place}`);
}

async function storedOpenpgpKey(): Promise<Record<string, never>> {
  await db.run(sql`
    insert into openpgp_keys (project_id, public_key, private_key, fingerprint)
    select id, 'armoured', '', 'ABCD' from projects where slug = 'alpha' on conflict do nothing`);
  return {};
}

const codeHost = () => ({ kind: "github", host: `${next()}.example.org`, username: "bot", token: "t0ken" });

async function storedCodeHost(): Promise<number> {
  const host = `${next()}.example.org`;
  await db.run(sql`
    insert into code_hosts (kind, host, api, username, token)
    values ('github', ${host}, ${`https://${host}/api/v3`}, 'bot', ${sealFor(SEALED.codeHost, "t0ken")})`);
  return id(sql`select id from code_hosts where host = ${host}`);
}

const SAMPLES: Record<string, Make> = {
  "POST /api/categories/": () => ({ body: { name: next(), slug: next(), project: "/api/projects/alpha/" } }),
  "PUT /api/categories/{id}/": () => ({ body: { name: next(), slug: next(), project: "/api/projects/alpha/" } }),
  "PATCH /api/categories/{id}/": () => ({ body: { name: next() } }),
  "POST /api/categories/{id}/announcements/": () => ({ body: message }),
  "PATCH /api/categories/{id}/announcements/{announcement}/": async () => {
    const category = await fresh.category();
    return { params: { id: category, announcement: await announcement("category_id", category) }, body: message };
  },
  "DELETE /api/categories/{id}/announcements/{announcement}/": async () => {
    const category = await fresh.category();
    return { params: { id: category, announcement: await announcement("category_id", category) } };
  },
  "POST /api/addons/": async () => {
    await db.run(sql`delete from addons where component_id is null and project_id is null`);
    return { body: { name: "weblate.removal.comments", configuration: { age: 400 } } };
  },
  "PUT /api/addons/{id}/": () => ({ body: { configuration: { age: 7 } } }),
  "PATCH /api/addons/{id}/": () => ({ body: { configuration: { age: 8 } } }),
  "POST /api/addons/{id}/test/": async (world) => ({ params: await fresh.delivery(world) }),
  "POST /api/addons/{id}/resume/": async (world) => ({ params: await fresh.delivery(world) }),
  "GET /api/addons/{id}/deliveries/{delivery}/": async (world) => ({ params: await fresh.delivery(world) }),
  "POST /api/addons/{id}/deliveries/{delivery}/replay/": async (world) => ({ params: await fresh.delivery(world) }),
  "POST /api/components/{project}/{component}/addons/": async () => {
    await db.run(sql`delete from addons where component_id is not null`);
    return { body: { name: "weblate.removal.comments" } };
  },
  "POST /api/projects/{project}/addons/": async () => {
    await db.run(sql`delete from addons where project_id is not null`);
    return { body: { name: "weblate.removal.comments", configuration: { age: 5 } } };
  },
  "GET /api/ssh/key/": async () => {
    await db.run(
      sql`insert into ssh_keys (public_key, private_key) values ('ssh-ed25519 AAAA', '') on conflict do nothing`,
    );
    return {};
  },
  "POST /api/ssh/hosts/": () => ({ body: { line: `${next()}.example.org ${HOST_KEY}` } }),
  "DELETE /api/ssh/hosts/{host}/": async () => {
    await db.run(
      sql`insert into ssh_host_keys (host, type, key) values ('a', 'ssh-rsa', 'AAAA') on conflict do nothing`,
    );
    return { params: { host: "a" } };
  },
  "POST /api/http_accounts/": () => ({ body: httpAccount() }),
  "GET /api/http_accounts/{id}/": async () => ({ params: { id: await storedHttpAccount() } }),
  "PATCH /api/http_accounts/{id}/": async () => ({
    params: { id: await storedHttpAccount() },
    body: { username: next() },
  }),
  "DELETE /api/http_accounts/{id}/": async () => ({ params: { id: await storedHttpAccount() } }),
  "GET /api/alerts/{id}/": async () => ({ params: { id: await storedAlert() } }),
  "POST /api/alerts/{id}/put-back/": async () => ({ params: { id: await storedAlert("TextsTakenBack") } }),
  "PATCH /api/alerts/{id}/": async () => ({ params: { id: await storedAlert() }, body: { dismissed: true } }),
  // The translator's: others do not find it.
  "PATCH /api/notices/{id}/": async () => ({
    params: {
      id: await id(sql`
        insert into notices (user_id, notification, frequency, day, count, unmailed, changes, last_at)
        select id, 'LockNotification', 1, current_date - (select count(*)::int from notices), 1, 0, '{}', now() from users where username = 'translator' returning id`),
    },
    body: { done: true },
  }),
  "POST /api/code_hosts/": () => ({ body: codeHost() }),
  "GET /api/code_hosts/{id}/": async () => ({ params: { id: await storedCodeHost() } }),
  "PATCH /api/code_hosts/{id}/": async () => ({ params: { id: await storedCodeHost() }, body: { username: next() } }),
  "DELETE /api/code_hosts/{id}/": async () => ({ params: { id: await storedCodeHost() } }),
  "DELETE /api/projects/{project}/ssh_key/": async () => {
    await db.run(sql`
      insert into ssh_keys (project_id, public_key, private_key)
      select id, 'ssh-ed25519 AAAA', '' from projects where slug = 'alpha' on conflict do nothing`);
    return {};
  },
  "GET /api/projects/{project}/openpgp_key/": async () => storedOpenpgpKey(),
  "DELETE /api/projects/{project}/openpgp_key/": async () => storedOpenpgpKey(),
  "POST /api/component-lists/": () => ({ body: { name: next(), slug: next() } }),
  "PUT /api/component-lists/{slug}/": () => ({ body: { name: next(), slug: "list" } }),
  "PATCH /api/component-lists/{slug}/": () => ({ body: { name: next() } }),
  "POST /api/component-lists/{slug}/components/": (world) => ({ body: { component_id: world.app.id } }),
  "DELETE /api/component-lists/{slug}/components/{component}/": async (world) => {
    const list = await fresh.list();
    await db.run(sql`insert into component_list_members values (${list}, ${world.app.id}) on conflict do nothing`);
    return {};
  },
  "PUT /api/components/{project}/{component}/": (world) => ({
    body: { name: "App", slug: "app", repo: world.upstream.url, filemask: "po/*.po", file_format: "po" },
  }),
  "PATCH /api/components/{project}/{component}/": () => ({ body: { license: "MIT" } }),
  "POST /api/components/{project}/{component}/announcements/": () => ({ body: message }),
  "PATCH /api/components/{project}/{component}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("component_id", world.app.id) },
    body: message,
  }),
  "DELETE /api/components/{project}/{component}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("component_id", world.app.id) },
  }),
  "POST /api/components/{project}/{component}/source_edits/": (world) => ({
    body: { decision: "keep", edits: [{ id: world.app.id, before: ["a"], after: ["b"] }] },
  }),
  "POST /api/components/{project}/{component}/clashes/": () => ({ body: { decision: "ours", filter: {} } }),
  "GET /api/components/{project}/{component}/clashes/{id}/": async (world) => ({
    params: { id: await fresh.clash(world) },
  }),
  "POST /api/components/{project}/{component}/clashes/{id}/": async (world) => ({
    params: { id: await fresh.clash(world) },
    body: { decision: "ours" },
  }),
  "POST /api/components/{project}/{component}/links/": () => ({ body: { project_slug: "beta" } }),
  "DELETE /api/components/{project}/{component}/links/{slug}/": async (world) => {
    await db.run(
      sql`insert into component_links (component_id, project_id) select ${world.app.id}, id from projects where slug = 'beta' on conflict do nothing`,
    );
    return { params: { slug: "beta" } };
  },
  "POST /api/components/{project}/{component}/agreement/": async () => {
    const text = "Be kind.";
    await db.run(sql`update components set agreement = ${text} where slug = 'app'`);
    return { body: { version: hash("sha256", text, "hex").slice(0, 16) } };
  },
  "DELETE /api/components/{project}/{component}/agreement/": async () => {
    await db.run(sql`
      insert into agreements (user_id, component_id) select u.id, c.id from users u, components c where c.slug = 'app' on conflict do nothing`);
    return {};
  },
  "POST /api/components/{project}/{component}/lock/": () => ({ body: { lock: true } }),
  "POST /api/components/{project}/{component}/repository/": () => ({ body: operation }),
  "POST /api/components/{project}/{component}/operations/{id}/undo/": async (world) => ({
    params: { id: await fresh.operation(world) },
  }),
  "POST /api/changes/{id}/revert/": async (world) => ({
    params: { id: await fresh.textChange(world, await fresh.unit(world)) },
  }),
  "GET /api/lost/": () => ({ query: "?path=alpha/app" }),
  "POST /api/lost/put-back/": () => ({ body: { path: "alpha/app", ids: [1] } }),
  "POST /api/bulk-edits/": () => ({ body: { path: "alpha/app", action: "dismiss", checks: ["end_stop"] } }),
  "GET /api/bulk-edits/{id}/": async (world) => ({ params: { id: await fresh.plan(world) } }),
  "GET /api/bulk-edits/{id}/strings/": async (world) => ({ params: { id: await fresh.plan(world) } }),
  "POST /api/bulk-edits/{id}/apply/": async (world) => ({ params: { id: await fresh.plan(world) }, body: {} }),
  "POST /api/bulk-edits/{id}/undo/": async (world) => ({ params: { id: await fresh.plan(world) } }),
  "GET /api/components/{project}/{component}/credits/": () => ({ query: "?start=2000-01-01&end=2100-01-01" }),
  "GET /api/projects/{project}/credits/": () => ({ query: "?start=2000-01-01&end=2100-01-01" }),
  "GET /api/components/{project}/{component}/monolingual_base/": () => ({ params: { component: "mono" } }),
  "POST /api/components/{project}/{component}/translations/": async (world) => {
    await db.run(sql`delete from translations where component_id = ${world.app.id} and language_code = 'fr'`);
    return { body: { language_code: "fr" } };
  },
  "POST /api/groups/": () => ({ body: { name: next(), defining_project: "/api/projects/alpha/" } }),
  "PUT /api/groups/{id}/": () => ({ body: { name: next() } }),
  "PATCH /api/groups/{id}/": () => ({ body: { name: next() } }),
  "GET /api/groups/{id}/invitations/": async () => {
    const group = await fresh.group();
    await db.run(sql`
      insert into invitations (email, team_id, code_hash, expires_at)
      select '', ${group}, ${next()} || '-' || n, now() + interval '1 day' from generate_series(1, 12) n`);
    return { params: { id: group } };
  },
  "POST /api/groups/{id}/invitations/": () => ({ body: { send: "link" } }),
  "DELETE /api/invitations/{id}/": async () => ({
    params: {
      id: await id(sql`
        insert into invitations (email, team_id, code_hash, expires_at)
        values ('', ${await fresh.group()}, ${next()}, now() + interval '1 day') returning id`),
    },
  }),
  "GET /api/projects/{project}/members/": async () => {
    const group = await fresh.group();
    for (let one = 0; one < 12; one++) await fresh.member(group);
    return {};
  },
  "POST /api/projects/{project}/members/": async () => ({
    body: { user: await fresh.user(), group: await fresh.group() },
  }),
  "GET /api/projects/{project}/members/{user}/": async () => ({ params: { user: await fresh.user() } }),
  "PUT /api/projects/{project}/members/{user}/": async () => ({
    params: { user: await fresh.user() },
    body: { groups: [await fresh.group()] },
  }),
  "DELETE /api/projects/{project}/members/{user}/": async () => ({
    params: { user: await fresh.member(await fresh.group()) },
  }),
  "GET /api/projects/{project}/blocks/": async () => {
    for (let one = 0; one < 12; one++) await fresh.blocked();
    return {};
  },
  "POST /api/projects/{project}/blocks/": async () => ({ body: { user: await fresh.user() } }),
  "DELETE /api/projects/{project}/blocks/{user}/": async () => ({ params: { user: await fresh.blocked() } }),
  "GET /api/projects/{project}/access-requests/": async () => {
    for (let one = 0; one < 12; one++) await fresh.accessRequest();
    return {};
  },
  "POST /api/projects/{project}/access-requests/{id}/": async () => ({
    params: { id: await fresh.accessRequest() },
    body: { group: await fresh.group() },
  }),
  "DELETE /api/projects/{project}/access-requests/{id}/": async () => ({
    params: { id: await fresh.accessRequest() },
  }),
  "POST /api/groups/{id}/admins/": (world) => ({ body: { user_id: world.root.actor.userId } }),
  "DELETE /api/groups/{id}/admins/{user}/": async (world) => {
    const group = await fresh.group();
    await db.run(
      sql`insert into team_members (team_id, user_id, is_admin) values (${group}, ${world.root.actor.userId}, true)`,
    );
    return { params: { id: group, user: world.root.actor.userId } };
  },
  "POST /api/groups/{id}/roles/": async () => ({ body: { role_id: await fresh.role() } }),
  "POST /api/groups/{id}/languages/": () => ({ body: { language_code: "cs" } }),
  "POST /api/groups/{id}/projects/": async (world) => ({
    params: { id: await fresh.siteGroup() },
    body: { project_id: world.project.id },
  }),
  "POST /api/groups/{id}/components/": (world) => ({ body: { component_id: world.app.id } }),
  "POST /api/groups/{id}/componentlists/": async () => ({ body: { component_list_id: await fresh.list() } }),
  "DELETE /api/groups/{id}/roles/{role}/": async () => {
    const role = await fresh.role();
    return { params: { ...(await groupWith("roles", role)).params, role } };
  },
  "DELETE /api/groups/{id}/languages/{language}/": () => groupWith("languages", "cs"),
  "DELETE /api/groups/{id}/projects/{project}/": async (world) => ({
    params: { ...(await groupWith("projects", world.project.id)).params, project: world.project.id },
  }),
  "DELETE /api/groups/{id}/components/{component}/": async (world) => ({
    params: { ...(await groupWith("components", world.app.id)).params, component: world.app.id },
  }),
  "DELETE /api/groups/{id}/componentlists/{list}/": async () => {
    const list = await fresh.list();
    return { params: { ...(await groupWith("componentlists", list)).params, list } };
  },
  "POST /api/languages/": () => ({
    body: { code: `x-${next()}`, name: next(), plural: { number: 2, formula: "n != 1" } },
  }),
  "PUT /api/languages/{language}/": async () => ({
    params: { language: await fresh.language() },
    body: { name: next(), plural: { number: 2, formula: "n != 1" } },
  }),
  "PATCH /api/languages/{language}/": async () => ({
    params: { language: await fresh.language() },
    body: { population: 1 },
  }),
  "DELETE /api/languages/{language}/": async () => ({ params: { language: await fresh.language() } }),
  "POST /api/memory/lookup/": () => ({
    query: "?source_language=en&target_language=cs",
    body: { strings: ["Text"] },
  }),
  "POST /api/projects/": () => ({ body: { name: next(), slug: next(), web: "https://example.org/" } }),
  "PUT /api/projects/{project}/": () => ({ body: { name: "Alpha", slug: "alpha", web: "https://example.org/" } }),
  "PATCH /api/projects/{project}/": () => ({ body: { instructions: next() } }),
  "PATCH /api/projects/{project}/ssh_key/": () => ({ body: { signs_commits: false } }),
  "POST /api/projects/{project}/announcements/": () => ({ body: message }),
  "PATCH /api/projects/{project}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("project_id", world.project.id) },
    body: message,
  }),
  "DELETE /api/projects/{project}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("project_id", world.project.id) },
  }),
  "POST /api/projects/{project}/components/": (world) => ({
    body: {
      name: next(),
      slug: next(),
      repo: world.upstream.url,
      filemask: "po/*.po",
      new_base: "po/app.pot",
      file_format: "po",
    },
  }),
  "POST /api/projects/{project}/labels/": () => ({ body: { name: next(), color: "red" } }),
  "PATCH /api/projects/{project}/labels/{id}/": async () => ({
    params: { id: await fresh.label() },
    body: { color: "red" },
  }),
  "DELETE /api/projects/{project}/labels/{id}/": async () => ({ params: { id: await fresh.label() } }),
  "POST /api/projects/{project}/fonts/": () => ({ body: form({ font: typeface() }) }),
  "GET /api/projects/{project}/fonts/{id}/": async () => ({ params: { id: await fresh.font() } }),
  "DELETE /api/projects/{project}/fonts/{id}/": async () => ({ params: { id: await fresh.font() } }),
  "GET /api/projects/{project}/fonts/{id}/file/": async () => ({ params: { id: await fresh.font() } }),
  "POST /api/projects/{project}/fonts/{id}/file/": async () => ({
    params: { id: await fresh.font() },
    body: form({ font: typeface() }),
  }),
  "POST /api/projects/{project}/font-groups/": async () => ({ body: { name: next(), font: await fresh.font() } }),
  "GET /api/projects/{project}/font-groups/{id}/": async () => ({ params: { id: await fresh.fontGroup() } }),
  "PATCH /api/projects/{project}/font-groups/{id}/": async () => ({
    params: { id: await fresh.fontGroup() },
    body: { name: next() },
  }),
  "DELETE /api/projects/{project}/font-groups/{id}/": async () => ({ params: { id: await fresh.fontGroup() } }),
  "POST /api/projects/{project}/removed-fonts/{id}/": async () => ({ params: { id: await fresh.removedFont() } }),
  "POST /api/projects/{project}/languages/{language}/announcements/": () => ({ body: message }),
  "PATCH /api/projects/{project}/languages/{language}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("project_id", world.project.id, "cs") },
    body: message,
  }),
  "DELETE /api/projects/{project}/languages/{language}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("project_id", world.project.id, "cs") },
  }),
  "POST /api/projects/{project}/component-settings/": () => ({ body: { settings: { priority: 80 } } }),
  "PATCH /api/projects/{project}/component-defaults/": () => ({ body: { settings: { priority: 80 } } }),
  "PATCH /api/categories/{id}/component-defaults/": () => ({ body: { settings: { priority: 80 } } }),
  "PATCH /api/component-defaults/": () => ({ body: { settings: { priority: 80 } } }),
  "POST /api/projects/{project}/lock/": () => ({ body: { lock: true } }),
  "POST /api/projects/{project}/machinery_settings/": async () => {
    await db.run(sql`delete from machinery_settings`);
    return { body: { service: "weblate", configuration: {} } };
  },
  "PATCH /api/projects/{project}/machinery_settings/": () => ({ body: { service: "weblate", configuration: {} } }),
  "PATCH /api/projects/{project}/machinery_usage/": () => ({ body: { characters: 1000 } }),
  "GET /api/projects/{project}/workflows/{language}/": async (world) => workflowOf(world.project.id),
  "PUT /api/projects/{project}/workflows/{language}/": () => ({ params: { language: "cs" } }),
  "DELETE /api/projects/{project}/workflows/{language}/": async (world) => workflowOf(world.project.id),
  "GET /api/languages/{language}/workflow/": () => workflowOf(null),
  "PUT /api/languages/{language}/workflow/": () => ({ params: { language: "cs" } }),
  "DELETE /api/languages/{language}/workflow/": () => workflowOf(null),
  "PUT /api/projects/{project}/machinery_settings/": () => ({ body: { weblate: {} } }),
  "POST /api/projects/{project}/repository/": () => ({ body: operation }),
  "POST /api/roles/": () => ({ body: { name: next(), permissions: ["unit.edit"] } }),
  "PUT /api/roles/{id}/": () => ({ body: { name: next(), permissions: ["unit.edit"] } }),
  "PATCH /api/roles/{id}/": () => ({ body: { permissions: ["unit.edit"] } }),
  "POST /api/screenshots/": () => ({
    body: form({ image: picture(), name: "Shot", project_slug: "alpha", component_slug: "app", language_code: "en" }),
  }),
  "PUT /api/screenshots/{id}/": () => ({ body: { name: "Shot" } }),
  "PATCH /api/screenshots/{id}/": () => ({ body: { name: "Shot" } }),
  "POST /api/screenshots/{id}/file/": () => ({ body: form({ image: picture() }) }),
  "PUT /api/screenshots/{id}/file/": () => ({ body: form({ image: picture() }) }),
  "POST /api/screenshots/{id}/units/": async (world) => ({ body: { unit_id: await fresh.sourceUnit(world) } }),
  "DELETE /api/screenshots/{id}/units/{unit}/": async (world) => {
    const [shot, unit] = [await fresh.screenshot(world), await fresh.sourceUnit(world)];
    await db.run(sql`insert into screenshot_units (screenshot_id, source_id, region) values (${shot}, ${unit}, '{}')`);
    return { params: { id: shot, unit } };
  },
  "PATCH /api/comments/{id}/": () => ({ body: { resolved: true } }),
  "POST /api/suggestions/{id}/vote/": () => ({ body: { value: 1 } }),
  "POST /api/suggestions/{id}/accept/": () => ({ body: {} }),
  "DELETE /api/translations/{project}/{component}/{language}/": async (world) => {
    await db.run(sql`
      insert into translations (component_id, language_id, plural_id, language_code, filename)
      select ${world.app.id}, l.id, (select id from plurals q where q.language_id = l.id order by source limit 1), 'de', 'po/de.po' from languages l where l.code = 'de'
      on conflict do nothing`);
    return { params: { language: "de" } };
  },
  "POST /api/translations/{project}/{component}/{language}/announcements/": () => ({ body: message }),
  "PATCH /api/translations/{project}/{component}/{language}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("component_id", world.app.id, "cs") },
    body: message,
  }),
  "DELETE /api/translations/{project}/{component}/{language}/announcements/{announcement}/": async (world) => ({
    params: { announcement: await announcement("component_id", world.app.id, "cs") },
  }),
  "POST /api/translations/{project}/{component}/{language}/autotranslate/": () => ({
    body: { mode: "translate", q: "state:<translated", auto_source: "others" },
  }),
  "GET /api/translations/{project}/{component}/{language}/{file}/": () => ({ params: { file: "file.po" } }),
  "POST /api/translations/{project}/{component}/{language}/file/": () => ({
    body: form({ file: new File([PO], "cs.po") }),
  }),
  "PUT /api/translations/{project}/{component}/{language}/file/": () => ({
    body: form({ file: new File([PO], "cs.po") }),
  }),
  "POST /api/translations/{project}/{component}/{language}/repository/": () => ({ body: operation }),
  "POST /api/translations/{project}/{component}/{language}/units/": () => ({
    body: { source: next(), target: ["Text"] },
  }),
  "PATCH /api/units/{id}/": () => ({ body: { target: [next()], state: 20 } }),
  "PUT /api/units/{id}/": () => ({ body: { target: [next()], state: 20, labels: [] } }),
  "PATCH /api/units/{id}/checks/{check}/": async (world) => {
    const unit = await fresh.unit(world);
    await db.run(sql`insert into findings (unit_id, "check") values (${unit}, 'end_stop')`);
    return { params: { id: unit, check: "end_stop" }, body: { dismissed: true } };
  },
  "POST /api/units/{id}/comments/": () => ({ body: { scope: "translation", comment: "Well" } }),
  "POST /api/units/{id}/suggestions/": () => ({ body: { target: [next()] } }),
  "GET /api/units/{id}/translations/": async (world) => ({ params: { id: await fresh.sourceUnit(world) } }),
  "GET /translate/-/list/": async (world) => ({
    query: `?list=t${await id(sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`)}`,
  }),
  "GET /translate/-/heads/": async (world) => ({
    query: `?translations=${await id(sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`)}`,
  }),
  "GET /translate/-/beside/": async (world) => ({ query: `?units=${await fresh.unit(world)}&language=de` }),
  "GET /translate/-/review/": async (world) => ({ query: `?units=${await fresh.unit(world)}` }),
  "POST /translate/-/review/": async (world) => {
    const unit = await fresh.unit(world);
    const { version } = await findUnit(world.root.actor, unit);
    const account = await id(sql`select id from users where username = 'translator'`);
    return { body: { account, what: { act: "approve", strings: [{ unit, version }] } } };
  },
  "GET /translate/-/units/": async (world) => ({
    query: `?list=t${await id(sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`)}&offset=0`,
  }),
  "GET /translate/-/context/": async (world) => ({ query: `?units=${await fresh.unit(world)}` }),
  "GET /translate/-/machinery/": async (world) => ({ query: `?unit=${await fresh.unit(world)}` }),
  // Of the translator's account: everybody else is told to sign in as that.
  "POST /translate/-/save/": async (world) => ({
    body: {
      unit: await fresh.unit(world),
      targets: [next()],
      state: 20,
      account: await id(sql`select id from users where username = 'translator'`),
    },
    headers: { "if-match": '"1"' },
  }),
  "GET /translate/-/mentions/": async (world) => ({ query: `?unit=${await fresh.unit(world)}&q=text` }),
  "GET /translate/-/about/": async (world) => ({ query: `?unit=${await fresh.unit(world)}` }),
  "POST /translate/-/about/": async (world) => ({
    body: {
      unit: await fresh.unit(world),
      account: await id(sql`select id from users where username = 'translator'`),
      version: 0,
      explanation: next(),
      flags: "",
      labels: [],
    },
  }),
  "POST /translate/-/shots/found/": async (world) => ({ body: { unit: await fresh.unit(world), texts: ["text"] } }),
  "GET /translate/-/ocr/{file}/": () => ({ params: { file: "worker.min.js" } }),
  "GET /translate/-/font/{project}/{id}/": async () => ({ params: { id: await fresh.font() } }),
  "GET /translate/-/fonts/": async (world) => ({
    query: `?translation=${await id(sql`select translation_id as id from units where id = ${await fresh.unit(world)}`)}&group=menu`,
  }),
  "POST /translate/-/glossary/": async (world) => ({ body: { unit: await fresh.unit(world), texts: ["text"] } }),
  "GET /translate/-/shot/{id}/": async (world) => ({ params: { id: await fresh.screenshot(world) } }),
  "POST /translate/-/shots/": async (world) => ({
    body: {
      unit: await fresh.unit(world),
      account: await id(sql`select id from users where username = 'translator'`),
      what: { act: "delete", shot: await fresh.screenshot(world) },
    },
  }),
  "POST /translate/-/comments/": async (world) => ({
    body: {
      unit: await fresh.unit(world),
      account: await id(sql`select id from users where username = 'translator'`),
      what: { act: "add", scope: "translation", text: "Well" },
    },
  }),
  "GET /translate/-/live/": async (world) => ({
    query: `?list=t${await id(sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`)}`,
  }),
  "POST /translate/-/preferences/": async () => ({
    body: { account: await id(sql`select id from users where username = 'translator'`), change: { protect: false } },
  }),
  "POST /translate/-/presence/": async (world) => ({
    body: {
      translation: await id(
        sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`,
      ),
      tab: "tab",
      unit: null,
      typing: false,
      gone: false,
      account: await id(sql`select id from users where username = 'translator'`),
    },
  }),
  // For somebody who is not signed in: whoever may suggest may do so here.
  "POST /translate/-/suggest/": async (world) => {
    const unit = await fresh.unit(world);
    const { sources } = await findUnit(world.root.actor, unit);
    return { body: { unit, targets: [next()], sources, account: 0 } };
  },
  "POST /translate/-/revert/": async (world) => {
    const unit = await fresh.unit(world);
    const account = await id(sql`select id from users where username = 'translator'`);
    return { body: { unit, change: await fresh.textChange(world, unit), version: 1, account } };
  },
  "POST /translate/-/link/": async (world) => {
    const account = await id(sql`select id from users where username = 'translator'`);
    return { body: { unit: await fresh.unit(world), act: "link", account } };
  },
  "PATCH /api/units/{id}/propagation/": () => ({ body: { linked: true } }),
  "POST /translate/-/decide/": async (world) => ({
    body: { suggestion: await fresh.suggestion(world), decision: { act: "reject", reason: "" } },
  }),
  "POST /translate/-/findings/": async (world) => {
    const unit = await fresh.unit(world);
    await db.run(sql`insert into findings (unit_id, "check") values (${unit}, 'end_stop')`);
    const account = await id(sql`select id from users where username = 'translator'`);
    return { body: { unit, check: "end_stop", dismissed: true, everywhere: false, account } };
  },
  // Without a glossary to add to.
  "POST /translate/-/terms/": async (world) => ({
    body: {
      translation: await id(
        sql`select id from translations where component_id = ${world.app.id} and language_code = 'cs'`,
      ),
      glossary: 1,
      source: next(),
      target: "",
      explanation: "",
      kind: "normal",
      account: await id(sql`select id from users where username = 'translator'`),
    },
  }),
  "POST /translate/-/draft/": async (world) => ({
    body: {
      account: await id(sql`select id from users where username = 'translator'`),
      keep: [],
      drop: [await fresh.unit(world)],
    },
  }),
  "GET /memory/-/": () => ({ query: "?scope=project:alpha&format=tmx" }),
  "POST /memory/-/": () => ({
    body: form({ scope: "project:alpha", file: new File(["[]"], "memory.json") }),
    headers: { origin: "http://loquat.test" },
  }),
  "GET /changes/csv/{path}/": () => ({ params: { path: "alpha" } }),
  "GET /exports/rss/{path}/": () => ({ params: { path: "alpha" } }),
  "GET /exports/reports/{report}/{path}/": () => ({ params: { report: "contributors", path: "alpha" } }),
  "GET /widget/{path}/": () => ({ params: { path: "alpha/status-badge.svg" } }),
  "GET /share/{path}/": () => ({ params: { path: "alpha/card.png" } }),
  "GET /exports/stats/{path}/": () => ({ params: { path: "alpha" } }),
  "GET /tables/{table}/{path}/": () => ({ params: { table: "people", path: "alpha" } }),
  "GET /hooks/update/{path}/": () => ({ params: { path: "alpha" } }),
  "POST /hooks/update/{path}/": () => ({ params: { path: "alpha" } }),
  "POST /hooks/machinery/{question}/{secret}/": () => ({ params: { question: "1", secret: "none" }, body: {} }),
  "POST /hooks/{service}/": () => ({
    params: { service: "gitlab" },
    body: {
      object_kind: "push",
      ref: "refs/heads/main",
      repository: { url: "git@git.example.org:team/app.git", homepage: "https://git.example.org/team/app" },
    },
  }),
  "POST /api/users/": () => {
    const username = next();
    return { body: { username, full_name: "Somebody", email: `${username}@example.org` } };
  },
  "PUT /api/users/{username}/": async () => {
    const username = await fresh.user();
    return { params: { username }, body: { username, full_name: "Somebody else", email: `${username}@example.org` } };
  },
  "PATCH /api/users/{username}/": () => ({ body: { full_name: next() } }),
  "POST /api/users/{username}/groups/": async () => ({ body: { group_id: await fresh.siteGroup() } }),
  "DELETE /api/users/{username}/groups/": async () => ({ body: { group_id: await fresh.siteGroup() } }),
  "POST /api/users/{username}/notifications/": () => ({
    body: { notification: "LockNotification", scope: 0, frequency: 1 },
  }),
  "PUT /api/users/{username}/notifications/{subscription}/": () => ({
    body: { notification: "LockNotification", scope: 0, frequency: 1 },
  }),
  "PATCH /api/users/{username}/notifications/{subscription}/": () => ({ body: { frequency: 2 } }),
  "PUT /api/users/{username}/pseudonyms/{project}/": () => ({ body: { name: next() } }),
  "POST /api/users/{username}/searches/": () => ({ body: { name: next(), q: "state:empty" } }),
  "PATCH /api/users/{username}/searches/{search}/": () => ({ body: { name: next() } }),
};

/** The usual values of a path's parameters, made anew where a request may use them up. */
async function usual(world: World, contract: Endpoint): Promise<Record<string, string | number>> {
  const at = (prefix: string) => contract.path.startsWith(`/api/${prefix}/`);
  if (at("addons")) return { id: await fresh.addon(world) };
  if (at("categories")) return { id: await fresh.category() };
  if (at("groups")) return { id: await fresh.group(), language: "cs" };
  if (at("roles")) return { id: await fresh.role() };
  if (at("screenshots")) return { id: await fresh.screenshot(world) };
  if (at("comments")) return { id: await fresh.comment(world) };
  if (at("suggestions")) return { id: await fresh.suggestion(world) };
  if (at("units")) return { id: await fresh.unit(world) };
  if (at("changes"))
    return { id: await id(sql`select id from changes where component_id = ${world.app.id} order by id limit 1`) };
  if (at("tasks")) return { uuid: await fresh.task(world) };
  if (at("users")) {
    const username = await fresh.user();
    const subscription = contract.path.includes("{subscription}")
      ? await id(sql`
          insert into subscriptions (user_id, notification, scope, frequency) select id, 'LockNotification', 0, 1 from users where username = ${username} returning id`)
      : 0;
    const search = contract.path.includes("{search}")
      ? await id(sql`
          insert into saved_searches (user_id, name, query) select id, 'Mine', 'state:empty' from users where username = ${username} returning id`)
      : 0;
    if (contract.path.includes("{project}"))
      await db.run(sql`
        insert into pseudonyms (user_id, project_id, name, handle)
        select id, ${world.project.id}, ${next()}, ${next()} from users where username = ${username}`);
    return { username, subscription, search, project: "alpha" };
  }
  if (at("component-lists")) {
    await fresh.list();
    return { slug: "list", component: "app" };
  }
  if (at("memory")) return { id: await fresh.memory() };
  if (at("glossary")) return { id: 1, term: 1 };
  return { project: "alpha", component: "app", language: "cs" };
}

/** A request of a contract that whoever may would be granted. */
export async function sampleOf(
  world: World,
  contract: Endpoint,
  other: Record<string, string> = {},
): Promise<{ path: string; body: unknown; headers?: Record<string, string> }> {
  const given = await SAMPLES[`${contract.method} ${contract.path}`]?.(world);
  const params: Record<string, string | number> = { ...(await usual(world, contract)), ...given?.params, ...other };
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return { path: path + (given?.query ?? ""), body: given?.body, headers: given?.headers };
}
