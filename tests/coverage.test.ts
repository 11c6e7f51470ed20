import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { allContracts } from "@/lib/api/contracts";
import { FIRST_RUN_PAGES, PAGES, type Places, SIGNPOSTS, STRANGERS_PAGES } from "./web/support/pages";

/** A table of endpoints, one path a line after its methods, as rows of one method and one path. */
const rows = (table: string): string[] =>
  table
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const words = line.split(" ");
      return words.slice(0, -1).map((method) => `${method} ${words.at(-1)}`);
    });

/** Every row of the endpoint tables of the specification. */
const SPECIFIED = rows(`
GET /api/
GET POST /api/users/
GET PUT PATCH DELETE /api/users/{username}/
POST DELETE /api/users/{username}/groups/
GET /api/users/{username}/statistics/
GET POST /api/users/{username}/notifications/
GET PUT PATCH DELETE /api/users/{username}/notifications/{subscription_id}/
GET POST /api/groups/
GET PUT PATCH DELETE /api/groups/{id}/
POST /api/groups/{id}/roles/
POST /api/groups/{id}/components/
DELETE /api/groups/{id}/components/{component_id}
POST /api/groups/{id}/projects/
DELETE /api/groups/{id}/projects/{project_id}
POST /api/groups/{id}/languages/
DELETE /api/groups/{id}/languages/{language_code}
POST /api/groups/{id}/componentlists/
DELETE /api/groups/{id}/componentlists/{component_list_id}
POST /api/groups/{id}/admins/
DELETE /api/groups/{id}/admins/{user_id}
GET POST /api/roles/
GET PUT PATCH DELETE /api/roles/{id}/
GET POST /api/languages/
GET PUT PATCH DELETE /api/languages/{language}/
GET /api/languages/{language}/statistics/
GET POST /api/projects/
GET PUT PATCH DELETE /api/projects/{project}/
GET /api/projects/{project}/changes/
GET /api/projects/{project}/file/
GET POST /api/projects/{project}/repository/
GET POST /api/projects/{project}/components/
GET /api/projects/{project}/languages/
GET /api/projects/{project}/statistics/
GET /api/projects/{project}/categories/
GET POST /api/projects/{project}/labels/
GET /api/components/
GET PATCH PUT DELETE /api/components/{project}/{component}/
GET /api/components/{project}/{component}/changes/
GET /api/components/{project}/{component}/screenshots/
GET POST /api/components/{project}/{component}/lock/
GET POST /api/components/{project}/{component}/repository/
GET /api/components/{project}/{component}/monolingual_base/
GET /api/components/{project}/{component}/new_template/
GET POST /api/components/{project}/{component}/translations/
POST /api/components/{project}/{component}/addons/
GET PUT DELETE /api/screenshots/{id}/
GET /api/addons/
GET PATCH PUT DELETE /api/addons/{id}/
GET /api/component-lists/
GET PUT PATCH DELETE /api/component-lists/{slug}/
POST /api/component-lists/{slug}/components/
DELETE /api/component-lists/{slug}/components/{component_slug}
GET /api/tasks/
GET /api/tasks/{uuid}/
GET PUT PATCH DELETE /api/glossary/{id}/
GET POST DELETE /api/glossary/{id}/projects/
GET POST /api/glossary/{id}/terms/
GET PUT PATCH DELETE /api/glossary/{id}/terms/{term_id}/
GET /hooks/update/{project}/{component}/
GET /hooks/update/{project}/
POST /hooks/<forge_n>/
GET /exports/stats/{project}/{component}/
GET /exports/rss/{project}/{component}/{language}/
GET /exports/rss/{project}/{component}/
GET /exports/rss/{project}/
GET /exports/rss/language/{language}/
GET /exports/rss/`);

