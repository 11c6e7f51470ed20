import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { Endpoint } from "./endpoint";

/** What OPTIONS tells of a path; the contract 9.5. */

export interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  description?: string;
}

/** A schema as JSON Schema, as it is sent (`input`) or as it is answered (`output`). */
export function jsonSchemaOf(type: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(type, { io, unrepresentable: "any", reused: "inline", cycles: "ref" }) as JsonSchema;
}

function kindOf(schema: JsonSchema): string {
  if (schema.enum) return "choice";
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "integer":
      return "integer";
    case "number":
      return "float";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "nested object";
    case "string":
      return schema.format === "date-time" ? "datetime" : schema.format === "uri" ? "url" : "string";
    default:
      return "field";
  }
}

function describeField(name: string, given: JsonSchema, required: boolean): Record<string, unknown> {
  const schema = given.anyOf?.find((option) => option.type !== "null") ?? given;
  return {
    type: kindOf(schema),
    required,
    read_only: false,
    label: name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase()),
    ...(given.description ? { help_text: given.description } : {}),
    ...(schema.maxLength === undefined ? {} : { max_length: schema.maxLength }),
    ...(schema.minimum === undefined ? {} : { min_value: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { max_value: schema.maximum }),
    ...(schema.enum ? { choices: schema.enum.map((value) => ({ value, display_name: String(value) })) } : {}),
    ...(schema.items ? { child: describeField(name, schema.items, true) } : {}),
    ...(schema.properties ? { children: describeFields(schema) } : {}),
  };
}

function describeFields(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      describeField(name, field, schema.required?.includes(name) ?? false),
    ]),
  );
}

/** The answer to OPTIONS; fields of writing methods only for callers who are somebody. */
export function describeOptions(contracts: readonly Endpoint[], actor: Actor): Record<string, unknown> {
  const main = contracts.find((contract) => contract.method === "GET") ?? contracts[0];
  const writing = contracts.filter(
    (contract) => contract.body && (contract.method === "POST" || contract.method === "PUT"),
  );
  const actions = Object.fromEntries(
    writing.map((contract) => [contract.method, describeFields(jsonSchemaOf(contract.body as z.ZodType, "input"))]),
  );
  return {
    name: main?.summary ?? "",
    description: main?.description ?? "",
    renders: ["application/json", "text/html", "text/csv"],
    parses: ["application/json", "multipart/form-data", "application/x-www-form-urlencoded"],
    ...(actor.isAnonymous || writing.length === 0 ? {} : { actions }),
  };
}
