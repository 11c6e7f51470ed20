import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { coerce } from "@/lib/api/coerce";
import { momentInput, verbatim } from "@/lib/api/fields";
import { moment, stringify } from "@/lib/api/json";
import { acceptedFormat, withoutSuffix } from "@/lib/api/negotiate";
import { nestForm } from "@/lib/api/read-body";
import { createProject } from "@/lib/domain/projects/projects";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { resetThrottle } from "@/lib/platform/throttle-store";
import { json, type Person, person, send } from "./support";

let admin: Person;
let petra: Person;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  for (const slug of ["alpha", "beta", "gamma", "delta", "epsilon"])
    await createProject(admin.actor, { name: slug, slug, web: `https://${slug}.example.org/` });
  await createProject(admin.actor, {
    name: "hidden",
    slug: "hidden",
    web: "https://x.example.org/",
    accessControl: 100,
  });
});

const auth = () => ({ key: admin.key });

it("a wrong value of a parameter is told of the parameter, however often it may come", async () => {
  for (const query of ["action=x", "action=2&action=x", "action=9999"])
    expect(await json("GET", `/api/changes/?${query}`, auth()), query).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "action" }] },
    });
});

describe("every answer", () => {
  it("carries Allow, Vary, Content-Language and the limits", async () => {
    const { headers, status } = await json("GET", "/api/projects/", auth());
    expect(status).toBe(200);
    expect(headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(headers.get("vary")).toBe("Accept, Accept-Language, Cookie");
    expect(headers.get("content-language")).toBe("en");
    expect(Number(headers.get("x-ratelimit-limit"))).toBe(5000);
    expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(5000);
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
  });

  it("is 405 with Allow for a method that is not offered, and 404 for an unknown path", async () => {
    const refused = await json("PATCH", "/api/projects/", { ...auth(), body: {} });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(refused.body).toMatchObject({ type: "client_error", errors: [{ code: "method_not_allowed", attr: null }] });
    const unknown = await json("POST", "/api/glossary/1/", { ...auth(), body: {} });
    expect(unknown).toMatchObject({ status: 404, body: { type: "client_error", errors: [{ code: "not_found" }] } });
  });

  it("has no body for HEAD but the headers of GET", async () => {
    const head = await send("HEAD", "/api/projects/alpha/", auth());
    const get = await send("GET", "/api/projects/alpha/", auth());
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  });

  it("is 304 when the client has it already", async () => {
    const first = await send("GET", "/api/projects/alpha/", auth());
    const tag = first.headers.get("etag") ?? "";
    const second = await send("GET", "/api/projects/alpha/", {
      ...auth(),
      headers: { "if-none-match": `"other", ${tag}` },
    });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
    expect((await send("GET", "/api/projects/beta/", { ...auth(), headers: { "if-none-match": tag } })).status).toBe(
      200,
    );
  });

  it("describes itself to OPTIONS, with fields for those who are somebody", async () => {
    const { body } = await json<{ actions: { POST: Record<string, object> }; parses: string[] }>(
      "OPTIONS",
      "/api/projects/",
      auth(),
    );
    expect(body.actions.POST.name).toMatchObject({ type: "string", required: true, max_length: 60 });
    expect(body.actions.POST.translation_review).toMatchObject({ type: "boolean", required: false, read_only: false });
    expect(body.actions.POST.statistics_url).toMatchObject({ type: "url", required: false, read_only: true });
    expect(body.actions.POST.id).toMatchObject({ type: "integer", read_only: true });
    expect(body.actions.POST.secondary_language).toMatchObject({ help_text: expect.stringContaining("ID of") });
    expect(body.actions.POST.commit_policy).toMatchObject({
      type: "choice",
      choices: [
        { value: 0, display_name: "Commit everything" },
        { value: 20, display_name: expect.any(String) },
        { value: 30, display_name: expect.any(String) },
      ],
    });
    expect(body.parses).toContain("multipart/form-data");
    expect((await json("OPTIONS", "/api/projects/")).body).not.toHaveProperty("actions");
  });
});

describe("credentials", () => {
  it("are a token with either word, whatever the case", async () => {
    for (const scheme of ["Token", "token", "BEARER"]) {
      const answer = await send("GET", "/api/projects/hidden/", {
        headers: { authorization: `${scheme} ${admin.key}` },
      });
      expect(answer.status).toBe(200);
    }
  });

  it("are refused with 401 when they are bad, even where anybody may read", async () => {
    for (const header of ["Token nonsense", "Bearer", "Token a b", "Token"]) {
      const { status, body, headers } = await json("GET", "/api/projects/", { headers: { authorization: header } });
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe("Token");
      expect(body).toMatchObject({ errors: [{ code: "authentication_failed" }] });
    }
  });

  it("of another kind count as none, and nobody may write", async () => {
    const basic = { headers: { authorization: "Basic dXNlcjpwYXNz" } };
    expect((await json("GET", "/api/projects/", basic)).status).toBe(200);
    const { status, body } = await json("POST", "/api/projects/", { ...basic, body: {} });
    expect(status).toBe(401);
    expect(body).toMatchObject({ errors: [{ code: "not_authenticated" }] });
  });
});

describe("bodies", () => {
  const post = (body: BodyInit, type: string) =>
    json("POST", "/api/projects/", { ...auth(), body, headers: { "content-type": type } });
  const JSON_TYPE = "application/json";

  it("that cannot be read are 4xx, never 500", async () => {
    const cases: [BodyInit, string, number, string][] = [
      ["{", JSON_TYPE, 400, "parse_error"],
      ["[1]", JSON_TYPE, 400, "invalid"],
      ['"x"', JSON_TYPE, 400, "invalid"],
      ["{}", "application/json; charset=utf-16", 415, "unsupported_media_type"],
      ["<a/>", "text/xml", 415, "unsupported_media_type"],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), JSON_TYPE, 400, "parse_error"],
      [`{"name":${"[".repeat(100_000)}`, JSON_TYPE, 400, "parse_error"],
      ["no boundary at all", "multipart/form-data; boundary=x", 400, "parse_error"],
      ["no boundary at all", "multipart/form-data", 400, "parse_error"],
    ];
    for (const [body, type, status, code] of cases) {
      const answer = await post(body, type);
      expect(answer, `${type} ${String(body).slice(0, 30)}`).toMatchObject({ status, body: { errors: [{ code }] } });
    }
  });

  it("with texts that no database holds name the field", async () => {
    const base = { name: "n", slug: "s", web: "https://example.org/" };
    const zero = await post(JSON.stringify({ ...base, instructions: "a\0b" }), JSON_TYPE);
    expect(zero).toMatchObject({ status: 400, body: { instructions: [expect.stringContaining("NUL character")] } });
    const half = await post('{"name":"\\ud800"}', JSON_TYPE);
    expect(half).toMatchObject({ status: 400, body: { name: [expect.stringContaining("surrogate")] } });
    expect((await post("name=%00&slug=a&web=https://a.example/", "application/x-www-form-urlencoded")).status).toBe(
      400,
    );
  });

  it("beyond the limit are 413", async () => {
    const before = environment();
    setEnvironment({ ...before, bodyLimit: 2000 });
    const answer = await post(JSON.stringify({ name: "x".repeat(3000) }), JSON_TYPE);
    setEnvironment(before);
    expect(answer).toMatchObject({ status: 413, body: { type: "client_error" } });
  });

  it("tell all that is wrong, in both forms", async () => {
    const { status, body } = await post(
      JSON.stringify({ name: "", web: null, enable_hooks: "perhaps", unknown: 1 }),
      JSON_TYPE,
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      type: "validation_error",
      name: ["This field may not be blank."],
      slug: ["This field is required."],
      web: ["This field may not be null."],
      enable_hooks: ["Enter true or false."],
    });
    const errors = body.errors as { code: string; attr: string }[];
    expect(Object.fromEntries(errors.map((error) => [error.attr, error.code]))).toEqual({
      name: "blank",
      slug: "required",
      web: "null",
      enable_hooks: "invalid",
    });
    expect(String(body.detail)).toMatch(/^name: /);
  });

  it("may be forms: words for booleans, members, indexed and repeated fields", async () => {
    const form = new URLSearchParams({
      name: " Form ",
      slug: "form",
      web: "https://form.example/",
      enable_hooks: "Off",
      commit_policy: "20",
    });
    const made = await json("POST", "/api/projects/", { ...auth(), body: form });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Form", enable_hooks: false, commit_policy: 20, translation_review: false },
    });
    expect(made.headers.get("location")).toBe("http://loquat.test/api/projects/form/");
    const data = new FormData();
    for (const [name, value] of form) data.set(name, name === "slug" || name === "name" ? `${value}2` : value);
    expect((await json("POST", "/api/projects/", { ...auth(), body: data })).status).toBe(201);
    const fields: [string, string][] = [
      ["a[1]", "y"],
      ["a[0]", "x"],
      ["p.formula", "n != 1"],
      ["p.number", "2"],
      ["r", "1"],
      ["r", "2"],
      ["__proto__.x", "1"],
      ["s", "one"],
    ];
    const nested = nestForm(fields);
    expect(nested).toMatchObject({ a: ["x", "y"], p: { formula: "n != 1", number: "2" }, r: ["1", "2"], s: "one" });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("values", () => {
  it("are trimmed, but for texts that say otherwise", () => {
    const type = z.object({
      plain: z.string(),
      text: verbatim(z.array(verbatim(z.string()))),
      flag: z.boolean().optional(),
      count: z.int().nullable(),
    });
    expect(coerce(type, { plain: " a ", text: " b ", flag: "", count: "" }, "form")).toEqual({
      plain: "a",
      text: [" b "],
      count: null,
    });
    expect(coerce(type, { plain: 5, text: ["c "], flag: "YES", count: "-7" }, "json")).toEqual({
      plain: "5",
      text: ["c "],
      flag: true,
      count: -7,
    });
    expect(coerce(type, { flag: "perhaps", count: "7.5", __proto__: { plain: "x" } }, "json")).toEqual({
      flag: "perhaps",
      count: "7.5",
    });
  });

  it("are moments in any ISO 8601, in UTC without an offset", () => {
    const read = (text: string) => momentInput.safeParse(text).data?.toISOString();
    expect(read("2024-05-31")).toBe("2024-05-31T00:00:00.000Z");
    expect(read("2024-05-31T10:00:00.123456Z")).toBe("2024-05-31T10:00:00.123Z");
    expect(read("2024-05-31T10:00")).toBe("2024-05-31T10:00:00.000Z");
    for (const text of [
      "2024-05-31T10:00:00+02:00",
      "2024-05-31T10:00:00+0200",
      "2024-05-31T10:00:00+02",
      "2024-05-31T10:00:00 02:00",
    ])
      expect(read(text), text).toBe("2024-05-31T08:00:00.000Z");
    for (const text of ["yesterday", "2024", "2024-13-01", "31.5.2024"]) expect(read(text), text).toBeUndefined();
  });

  it("that come from the database keep their microseconds", () => {
    expect(moment("2024-05-31T10:00:00.123456+00:00")).toBe("2024-05-31T10:00:00.123456Z");
    expect(moment(new Date("2024-05-31T10:00:00Z"))).toBe("2024-05-31T10:00:00Z");
    expect(moment("2024-05-31 10:00:00.5+00")).toBe("2024-05-31T10:00:00.500Z");
    expect(moment("2024-05-31 10:00:00.1234+00")).toBe("2024-05-31T10:00:00.123400Z");
    expect(moment(null)).toBeNull();
  });
});