/** What the contract (lib/api/contract.md, 3) adds, because clients ask for it. */
const ADDED = rows(`
GET POST /api/ssh/key/
GET POST /api/ssh/hosts/
GET /api/units/{id}/checks/
GET PATCH DELETE /api/units/{id}/propagation/
PATCH /api/units/{id}/checks/{check}/
GET PATCH DELETE /api/comments/{id}/
DELETE /api/ssh/hosts/{host}/
GET POST PATCH DELETE /api/projects/{project}/ssh_key/
GET POST DELETE /api/projects/{project}/openpgp_key/
POST /api/addons/
GET /api/addons/{id}/activity/
GET /api/addons/{id}/deliveries/
GET /api/addons/{id}/deliveries/{delivery}/
POST /api/addons/{id}/deliveries/{delivery}/replay/
POST /api/addons/{id}/resume/
POST /api/addons/{id}/test/
GET POST /api/http_accounts/
GET PATCH DELETE /api/http_accounts/{id}/
POST /api/addons/{id}/trigger/
GET POST /api/code_hosts/
GET POST DELETE /api/components/{project}/{component}/agreement/
GET POST /api/groups/{id}/invitations/
DELETE /api/invitations/{id}/
GET POST /api/projects/{project}/members/
GET PUT DELETE /api/projects/{project}/members/{user}/
GET POST /api/projects/{project}/blocks/
DELETE /api/projects/{project}/blocks/{user}/
GET /api/projects/{project}/access-requests/
POST DELETE /api/projects/{project}/access-requests/{id}/
GET /api/alerts/
GET /api/alerts/counts/
GET PATCH /api/alerts/{id}/
POST /api/alerts/{id}/put-back/
GET POST /api/notices/
GET /api/users/{username}/pseudonyms/
GET PUT DELETE /api/users/{username}/pseudonyms/{project}/
GET POST /api/users/{username}/searches/
GET PATCH DELETE /api/users/{username}/searches/{search}/
GET PATCH /api/notices/{id}/
GET PATCH DELETE /api/code_hosts/{id}/
GET POST /api/components/{project}/{component}/clashes/
GET POST /api/components/{project}/{component}/source_edits/
GET POST /api/components/{project}/{component}/clashes/{id}/
GET /api/projects/{project}/clashes/
GET /api/translations/{project}/{component}/{language}/clashes/
GET /api/schema/
GET /api/docs/
GET POST /api/projects/{project}/lock/
POST /api/projects/{project}/component-settings/
GET /api/projects/{project}/component-defaults/
PATCH /api/projects/{project}/component-defaults/
GET /api/categories/{id}/component-defaults/
PATCH /api/categories/{id}/component-defaults/
GET /api/component-defaults/
PATCH /api/component-defaults/
GET /api/components/{project}/{component}/statistics/
GET /api/components/{project}/{component}/operations/
GET /api/translations/{project}/{component}/{language}/operations/
POST /api/components/{project}/{component}/operations/{id}/undo/
POST /api/changes/{id}/revert/
GET /api/lost/
POST /api/lost/put-back/
POST /api/bulk-edits/
GET /api/bulk-edits/{id}/
GET /api/bulk-edits/{id}/strings/
POST /api/bulk-edits/{id}/apply/
POST /api/bulk-edits/{id}/undo/
GET /api/translations/
GET DELETE /api/translations/{project}/{component}/{language}/
GET /api/translations/{project}/{component}/{language}/changes/
GET POST /api/translations/{project}/{component}/{language}/repository/
GET /api/translations/{project}/{component}/{language}/statistics/
GET /api/translations/{project}/{component}/{language}/units/
GET /api/units/
GET PUT PATCH /api/units/{id}/
GET /api/units/{id}/translations/
GET /api/changes/
GET /api/changes/{id}/
DELETE /api/tasks/{uuid}/
POST /api/translations/{project}/{component}/{language}/autotranslate/
DELETE /api/units/{id}/
POST /api/translations/{project}/{component}/{language}/units/
GET /api/projects/{project}/credits/
GET /api/components/{project}/{component}/credits/
GET POST PUT /api/translations/{project}/{component}/{language}/file/
GET /api/translations/{project}/{component}/{language}/{file}/
GET /api/components/{project}/{component}/file/
GET /api/projects/{project}/languages/{language}/file/
GET /api/users/{username}/contributions/
DELETE /api/groups/{id}/roles/{role}/
GET POST /api/projects/{project}/announcements/
PATCH DELETE /api/projects/{project}/announcements/{announcement}/
GET POST /api/projects/{project}/languages/{language}/announcements/
PATCH DELETE /api/projects/{project}/languages/{language}/announcements/{announcement}/
GET POST /api/categories/{id}/announcements/
PATCH DELETE /api/categories/{id}/announcements/{announcement}/
GET POST /api/components/{project}/{component}/announcements/
PATCH DELETE /api/components/{project}/{component}/announcements/{announcement}/
GET POST /api/translations/{project}/{component}/{language}/announcements/
PATCH DELETE /api/translations/{project}/{component}/{language}/announcements/{announcement}/
GET POST /api/categories/
GET PUT PATCH DELETE /api/categories/{id}/
GET /api/categories/{id}/statistics/
GET POST /api/components/{project}/{component}/links/
DELETE /api/components/{project}/{component}/links/{slug}/
POST /api/component-lists/
GET /api/component-lists/{slug}/components/
PATCH DELETE /api/projects/{project}/labels/{id}/
GET POST /api/projects/{project}/fonts/
GET DELETE /api/projects/{project}/fonts/{id}/
GET POST /api/projects/{project}/fonts/{id}/file/
GET POST /api/projects/{project}/font-groups/
GET PATCH DELETE /api/projects/{project}/font-groups/{id}/
GET /api/projects/{project}/removed-fonts/
POST /api/projects/{project}/removed-fonts/{id}/
GET POST /api/units/{id}/comments/
GET POST /api/units/{id}/suggestions/
GET /api/suggestions/
GET DELETE /api/suggestions/{id}/
POST /api/suggestions/{id}/accept/
POST /api/suggestions/{id}/vote/
GET POST PUT PATCH DELETE /api/glossary/
POST /api/glossary/{id}/
PUT PATCH /api/glossary/{id}/projects/
PUT PATCH DELETE /api/glossary/{id}/terms/
POST /api/glossary/{id}/terms/{term}/
GET POST PATCH PUT /api/projects/{project}/machinery_settings/
GET /api/projects/{project}/machinery_sent/
GET PATCH /api/projects/{project}/machinery_usage/
GET /api/projects/{project}/workflows/
GET PUT DELETE /api/projects/{project}/workflows/{language}/
GET PUT DELETE /api/languages/{language}/workflow/
GET /api/memory/
GET DELETE /api/memory/{id}/
POST /api/memory/lookup/
GET /api/metrics/
GET POST /api/screenshots/
PATCH /api/screenshots/{id}/
GET POST PUT /api/screenshots/{id}/file/
POST /api/screenshots/{id}/units/
DELETE /api/screenshots/{id}/units/{unit}/
GET /api/search/
POST /api/projects/{project}/addons/
POST /hooks/update/{path}/
POST /hooks/machinery/{question}/{secret}/
GET /changes/csv/{path}/
GET /exports/reports/{report}/{path}/
GET /widget/{path}/
GET /share/{path}/
GET POST /git/{path}/
GET /cdn/{path}/`);

