import { z } from "zod";
import type { Addon } from "./addon";
import type { ChoiceSource } from "./internal/fields";

export type { ChoiceSource } from "./internal/fields";

/** The form of an add-on's settings, made of their schema. */

export interface SettingsField {
  name: string;
  title: string;
  description: string;
  kind: "text" | "long" | "search" | "number" | "choice" | "several" | "flag";
  /** Where its choices come from, if they do not stand in the schema; see `form-choices.ts`. */
  from?: ChoiceSource;
  /** Value and what it says. */
  choices: { value: string; label: string }[];
  /** Undefined for a setting that has to be given. */
  initial: unknown;
  least?: number;
  most?: number;
  /** True for a number that may have a fraction. */
  fraction: boolean;
}

interface Property {
  title?: string;
  description?: string;
  type?: string;
  enum?: string[];
  items?: { enum?: string[] };
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  long?: boolean;
  search?: boolean;
  labels?: Record<string, string>;
  from?: ChoiceSource;
}

function kindOf(property: Property): SettingsField["kind"] {
  if (property.enum) return "choice";
  if (property.type === "array") return "several";
  if (property.type === "boolean") return "flag";
  if (property.type === "integer" || property.type === "number") return "number";
  if (property.search) return "search";
  return property.long ? "long" : "text";
}

/** Fields in the order of the schema. */
export function settingsFields(addon: Addon): SettingsField[] {
  const { properties = {} } = z.toJSONSchema(addon.settings, { io: "output", unrepresentable: "any" });
  return Object.entries(properties as Record<string, Property>).map(([name, property]) => ({
    name,
    title: property.title ?? name,
    description: property.description ?? "",
    kind: kindOf(property),
    from: property.from,
    choices: (property.enum ?? property.items?.enum ?? []).map((value) => ({
      value,
      label: property.labels?.[value] ?? value,
    })),
    initial: property.default,
    fraction: property.type === "number",
    least: property.minimum,
    most: property.maximum ?? property.maxLength,
  }));
}

/** Settings as a form has posted them: a box that is not ticked is not sent. */
export function settingsOfForm(addon: Addon, form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    settingsFields(addon).flatMap(({ name, kind }): [string, unknown][] => {
      if (kind === "flag") return [[name, form.has(name)]];
      if (kind === "several") return [[name, form.getAll(name).map(String)]];
      const value = form.get(name);
      return typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n")]] : [];
    }),
  );
}
