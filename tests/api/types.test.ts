import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { bareType, coerce, fieldErrors } from "@/lib/api/coerce";
import { allContracts } from "@/lib/api/contracts";
import type { Endpoint } from "@/lib/api/endpoint";
import { takesBareText } from "@/lib/api/fields";
import { createProject } from "@/lib/domain/projects/projects";
import { connect, unitId } from "../support/loop";
import { json, type Person, person } from "./support";

/** The types of JSON are meant: a list or an object is not a text, and a text is not a list. */

interface Definition {
  type: string;
  in?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
}
const definition = (type: z.core.$ZodType) => type._zod.def as unknown as Definition;

/** The type a client has to send: below defaults and the first step of a transformation. */
function sentType(type: z.core.$ZodType): z.core.$ZodType {
  const bare = bareType(type);
  const inside = definition(bare).in;
  return definition(bare).type === "pipe" && inside ? sentType(inside) : bare;
}

/** Values that are of another type in JSON, and the code of the answer. */
const WRONG: Readonly<Record<string, readonly [unknown, string[]][]>> = {
  string: [
    [["x"], ["invalid"]],
    [[], ["invalid"]],
    [{ x: "y" }, ["invalid"]],
    [true, ["invalid"]],
  ],
  enum: [
    [["x"], ["invalid_choice"]],
    [{ x: "y" }, ["invalid_choice"]],
    [true, ["invalid_choice"]],
  ],
  boolean: [
    [["true"], ["invalid"]],
    [{}, ["invalid"]],
    [7, ["invalid"]],
  ],
  number: [
    [["1"], ["invalid"]],
    [{}, ["invalid"]],
    [true, ["invalid"]],
  ],
  array: [
    ["x", ["not_a_list"]],
    [{ x: "y" }, ["not_a_list"]],
    [7, ["not_a_list"]],
    [true, ["not_a_list"]],
  ],
  object: [
    [["x"], ["invalid"]],
    ["x", ["invalid"]],
    [7, ["invalid"]],
  ],
  record: [
    [["x"], ["invalid"]],
    ["x", ["invalid"]],
    [7, ["invalid"]],
  ],
  union: [
    [["x"], ["invalid"]],
    [true, ["invalid"]],
  ],
  // A file comes in a form.
  custom: [
    ["x", ["invalid"]],
    [["x"], ["invalid"]],
    [{}, ["invalid"]],
  ],
};

interface Field {
  contract: Endpoint;
  name: string;
  kind: string;
  /** Kind of the items of a list. */
  items: string | undefined;
  /** A list that takes a bare text, as the contract 3.7.1 has it. */
  bare: boolean;
}

const fields: Field[] = allContracts().flatMap((contract) => {
  const shape = contract.body && definition(sentType(contract.body)).shape;
  return Object.entries(shape ?? {}).flatMap(([name, type]) => {
    const { type: kind, element } = definition(sentType(type));
    // What is accepted as anything is refused by the domain, with a sentence of its own.
    if (kind === "unknown") return [];
    const items = element && definition(sentType(element)).type;
    return [{ contract, name, kind, items, bare: takesBareText(sentType(type)) }];
  });
});
const nameOf = ({ contract, name, kind }: Field) => `${contract.method} ${contract.path} ${name} (${kind})`;

describe("a field of a JSON body", () => {
  it("is of a kind this test knows; a bare text is a list only where strings are added", () => {
    expect(fields.filter(({ bare }) => bare).map(nameOf)).toEqual(
      ["value", "source", "target"].map(
        (name) => `POST /api/translations/{project}/{component}/{language}/units/ ${name} (array)`,
      ),
    );
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter(({ kind }) => !(kind in WRONG)).map(nameOf)).toEqual([]);
  });

  it.each(fields.map((field) => [nameOf(field), field] as const))("%s refuses values of other types", (_, field) => {
    const { contract, name, kind, items, bare } = field;
    const codesFor = (value: unknown, at: string) => {
      const read = contract.body?.safeParse(coerce(contract.body, { [name]: value }, "json"), { reportInput: true });
      return fieldErrors(read?.error?.issues ?? [])
        .filter(({ path }) => path === at)
        .map(({ code }) => code);
    };
    for (const [value, codes] of WRONG[kind] ?? [])
      if (bare && value === "x") expect(codesFor(value, name)).toEqual([]);
      else expect([value, codesFor(value, name)]).toEqual([value, codes]);
    for (const [value, codes] of WRONG[items ?? ""] ?? [])
      expect([[value], codesFor([value], `${name}.0`)]).toEqual([[value], codes]);
  });
});

describe("answers over the routes", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await person("admin", { superuser: true });
    await createProject(admin.actor, { name: "types", slug: "types", web: "https://types.example.org/" });
  });
  const refused = async (method: "POST" | "PATCH", path: string, body: object, attr: string, code: string) => {
    const answer = await json(method, path, { key: admin.key, body });
    expect(answer).toMatchObject({ status: 400, body: { type: "validation_error", errors: [{ code, attr }] } });
    return answer.body as { errors: { detail: string }[] };
  };

  it("refuse a list as the name of a label", async () => {
    await refused("POST", "/api/projects/types/labels/", { name: ["x"], color: "red" }, "name", "invalid");
    await refused("POST", "/api/projects/types/labels/", { name: { x: 1 }, color: "red" }, "name", "invalid");
    expect((await json("GET", "/api/projects/types/labels/", { key: admin.key })).body).toMatchObject({ count: 0 });
    const number = { name: 7, color: "red" };
    expect((await json("POST", "/api/projects/types/labels/", { key: admin.key, body: number })).body).toMatchObject({
      name: "7",
    });
  });

  it("refuse a list as an operation, and a bare text as the target of a string", async () => {
    const { component } = await connect(
      admin.actor,
      { "l/en.json": '{"a": "Apple"}', "l/cs.json": '{"a": "Jablko"}' },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    const path = `${component.project.slug}/${component.slug}`;
    await refused(
      "POST",
      `/api/components/${path}/repository/`,
      { operation: ["pull"] },
      "operation",
      "invalid_choice",
    );
    await refused(
      "POST",
      `/api/projects/${component.project.slug}/repository/`,
      { operation: ["pull"] },
      "operation",
      "invalid_choice",
    );
    const unit = `/api/units/${await unitId(component, "cs", "a")}/`;
    const said = await refused("PATCH", unit, { target: "Jabko", state: 20 }, "target", "not_a_list");
    expect(said.errors[0]?.detail).toContain("Expected a list of items");
    expect((await json("GET", unit, { key: admin.key })).body).toMatchObject({ target: ["Jablko"] });
    const form = new URLSearchParams({ target: "Jabko", state: "20" });
    expect((await json("PATCH", unit, { key: admin.key, body: form })).body).toMatchObject({ target: ["Jabko"] });
  });
});
