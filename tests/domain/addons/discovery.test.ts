import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const json = '{"a": "A"}\n';
const FILES = {
  "app/en.json": json,
  "app/cs.json": json,
  "web/en.json": json,
  "web/cs.json": json,
  "web/de.json": json,
  "docs/cs.json": json,
  "readme/notes.json": json,
};
const SETTINGS = {
  match: "(?P<component>[^/]*)/(?P<language>[^/.]*)\\.json",
  file_format: "json",
  base_file_template: "{{ component }}/en.json",
  language_regex: "^(en|cs|de)$",
  remove: true,
};

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const world = () => connect(admin, FILES, { filemask: "app/*.json", template: "app/en.json", fileFormat: "json" });

const components = (component: ComponentRow) =>
  textRows<{ id: number; slug: string; filemask: string; linked: boolean }>(
    db,
    sql`
    select id, slug, filemask, linked_component_id is not null as linked from components
    where repository_id = ${component.repositoryId} and removed_at is null order by slug`,
  );

describe("discovery", () => {
  it("makes linked components of what fits, follows upstream, and removes what is gone", async () => {
    const { component, upstream } = await world();
    await installAddon(admin, { component }, { name: "weblate.removal.comments", configuration: { age: 9 } });
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.discovery.discovery", configuration: SETTINGS },
    );
    await runWaitingAddons();
    const found = await components(component);
    expect(found.map(({ id: _, ...rest }) => rest)).toEqual([
      { slug: "app", filemask: "app/*.json", linked: false },
      { slug: "web", filemask: "web/*.json", linked: true },
    ]);
    expect(await logOf(id)).toEqual(["done installed: Created web."]);
    const web = found[1]?.id ?? 0;
    expect(await textRows(db, sql`select name, configuration from addons where component_id = ${web}`)).toEqual([
      { name: "weblate.removal.comments", configuration: { age: 9 } },
    ]);
    await importComponent(web, () => {});
    expect(
      await textRows(
        db,
        sql`select l.code from translations t join languages l on l.id = t.language_id where t.component_id = ${web} order by 1`,
      ),
    ).toEqual([{ code: "cs" }, { code: "de" }, { code: "en" }]);

    upstream.commit({ "docs/en.json": json, "web/en.json": null, "web/cs.json": null, "web/de.json": null });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect((await components(component)).map((one) => one.slug)).toEqual(["app", "docs"]);
    expect((await logOf(id))[0]).toBe("done component-updated: Created docs. Removed web.");
  });

  it("removes nothing when its pattern fits nothing", async () => {
    const { component, upstream } = await world();
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.discovery.discovery", configuration: SETTINGS },
    );
    await runWaitingAddons();
    expect(await components(component)).toHaveLength(2);
    upstream.commit(Object.fromEntries(Object.keys(FILES).map((path) => [path, null])), "Move everything away");
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await components(component)).toHaveLength(2);
    await removeAddon(admin, id);
  });

  it("tells which component it could not make", async () => {
    const { component } = await world();
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.discovery.discovery", configuration: { ...SETTINGS, name_template: "app" } },
    );
    await runWaitingAddons();
    expect((await logOf(id))[0]).toMatch(/^failed installed: Not created: app: .*already exists here/);
    expect((await listAlerts(component.id)).map((alert) => alert.kind)).toContain("AddonScriptError");
  });

  it("refuses settings that cannot work", async () => {
    const { component } = await world();
    for (const [change, field] of [
      [{ match: "(" }, "match"],
      [{ match: "(?P<component>.*)" }, "match"],
      [{ file_format: "no-such" }, "file_format"],
      [{ name_template: "{{ nothing }}" }, "name_template"],
      [{ language_regex: "(" }, "language_regex"],
    ] as const)
      await expect(
        installAddon(
          admin,
          { component },
          { name: "weblate.discovery.discovery", configuration: { ...SETTINGS, ...change } },
        ),
      ).rejects.toThrow(`configuration.${field}`);
  });
});
