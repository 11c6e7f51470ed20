import { stringify } from "yaml";
import { z } from "zod";
import { urls } from "@/lib/urls";
import { allContracts } from "./contracts";
import { type Endpoint, pageLimits, schemaNames } from "./endpoint";

/** All contracts as one OpenAPI 3.1 document. */

type Json = Record<string, unknown>;

const REFERENCE = "#/components/schemas/";

interface Collected {
  schemas: Map<string, Json>;
}

const problem = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: `${REFERENCE}Error` } } },
});

const ERROR: Json = {
  type: "object",
  description:
    "Body of every answer with status 400 or above. Errors in fields are repeated under the names of the fields.",
  required: ["detail", "type", "errors"],
  properties: {
    detail: { type: "string" },
    type: { type: "string", enum: ["validation_error", "client_error", "server_error"] },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["code", "detail", "attr"],
        properties: { code: { type: "string" }, detail: { type: "string" }, attr: { type: ["string", "null"] } },
      },
    },
  },
};

/** The document, made from the contracts. */
export function openApiDocument(): Json {
  const into: Collected = { schemas: new Map([["Error", ERROR]]) };
  const paths: Record<string, Json> = {};
  for (const contract of allContracts()) {
    paths[contract.path] ??= {};
    (paths[contract.path] as Json)[contract.method.toLowerCase()] = operation(contract, into);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Loquat API",
      version: "5.5",
      description: "Translation management: projects, components, translations and strings.",
    },
    servers: [{ url: urls.home().replace(/\/$/, "") }],
    security: [{ token: [] }, { session: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "Token <key>, or Bearer <key>." },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: Object.fromEntries([...into.schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** Rewrites references of one schema to the shared place. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== "$schema" && name !== "$defs" && name !== "id" && name !== "$id")
    .map(([name, item]) => [
      name,
      name === "$ref" && typeof item === "string" ? item.replace("#/$defs/", REFERENCE) : relocate(item),
    ]);
  return Object.fromEntries(entries);
}

function convert(type: z.ZodType, io: "input" | "output"): Json {
  return z.toJSONSchema(type, {
    io,
    metadata: schemaNames,
    unrepresentable: "any",
    target: "draft-2020-12",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // Links and moments say so in metadata of their own.
      const own = z.globalRegistry.get(zodSchema) as { format?: string; description?: string } | undefined;
      if (own?.format) jsonSchema.format = own.format;
      if (own?.description) jsonSchema.description = own.description;
    },
  }) as Json;
}

/** A schema for its place in the document; the named ones it uses are put among the shared. */
function place(type: z.ZodType, io: "input" | "output", into: Collected): Json {
  const raw = convert(type, io);
  for (const [name, definition] of Object.entries((raw.$defs ?? {}) as Record<string, Json>))
    into.schemas.set(name, properties(definition));
  const name = schemaNames.get(type)?.id;
  if (name === undefined) return properties(raw);
  // A named schema comes as a reference to its own definition, which stands among the shared by now, or as itself.
  if (!raw.$ref) into.schemas.set(name, properties(raw));
  return { $ref: REFERENCE + name };
}

/** `id` is a keyword of old JSON Schema and a member of our objects: only the keyword goes. */
function properties(schema: Json): Json {
  const members = schema.properties as Record<string, unknown> | undefined;
  const plain = relocate(schema) as Json;
  if (members)
    plain.properties = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, nestedProperties(member)]),
    );
  if (schema.items) plain.items = nestedProperties(schema.items);
  if (Array.isArray(schema.anyOf)) plain.anyOf = schema.anyOf.map(nestedProperties);
  return plain;
}

function nestedProperties(schema: unknown): unknown {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? properties(schema as Json) : schema;
}

