import { beforeAll, expect, it } from "vitest";
import { createProject } from "@/lib/domain/projects/projects";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person, send } from "./support";

/** What the API refuses is told in the language that the request accepts; English otherwise. The contract, 9.4. */

let admin: Person;
let reader: Person;
/** Addresses of a component, of a translation of it, and of a string in it. */
let component: string;
let czech: string;
let string: string;

beforeAll(async () => {
  admin = await person("words-admin", { superuser: true });
  reader = await person("words-reader");
  await createProject(admin.actor, { name: "Garden", slug: "words-garden", web: "https://garden.example.org/" });
  const made = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  const path = `${made.component.project.slug}/${made.component.slug}`;
  component = `/api/components/${path}/`;
  czech = `/api/translations/${path}/cs/`;
  string = `/api/units/${await unitId(made.component, "cs", "Quit")}/`;
});

interface Sent {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The detail of a refusal, and the language that it is said to be in. */
async function told(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, language: string, sent: Sent = {}) {
  const headers = { ...sent.headers, ...(language === "" ? {} : { "accept-language": language }) };
  const { body, headers: given } = await json(method, path, { key: admin.key, ...sent, headers });
  return [given.get("content-language"), (body as { detail: string }).detail];
}

it.each([
  ["", "en", "name: This field is required."],
  ["de-AT, de;q=0.9, en;q=0.5", "de", "name: Dieses Feld ist nötig."],
  ["cs", "cs", "name: Toto pole je povinné."],
  ["xx, ja;q=0.3", "ja", "name: この項目は必須です。"],
  ["xx, *", "en", "name: This field is required."],
])("a field of a request that accepts %o", async (accepted, language, detail) => {
  expect(await told("POST", "/api/projects/", accepted, { body: { slug: "words-no-name" } })).toEqual([
    language,
    detail,
  ]);
});

it("values of every kind are refused in it", async () => {
  const body = { name: "x".repeat(1000), slug: null, access_control: "much", web: 5 };
  const { body: german } = await json("POST", "/api/projects/", {
    key: admin.key,
    body,
    headers: { "accept-language": "de" },
  });
  const { body: english } = await json("POST", "/api/projects/", { key: admin.key, body });
  const details = (given: unknown) => (given as { errors: { attr: string; detail: string }[] }).errors;
  expect(details(german).map(({ attr }) => attr)).toEqual(details(english).map(({ attr }) => attr));
  expect(details(german).length).toBeGreaterThan(1);
  const same = details(german).filter(({ detail }, index) => detail === details(english)[index]?.detail);
  expect(same).toEqual([]);
});

it("so are objects that are missing, methods, bodies and tokens", async () => {
  const de = { "accept-language": "de" };
  expect(await told("GET", "/api/projects/words-none/", "de")).toEqual([
    "de",
    "Das Projekt words-none gibt es nicht, oder Ihnen fehlt die Berechtigung, es zu sehen.",
  ]);
  const [, method] = await told("PATCH", "/api/projects/", "de", { body: {} });
  expect(method).toContain("Die Methode PATCH ist hier nicht erlaubt");
  const [, parsed] = await told("POST", "/api/projects/", "de", {
    body: "{",
    headers: { "content-type": "application/json" },
  });
  expect(parsed).toContain("kein gültiges JSON");
  const [, token] = await told("GET", "/api/projects/", "de", { key: "lqu_unknown" });
  expect(token).toContain("Das Token ist unbekannt");
  const anonymous = await send("POST", "/api/projects/", { body: {}, headers: de });
  expect([anonymous.status, ((await anonymous.json()) as { detail: string }).detail]).toEqual([
    401,
    "Es wurden keine Anmeldedaten gesendet. Senden Sie: Authorization: Token <key>.",
  ]);
});

const automation = (workflow: unknown) => ({ name: "weblate.automation.automation", configuration: { workflow } });
const NEW_COMPONENT = { name: "New", slug: "words-new", repo: "https://git.example.org/", filemask: "l/*.po" };

it.each<[string, "GET" | "POST" | "PATCH", () => string, unknown?, string?]>([
  ["a lock that is not said", "POST", () => `${component}lock/`, {}, "lock: Dieses Feld ist nötig."],
  ["an id of a label", "PATCH", () => string, { labels: ["red"] }],
  ["a day", "POST", () => "/api/projects/words-garden/announcements/", { message: "Frost", expiry: "soon" }],
  ["an unknown action", "GET", () => "/api/changes/?action=9999", undefined, "action: Unbekannte Aktion 9999."],
  ["an unknown user", "GET", () => "/api/changes/?user=zz", undefined, "user: Es gibt kein Konto zz."],
  ["a moment", "GET", () => "/api/changes/?timestamp_after=soon"],
  ["a cursor", "GET", () => "/api/changes/?after=nowhere"],
  ["a page that is not there", "GET", () => "/api/projects/?page=999", undefined, "Diese Seite gibt es nicht."],
  ["the list of tasks", "GET", () => "/api/tasks/"],
  ["the glossaries of old", "GET", () => "/api/glossary/1/"],
  ["a base file that is not there", "GET", () => `${component}monolingual_base/`],
  ["an unknown archive", "GET", () => `${component}file/?format=zz`],
  ["a file format", "POST", () => "/api/projects/words-garden/components/", { ...NEW_COMPONENT, file_format: "nope" }],
  [
    "another component",
    "POST",
    () => `${czech}autotranslate/`,
    { mode: "suggest", auto_source: "others", component: "zz" },
  ],
  ["the direction of a language", "POST", () => "/api/languages/", { code: "qq", name: "Q", direction: "up" }],
  [
    "a scope",
    "POST",
    () => "/api/users/words-admin/notifications/",
    { notification: "NewStringNotificaton", frequency: 1, scope: 7 },
  ],
  ["a category", "PATCH", () => component, { category: "/api/projects/words-garden/" }],
  [
    "an unknown key of an automation",
    "POST",
    () => `${component}addons/`,
    automation({ version: 1, triggers: [], actions: [{ type: "push", force: true }] }),
    "configuration.workflow: actions[0]: Unbekannter Schlüssel „force“.",
  ],
  [
    "a search of an automation",
    "POST",
    () => `${component}addons/`,
    automation({ version: 1, triggers: [], actions: [], conditions: [{ type: "strings", q: "state:x" }] }),
  ],
  ["a second factor of teams", "POST", () => "/api/groups/", { name: "Words", enforced_2fa: true }],
])("%s is told of in German", async (_what, method, path, body, wanted) => {
  const [, english] = await told(method, path(), "", { body });
  const [language, german] = await told(method, path(), "de", { body });
  expect([language, english]).toEqual(["de", expect.any(String)]);
  expect(german).not.toBe(english);
  if (wanted !== undefined) expect(german).toBe(wanted);
});

it("choices are told without an empty one, and whole", async () => {
  const [, direction] = await told("POST", "/api/languages/", "", { body: { code: "qq", name: "Q", direction: "up" } });
  expect(direction).toBe("direction: Choose one of: ltr, rtl.");
  const body = { notification: "Zz", scope: 0, frequency: 1 };
  const [, notification] = await told("POST", "/api/users/words-admin/notifications/", "", { body });
  expect(notification).toMatch(/^notification: Choose one of: (?:[A-Z][A-Za-z]+, )+…$/);
});

it("those who have to sign in are told so in it", async () => {
  const answer = await send("GET", "/api/metrics/", { headers: { "accept-language": "de" } });
  expect(((await answer.json()) as { detail: string }).detail).toBe(
    "Melden Sie sich an, um Messwerte zu sehen: Senden Sie Authorization: Token <key>.",
  );
});

it("a missing permission is told with what it allows, and its codename stays", async () => {
  const { body, status } = await json("PATCH", "/api/projects/words-garden/", {
    key: reader.key,
    body: { name: "Other" },
    headers: { "accept-language": "de" },
  });
  expect(status).toBe(403);
  expect(body).toMatchObject({ reason: "missing-permission", permission: "project.edit" });
  expect((body as { detail: string }).detail).toMatch(/^Dafür fehlt Ihnen .*project\.edit/);
});

it("git is told in the language that it asks in", async () => {
  const answer = await send("GET", "/git/words-garden/none/info/refs?service=git-upload-pack", {
    key: admin.key,
    headers: { "accept-language": "de" },
  });
  expect([answer.status, await answer.text()]).toEqual([
    404,
    "Die Komponente oder Kategorie words-garden/none gibt es nicht, oder Ihnen fehlt die Berechtigung, sie zu sehen.\n",
  ]);
});

it("routes of pages tell it in the language that the reader has chosen, whatever the browser accepts", async () => {
  const headers = { "accept-language": "de", cookie: "loquat-language=cs" };
  const page = await send("POST", "/translate/-/save/", { key: admin.key, body: {}, headers });
  expect([page.status, page.headers.get("content-language")]).toEqual([400, "cs"]);
  expect(((await page.json()) as { detail: string }).detail).toContain("Toto pole je povinné.");
  const api = await send("POST", "/api/projects/", { key: admin.key, body: {}, headers });
  expect(api.headers.get("content-language")).toBe("de");
});
