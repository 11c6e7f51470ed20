import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { settingsOfForm } from "@/lib/domain/addons/form";
import { offeredFields } from "@/lib/domain/addons/form-choices";
import { addonType, readSettings } from "@/lib/domain/addons/registry";
import type { ComponentRow } from "@/lib/domain/components/components";
import { create } from "@/lib/domain/labels/labels";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** What forms of add-ons offer, and what comes of it. */

let admin: Actor;
let component: ComponentRow;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const po = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr ""\n';
  ({ component } = await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" }));
  await create(admin, component.project.slug, { name: "menu, top", color: "navy" });
});

const fieldsOf = async (name: string, values: Record<string, unknown> = {}) => {
  const fields = await offeredFields(admin, addonType(name), component.projectId, values);
  return new Map(fields.map((field) => [field.name, field]));
};

describe("the form of an add-on", () => {
  it("offers events by their names, and those ticked come back as their numbers", async () => {
    const name = "weblate.webhook.webhook";
    const events = (await fieldsOf(name)).get("events");
    expect(events?.kind).toBe("several");
    expect(events?.choices).toContainEqual({ value: "2", label: "Translation changed" });
    const labels = events?.choices.map(({ label }) => label) ?? [];
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, "en")));
    const form = new FormData();
    form.set("webhook_url", "https://example.org/");
    for (const one of ["2", "5"]) form.append("events", one);
    const given = settingsOfForm(addonType(name), form);
    expect(readSettings(addonType(name), given)).toMatchObject({ events: [2, 5] });
    form.delete("events");
    expect(settingsOfForm(addonType(name), form)).toMatchObject({ events: [] });
  });

  it("offers labels with commas in their names, components, services, languages and formats by name", async () => {
    const bulk = await fieldsOf("weblate.flags.bulk");
    expect(bulk.get("add_labels")?.choices).toEqual([{ value: "menu, top", label: "menu, top" }]);
    const form = new FormData();
    form.append("add_labels", "menu, top");
    expect(
      readSettings(addonType("weblate.flags.bulk"), settingsOfForm(addonType("weblate.flags.bulk"), form)),
    ).toMatchObject({ add_labels: ["menu, top"], remove_labels: [] });
    const automatic = await fieldsOf("weblate.autotranslate.autotranslate");
    expect(automatic.get("component")?.choices).toEqual([{ value: "app", label: component.name }]);
    expect(automatic.get("engines")?.choices).toContainEqual(expect.objectContaining({ value: "weblate" }));
    const pseudo = await fieldsOf("weblate.generate.pseudolocale");
    expect(pseudo.get("target")?.choices).toContainEqual({ value: "cs", label: "Czech" });
    const found = await fieldsOf("weblate.discovery.discovery");
    expect(found.get("file_format")?.choices).toContainEqual(expect.objectContaining({ value: "po" }));
  });

  it("keeps what is set and gone since", async () => {
    const bulk = await fieldsOf("weblate.flags.bulk", { add_labels: ["menu, top", "gone"] });
    expect(bulk.get("add_labels")?.choices.map(({ value }) => value)).toEqual(["menu, top", "gone"]);
  });
});