function parameters(contract: Endpoint, into: Collected): Json[] {
  const of = (type: z.ZodType, where: "path" | "query") => {
    const schema = place(type, "input", into);
    const required = (schema.required ?? []) as string[];
    return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, given]) => {
      const { description, ...rest } = given;
      return {
        name,
        in: where,
        required: where === "path" || required.includes(name),
        ...(description ? { description } : {}),
        schema: rest,
      };
    });
  };
  const format = {
    name: "format",
    in: "query",
    required: false,
    schema: { type: "string", enum: ["json", "api", "csv", ...(contract.flat ? ["json-flat"] : [])] },
  };
  const limits = pageLimits(contract.answer);
  const paging = limits
    ? [
        {
          name: "page",
          in: "query",
          required: false,
          description: "Page number from 1, or the word last.",
          schema: { type: "string" },
        },
        {
          name: "page_size",
          in: "query",
          required: false,
          schema: { type: "integer", maximum: limits.max, ...(limits.size ? { default: limits.size } : {}) },
        },
      ]
    : [];
  const match =
    contract.path === "/api/units/{id}/" && ["PUT", "PATCH"].includes(contract.method)
      ? [
          {
            name: "If-Match",
            in: "header",
            required: false,
            description: "ETag of the version that the change is based on.",
            schema: { type: "string" },
          },
        ]
      : [];
  const shown = contract.media || contract.method !== "GET" ? [] : [format];
  return [...of(contract.params, "path"), ...of(contract.query, "query"), ...paging, ...match, ...shown];
}

function responses(contract: Endpoint, into: Collected): Json {
  const success = contract.answer
    ? {
        description: contract.summary,
        content: { "application/json": { schema: place(contract.answer, "output", into) } },
      }
    : contract.media
      ? { description: contract.summary, content: Object.fromEntries(contract.media.map((media) => [media, {}])) }
      : { description: "Done." };
  const writes = contract.method !== "GET";
  return {
    // What answers nothing when it is done tells what it would do in a dry run.
    ...(contract.status === 204 && contract.answer
      ? { 200: success, 204: { description: "Done." } }
      : { [contract.status]: success }),
    ...(contract.body ? { 400: problem("The input is not valid.") } : {}),
    ...(writes && contract.identified ? { 401: problem("Credentials are missing or not valid.") } : {}),
    ...(contract.permission ? { 403: problem("You do not have permission for this request.") } : {}),
    ...(/\{/.test(contract.path)
      ? { 404: problem("The object does not exist, or you do not have permission to view it.") }
      : {}),
    ...(contract.throttled ? { 429: problem("Too many requests.") } : {}),
    ...Object.fromEntries(Object.entries(contract.refusals).map(([status, text]) => [status, problem(text)])),
  };
}

function operation(contract: Endpoint, into: Collected): Json {
  const name = contract.path
    .replace(/^\/api\//, "")
    .replace(/\{(\w+)\}/g, "by_$1")
    .replace(/[^a-zA-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  const body = contract.body && place(contract.body, "input", into);
  const types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  const text = [
    contract.description,
    contract.permission ? `Needs: ${contract.permission}.` : "",
    contract.since ? `Since ${contract.since}.` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
  return {
    operationId: `${contract.method.toLowerCase()}_${name || "root"}`,
    tags: [contract.tag],
    summary: contract.summary,
    description: text,
    parameters: parameters(contract, into),
    ...(body
      ? { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: body }])) } }
      : {}),
    responses: responses(contract, into),
  };
}

/** Readers of YAML 1.1 take "yes" for true: such words are quoted. Nothing is said by reference. */
const YAML = { compat: "yaml-1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;

/** Texts of the document, by form and public address: making one takes half a second, and it never changes. */
const written = new Map<string, string>();

function documentText(json: boolean): string {
  const key = `${json} ${urls.home()}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const text = json ? JSON.stringify(openApiDocument()) : stringify(openApiDocument(), YAML);
  written.set(key, text);
  return text;
}

/** The document in the form that was asked for: YAML by default. */
export function schemaAnswer(request: Request, format: string | undefined): Response {
  const accept = request.headers.get("accept") ?? "";
  const json = format === "json" || (format === undefined && /json/.test(accept));
  const text = documentText(json);
  const type = json ? "application/vnd.oai.openapi+json" : "application/vnd.oai.openapi; charset=utf-8";
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-cache" } });
}
