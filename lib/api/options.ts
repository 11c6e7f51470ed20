import { z } from "zod";
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
  /** Names of the values, see `withChoices`. */
  "x-choices"?: Readonly<Record<string, string>>;
}

/** A schema as JSON Schema, as it is sent (`input`) or as it is answered (`output`). */
export function jsonSchemaOf(type: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(type, { io, unrepresentable: "any", reused: "inline", cycles: "ref" }) as JsonSchema;
}

function kindOf(schema: JsonSchema): string {
  if (schema.enum || schema["x-choices"]) return "choice";
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

/** Values with their names: those that were given, or the value itself in words. */
function choicesOf({ enum: values, "x-choices": names, type }: JsonSchema): { value: unknown; display_name: string }[] {
  const given = values ?? Object.keys(names ?? {}).map((value) => (type === "integer" ? Number(value) : value));
  return given.map((value) => ({ value, display_name: names?.[String(value)] ?? inWords(String(value)) }));
}

const inWords = (name: string): string => name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

interface Kind {
  required: boolean;
  readOnly: boolean;
}

function describeField(name: string, given: JsonSchema, { required, readOnly }: Kind): Record<string, unknown> {
  const schema = given.anyOf?.find((option) => option.type !== "null") ?? given;
  const help = given.description ?? schema.description;
  const children = schema.items && { required: true, readOnly };
  return {
    type: kindOf(schema),
    required,
    read_only: readOnly,
    label: inWords(name),
    ...(help ? { help_text: help } : {}),
    ...(schema.maxLength === undefined ? {} : { max_length: schema.maxLength }),
    ...(schema.minimum === undefined ? {} : { min_value: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { max_value: schema.maximum }),
    ...(schema.enum || schema["x-choices"] ? { choices: choicesOf(schema) } : {}),
    ...(schema.items && children ? { child: describeField(name, schema.items, children) } : {}),
    ...(schema.properties ? { children: describeFields(schema, readOnly) } : {}),
  };
}

function describeFields(schema: JsonSchema, readOnly: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      describeField(name, field, { required: !readOnly && (schema.required?.includes(name) ?? false), readOnly }),
    ]),
  );
}

/** Fields of a writing method: in the order of the answer, those that only the server sets marked as such. */
function describeAction(contract: Endpoint): Record<string, unknown> {
  const sent = describeFields(jsonSchemaOf(contract.body as z.ZodType, "input"), false);
  const answered = contract.answer ? describeFields(jsonSchemaOf(contract.answer as z.ZodType, "output"), true) : {};
  return { ...answered, ...sent };
}

/** Whether fields are told of this method. */
export const hasAction = ({ body, method }: Endpoint): boolean =>
  body !== undefined && (method === "POST" || method === "PUT");

/**
 * The answer to OPTIONS.
 * @param open those of the contracts with fields that the caller may use
 */
export function describeOptions(contracts: readonly Endpoint[], open: readonly Endpoint[]): Record<string, unknown> {
  const main = contracts.find((contract) => contract.method === "GET") ?? contracts[0];
  const actions = Object.fromEntries(open.map((contract) => [contract.method, describeAction(contract)]));
  return {
    name: main?.summary ?? "",
    description: main?.description ?? "",
    renders: ["application/json", "text/html", "text/csv"],
    parses: ["application/json", "multipart/form-data", "application/x-www-form-urlencoded"],
    ...(open.length === 0 ? {} : { actions }),
  };
}
