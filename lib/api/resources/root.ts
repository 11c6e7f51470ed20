import { z } from "zod";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, schema } from "../endpoint";
import { address } from "../fields";

/** The entry point and the documents about the API; the contract 3.1. */

const COLLECTIONS = [
  "users",
  "groups",
  "roles",
  "projects",
  "components",
  "translations",
  "memory",
  "languages",
  "component-lists",
  "changes",
  "units",
  "screenshots",
  "addons",
  "categories",
  "suggestions",
] as const;

export const Root = schema("Root", z.record(z.enum(COLLECTIONS), address));

export const readRoot = endpoint({
  method: "GET",
  path: "/api/",
  since: "2.6",
  tag: "API",
  summary: "Loquat API",
  description: "Lists the collections. All resources can be reached from here by following links.",
  answer: Root,
});
export const readSchema = endpoint({
  method: "GET",
  path: "/api/schema/",
  since: "5.5",
  tag: "API",
  summary: "OpenAPI document",
  description: "YAML; JSON with format=json or Accept: application/vnd.oai.openapi+json.",
  query: z.object({ format: z.string().max(20).optional() }),
  media: ["application/vnd.oai.openapi", "application/vnd.oai.openapi+json"],
});
export const readDocs = endpoint({
  method: "GET",
  path: "/api/docs/",
  since: "5.5",
  tag: "API",
  summary: "Reference of the API",
  media: ["text/html"],
});

/** Addresses of all collections. */
export function presentRoot(): Answer<typeof Root> {
  return Object.fromEntries(COLLECTIONS.map((name) => [name, urls.collection(name)])) as Answer<typeof Root>;
}