describe("formats", () => {
  it("are chosen by `format` before Accept", async () => {
    const html = await send("GET", "/api/projects/alpha/", {
      ...auth(),
      headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" },
    });
    expect(html.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const both = await send("GET", "/api/projects/alpha/?format=json", { ...auth(), headers: { accept: "text/html" } });
    expect(both.headers.get("content-type")).toBe("application/json");
    expect(
      (await json("GET", "/api/projects/alpha.json", { ...auth(), headers: { accept: "text/html" } })).body,
    ).toMatchObject({ slug: "alpha" });
    expect((await json("GET", "/api/projects/?format=pdf", auth())).status).toBe(404);
    const metrics = await json("GET", "/api/metrics/?format=pdf", auth());
    expect(metrics).toMatchObject({ status: 404, body: { detail: expect.stringContaining("csv, openmetrics") } });
    // Forms send what nobody has filled in as well.
    for (const path of ["/api/projects/", "/api/metrics/", "/api/projects/alpha/languages/"])
      expect(await json("GET", `${path}?format=`, auth()), path).toMatchObject({
        status: 200,
        body: expect.any(Object),
      });
    expect((await json("GET", "/api/projects/", { ...auth(), headers: { accept: "image/png" } })).status).toBe(406);
    expect(acceptedFormat("application/json;q=0.5, text/csv")).toBe("csv");
    expect(acceptedFormat("application/*")).toBe("json");
    expect(acceptedFormat("text/html;q=0, application/json")).toBe("json");
  });

  it("can be suffixes of a path", () => {
    expect(withoutSuffix("/api/projects.json")).toBe("/api/projects/?format=json");
    expect(withoutSuffix("/api/projects/a/statistics.csv?x=1")).toBe("/api/projects/a/statistics/?format=csv&x=1");
    expect(withoutSuffix("/api/components/p/c%252Fa.json/")).toBe("/api/components/p/c%252Fa/?format=json");
    for (const path of [
      "/api/projects/",
      "/api/languages/zh.x/",
      "/api/.json",
      "/projects.json",
      "/api/x/?q=a.json",
      "/api/users/a.json/",
      "/api/users/a.json/?x=1",
    ])
      expect(withoutSuffix(path)).toBeUndefined();
  });

  it("give CSV rows with nested names joined", async () => {
    const answer = await send("GET", "/api/languages/?format=csv&page_size=3", auth());
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]?.split(",")).toEqual(expect.arrayContaining(["code", "plural.formula", "url"]));
  });

  it("write 64-bit integers as bare numbers, and nothing else that looks like one", () => {
    expect(stringify({ a: -9223372036854775808n, b: "9", c: [1n] })).toBe('{"a":-9223372036854775808,"b":"9","c":[1]}');
  });
});