/** Contracts whose path goes on, or whose last segment is chosen, by the beginning of the rows they take. */
const OPEN: readonly (readonly [RegExp, string])[] = [
  [/^GET \/hooks\/update\//, "GET /hooks/update/{path}/"],
  [/^POST \/hooks\/</, "POST /hooks/{service}/"],
  [/^GET \/exports\/stats\//, "GET /exports/stats/{path}/"],
  [/^GET \/exports\/rss\//, "GET /exports/rss/{path}/"],
];

/** A path without the names of its parameters, which the specification is free in. */
const shape = (row: string) => `${row.replace(/\{\w+\}/g, "{}").replace(/\/$/, "")}/`;

const built = new Set(allContracts().map((contract) => shape(`${contract.method} ${contract.path}`)));

const isBuilt = (row: string): boolean => {
  const open = OPEN.find(([pattern]) => pattern.test(row));
  return built.has(shape(open ? open[1] : row));
};

describe("the contracts", () => {
  it("cover every row of the specification", () => {
    expect(SPECIFIED).toHaveLength(118);
    expect(SPECIFIED.filter((row) => !isBuilt(row))).toEqual([]);
  });

  it("cover every row that the contract adds", () => {
    expect(ADDED.filter((row) => !isBuilt(row))).toEqual([]);
  });

  it("each have a row here", () => {
    const written = new Set([...SPECIFIED, ...ADDED].map(shape));
    const open = OPEN.map(([, row]) => shape(row));
    const missing = [...built].filter((row) => !written.has(row) && !open.includes(row));
    expect(missing, "Add their rows to ADDED and to the tables of lib/api/contract.md, 3.").toEqual([]);
  });
});

describe("the tests in the browser", () => {
  const ROOT = join(import.meta.dirname, "../app/(web)");
  const PLACES: Places = { project: "p", list: "l", task: "t", change: 1, addon: 2, screenshot: 3, unit: 4 };
  const tables = [PAGES, STRANGERS_PAGES, SIGNPOSTS, FIRST_RUN_PAGES];
  const rows = tables.flatMap((table) =>
    Object.entries(table).map(([folder, addressesOf]) => ({ folder, addresses: addressesOf(PLACES).flat() })),
  );

  it("open every page", () => {
    const pages = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
      .map((file) => relative(ROOT, join(ROOT, dirname(file))));
    expect(pages.length).toBeGreaterThan(35);
    expect(rows.map(({ folder }) => folder).sort()).toEqual(pages.sort());
  });

  it.each(rows)("open the page of $folder at addresses of its own", ({ folder, addresses }) => {
    const pattern = folder
      .replaceAll(/\/\[\[\.{3}\w+\]\]/g, "(?:/.+)?")
      .replaceAll(/\[\.{3}\w+\]/g, ".+")
      .replaceAll(/\[\w+\]/g, "[^/]+");
    expect(addresses.length).toBeGreaterThan(0);
    const [first] = addresses;
    expect(first?.replace(/\?.*/, "")).toMatch(new RegExp(`^/${pattern}${folder && "/"}$`));
  });

  it("open the page of the first run before there is an administrator", () => {
    const text = readFileSync(join(import.meta.dirname, "web/first-run.test.ts"), "utf8");
    for (const addressesOf of Object.values(FIRST_RUN_PAGES))
      for (const address of addressesOf(PLACES)) expect(text).toContain(address);
  });
});
