import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { allContracts, privateContracts } from "@/lib/api/contracts";
import { METHODS } from "@/lib/api/endpoint";
import { openApiDocument, schemaAnswer } from "@/lib/api/openapi";
import { contractsOf } from "@/lib/api/serve";
import { loadRoute, privateRoutes, publicRoutes } from "./api/support";

const served = [...publicRoutes(), ...privateRoutes()].filter(
  (route) => !["auth", "inngest", "scim"].includes(route.segments[1] ?? "") && !route.segments.includes("[...rest]"),
);
const pathOf = (segments: readonly string[]) =>
  `/${segments.map((segment) => `${segment.replace(/^\[+(?:\.\.\.)?(\w+)\]+$/, "{$1}")}/`).join("")}`;
const nameOf = (contract: { method: string; path: string }) => `${contract.method} ${contract.path}`;

describe("contracts and routes", () => {
  it("belong to each other: no contract without a route, no route without a contract", async () => {
    const bound: string[] = [];
    for (const route of served) {
      const module = await loadRoute(route);
      const contracts = contractsOf(module.GET) ?? [];
      expect(contracts.length, `${route.file} serves no contract`).toBeGreaterThan(0);
      expect(Object.keys(module).sort(), route.file).toEqual([...METHODS].sort());
      for (const contract of contracts) {
        expect(contract.path, route.file).toBe(pathOf(route.segments));
        bound.push(nameOf(contract));
      }
    }
    expect(bound.sort()).toEqual([...allContracts(), ...privateContracts()].map(nameOf).sort());
    expect(new Set(bound).size).toBe(bound.length);
  });

  it("keep routes short enough to be read at a glance", () => {
    for (const route of served)
      expect(readFileSync(route.file, "utf8").split("\n").length, route.file).toBeLessThan(60);
  });

  it("name every parameter of their path", () => {
    for (const contract of allContracts()) {
      const named = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shape = (contract.params as unknown as { shape: object }).shape;
      expect(Object.keys(shape).sort(), nameOf(contract)).toEqual(named.sort());
    }
  });
});

describe("the OpenAPI document", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
  };

  it("holds every contract once, with an id of its own", () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(allContracts().length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    for (const contract of privateContracts()) expect(Object.keys(document.paths)).not.toContain(contract.path);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("refers only to schemas that it has", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(Object.keys(document.components.schemas)).toContain(reference.split("/").at(-1));
    }
  });

  it("keeps members called id, and tells 64-bit integers", () => {
    const unit = document.components.schemas.Unit?.properties as Record<string, { type?: string; format?: string }>;
    expect(unit.id).toMatchObject({ type: "integer" });
    expect(unit.id_hash).toEqual({ type: "integer", format: "int64" });
    expect(unit.timestamp).toMatchObject({ type: "string", format: "date-time" });
  });

  it("is written as YAML that means the same, without references", async () => {
    const text = await schemaAnswer(new Request("http://localhost/api/schema/"), undefined).text();
    expect(parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(text.split("\n").length).toBeGreaterThan(1000);
    expect(text).not.toMatch(/^[^"'|>]*: [&*]a\d+$/m);
  });
});