describe("pages", () => {
  interface Page {
    count: number;
    next: string | null;
    previous: string | null;
    results: { slug: string }[];
  }
  const page = async (query: string) => (await json<Page>("GET", `/api/projects/${query}`, auth())).body;

  it("link to each other with parameters in alphabetical order", async () => {
    const first = await page("?zeta=1&page_size=2");
    expect(first.next).toBe("http://loquat.test/api/projects/?page=2&page_size=2&zeta=1");
    expect(first.previous).toBeNull();
    const second = await page("?page=2&page_size=2&zeta=1");
    expect(second.previous).toBe("http://loquat.test/api/projects/?page_size=2&zeta=1");
    expect([...first.results, ...second.results].map((one) => one.slug)).toEqual(["alpha", "beta", "gamma", "delta"]);
  });

  it("end at the last one, which has a name", async () => {
    const last = await page("?page=last&page_size=5");
    expect(last.next).toBeNull();
    expect(last.results).toHaveLength(last.count % 5 || 5);
    const beyond = Math.ceil(last.count / 5) + 1;
    expect((await json("GET", `/api/projects/?page_size=5&page=${beyond - 1}`, auth())).status).toBe(200);
    expect((await json("GET", `/api/projects/?page_size=5&page=${beyond}`, auth())).status).toBe(404);
    for (const bad of ["0", "-1", "x", "99", "99999999999999999999", "1.5"])
      expect((await json("GET", `/api/projects/?page=${bad}`, auth())).status, bad).toBe(404);
  });

  it("clamp their size and fall back to the default", async () => {
    expect((await page("?page_size=100000")).results.length).toBeGreaterThan(5);
    for (const bad of ["0", "-5", "many"]) expect((await page(`?page_size=${bad}`)).results.length).toBeGreaterThan(5);
    const languages = await json<Page>("GET", "/api/languages/?page_size=1000", auth());
    expect(languages.body.results.length).toBe(languages.body.count);
  });

  it("leave out what the caller may not see", async () => {
    const seen = (await json<Page>("GET", "/api/projects/?page_size=100", { key: petra.key })).body.results.map(
      (one) => one.slug,
    );
    expect(seen).toContain("alpha");
    expect(seen).not.toContain("hidden");
  });
});

