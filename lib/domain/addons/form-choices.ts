import { components, labels, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { offeredFormats } from "@/lib/text/formats/registry";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { ACTIONS } from "../change-actions";
import { listLanguages } from "../languages/languages";
import { servicesOf } from "../machinery/services";
import type { Addon } from "./addon";
import { type SettingsField, settingsFields } from "./form";
import type { ChoiceSource } from "./internal/fields";

/** What the form of an add-on offers by name in one project, or (null) in all of them. */

type Choice = SettingsField["choices"][number];

const MOST = 2000;
const [c, p] = [components.as("c"), projects.as("p")];

/** The fields of an add-on with all their choices. What is set and not to be chosen any more stays one. */
export async function offeredFields(
  actor: Actor,
  addon: Addon,
  projectId: number | null,
  values: Readonly<Record<string, unknown>>,
): Promise<SettingsField[]> {
  return Promise.all(
    settingsFields(addon).map(async (field) => {
      if (!field.from) return field;
      const choices = await choicesOf(actor, field.from, projectId);
      const value = values[field.name] ?? field.initial ?? [];
      const set = (Array.isArray(value) ? value : [value]).map(String).filter((one) => one !== "");
      const gone = set.filter((one) => !choices.some((choice) => choice.value === one));
      return { ...field, choices: [...choices, ...gone.map((one) => ({ value: one, label: one }))] };
    }),
  );
}

const byLabel = (choices: Choice[]): Choice[] => choices.sort((a, b) => a.label.localeCompare(b.label, "en"));

async function choicesOf(actor: Actor, from: ChoiceSource, projectId: number | null): Promise<Choice[]> {
  switch (from) {
    case "events":
      return byLabel(Object.entries(ACTIONS).map(([value, { name }]) => ({ value, label: name })));
    case "formats":
      return byLabel(offeredFormats().map(({ id, name }) => ({ value: id, label: name })));
    case "languages": {
      const { rows } = await listLanguages({ limit: MOST, offset: 0 });
      return byLabel(rows.map(({ code, name }) => ({ value: code, label: name })));
    }
    case "engines":
      return (await servicesOf(projectId ?? 0)).map(({ id, name }) => ({ value: id, label: name }));
    case "labels": {
      const rows = await db.rows(sql`
        select distinct ${pick(labels, "name")} from ${labels} join ${p} on ${p.id} = ${labels.projectId}
        where (${projectId}::int is null or ${p.id} = ${projectId}) and ${p.removedAt} is null and ${visibleProjects(actor)} order by ${labels.name} limit ${MOST}`);
      return rows.map(({ name }) => ({ value: name, label: name }));
    }
    case "components": {
      const rows = await db.rows(sql`
        select ${pick(c, "id", "slug", "name", "categoryId")}, ${named({ project: p.name })} from ${c}
        join ${p} on ${p.id} = ${c.projectId} where (${projectId}::int is null or ${p.id} = ${projectId}) and ${c.removedAt} is null and ${p.removedAt} is null and ${visibleComponents(actor)} order by ${p.name}, ${c.name} limit ${MOST}`);
      // Two categories may have a component of one slug each.
      return rows.map(({ id, slug, name, categoryId, project }) => ({
        value: categoryId === null && projectId !== null ? slug : String(id),
        label: projectId === null ? `${project} / ${name}` : name,
      }));
    }
  }
}
