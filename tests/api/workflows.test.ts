import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { updateProject } from "@/lib/domain/projects/projects";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

/** Workflows of languages over HTTP. */

let admin: Person;
let component: ComponentRow;
let path: string;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  await updateProject(admin.actor, component.project.slug, { translationReview: true });
  path = `/api/projects/${component.project.slug}/workflows/`;
});

const AS_COMPONENT = {
  language: "cs",
  reviews_off: false,
  enable_suggestions: null,
  suggestion_voting: null,
  suggestion_autoaccept: null,
  edits_by_members: false,
  check_flags: "",
  source_language: null,
};

describe("the workflow of a language", () => {
  it("is put, read, listed and taken away, and holds for the API", async () => {
    expect((await json("GET", path)).body).toEqual([]);
    expect((await json("GET", `${path}cs/`)).status).toBe(404);
    const put = await json("PUT", `${path}cs/`, { key: admin.key, body: { reviews_off: true } });
    expect([put.status, put.body]).toEqual([200, { ...AS_COMPONENT, reviews_off: true }]);
    expect((await json("GET", path)).body).toEqual([put.body]);
    expect((await json("GET", `${path}cs/`)).body).toEqual(put.body);
    const unit = `/api/units/${await unitId(component, "cs", "Quit")}/`;
    const approve = () => json("PATCH", unit, { key: admin.key, body: { target: ["Konec"], state: 30 } });
    expect((await approve()).status).toBe(400);
    expect((await json("DELETE", `${path}cs/`, { key: admin.key })).status).toBe(204);
    expect((await approve()).status).toBe(200);
    expect((await json("DELETE", `${path}cs/`, { key: admin.key })).status).toBe(404);
  });

  it("names the field that cannot be taken", async () => {
    const put = (body: object) => json("PUT", `${path}cs/`, { key: admin.key, body });
    const wrong = await put({ suggestion_autoaccept: 1, check_flags: "no-such" });
    expect(wrong.status).toBe(400);
    expect((wrong.body as { errors: { attr: string }[] }).errors.map(({ attr }) => attr)).toEqual([
      "suggestion_autoaccept",
      "check_flags",
    ]);
    expect((await put({ enable_suggestions: "maybe" })).status).toBe(400);
    expect((await json("GET", `${path}cs/`)).status).toBe(404);
  });

  it("names the language that is translated from", async () => {
    const put = (body: object) => json("PUT", `${path}cs/`, { key: admin.key, body });
    for (const bad of ["cs", "no_such"]) {
      const refused = await put({ source_language: bad });
      expect(refused.status).toBe(400);
      expect((refused.body as { errors: { attr: string }[] }).errors).toMatchObject([{ attr: "source_language" }]);
    }
    expect((await put({ source_language: "sk" })).body).toMatchObject({ source_language: "sk" });
    expect((await json("GET", `${path}cs/`)).body).toMatchObject({ source_language: "sk" });
    expect((await put({})).body).toMatchObject({ source_language: null });
    await json("DELETE", `${path}cs/`, { key: admin.key });
  });

  it("of all projects is given where a project has none", async () => {
    const all = "/api/languages/cs/workflow/";
    expect((await json("PUT", all, { key: admin.key, body: { check_flags: "max-length:100" } })).status).toBe(200);
    expect((await json("GET", all)).body).toEqual({ ...AS_COMPONENT, check_flags: "max-length:100" });
    expect((await json("DELETE", all, { key: admin.key })).status).toBe(204);
  });
});