describe("the browsable API", () => {
  it("shows JSON with links, the forms of the path and the request as curl", async () => {
    const answer = await send("GET", "/api/projects/alpha/?format=api", auth());
    const text = await answer.text();
    expect(text).toContain('<a href="http://loquat.test/api/projects/alpha/components/">');
    for (const method of ["PUT", "PATCH", "DELETE"]) expect(text).toContain(`data-method="${method}"`);
    expect(text).toContain('<b aria-current="page">alpha</b>');
    expect(text).toContain("Authorization: Token YOUR_TOKEN");
    expect(text).not.toContain(admin.key);
    expect(answer.headers.get("content-security-policy")).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/,
    );
  });

  it("escapes whatever people have written", async () => {
    const evil = `</script><script>alert(1)</script>"'><img src=x>`;
    await json("PATCH", "/api/projects/gamma/", { ...auth(), body: { instructions: evil } });
    const text = await (await send("GET", "/api/projects/gamma/?format=api&x=%3Cscript%3Ealert(2)", auth())).text();
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x>");
    expect(text).toContain("&lt;img src=x&gt;");
  });

  it("renders errors as the API answers them", async () => {
    const answer = await send("GET", "/api/projects/nothing/?format=api", auth());
    expect(answer.status).toBe(404);
    const text = await answer.text();
    expect(text).toContain("404 Not Found");
    expect(text).toContain("not_found");
  });
});

describe("documents", () => {
  it("are YAML by default, JSON on demand, and a page for people", async () => {
    const yaml = await send("GET", "/api/schema/");
    expect(yaml.headers.get("content-type")).toContain("application/vnd.oai.openapi");
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\n/);
    const wanted = { headers: { accept: "application/vnd.oai.openapi+json" } };
    expect((await json("GET", "/api/schema/", wanted)).body).toHaveProperty("paths");
    expect((await json("GET", "/api/schema/?format=json")).body).toHaveProperty("components");
    const docs = await (await send("GET", "/api/docs/")).text();
    expect(docs).toContain("/api/translations/{project}/{component}/{language}/units/");
  });

  it("begin at the entry point, in the order of the contract", async () => {
    const { body } = await json("GET", "/api/");
    expect(Object.keys(body).slice(0, 7)).toEqual([
      "users",
      "groups",
      "roles",
      "projects",
      "components",
      "translations",
      "memory",
    ]);
    expect(body.projects).toBe("http://loquat.test/api/projects/");
  });
});

describe("limits", () => {
  it("refuse the request after the last one allowed, by address for strangers and by user for others", async () => {
    const before = environment();
    setEnvironment({ ...before, rateAnonymous: "3/day", rateUser: "2/hour" });
    resetThrottle();
    const from = (client: string) => json("GET", "/api/", { headers: { "x-loquat-client": client } });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await from("203.0.113.1")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await from("203.0.113.2")).status).toBe(200);
    const jan = await person("jan");
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await json("GET", "/api/", { key: jan.key }));
    expect(answers.map((answer) => [answer.status, answer.headers.get("x-ratelimit-remaining")])).toEqual([
      [200, "1"],
      [200, "0"],
      [429, "0"],
    ]);
    const refused = answers[2];
    expect(refused?.body).toMatchObject({ type: "client_error", errors: [{ code: "throttled" }] });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    setEnvironment({ ...before, rateAnonymous: "off" });
    expect((await from("203.0.113.1")).headers.has("x-ratelimit-limit")).toBe(false);
    setEnvironment(before);
  });
});
