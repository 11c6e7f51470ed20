import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { connect, unitId } from "../support/loop";
import { json, type Person, person, projectKey } from "./support";

let admin: Person;
let foreign: string;
let component: ComponentRow;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  const po =
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Good morning."\nmsgstr "Dobré ráno"\n';
  ({ component } = await connect(admin.actor, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" }));
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

const unit = async (language = "cs") => `/api/units/${await unitId(component, language, "Good morning.")}/`;

describe("the checks of a string", () => {
  it("are listed, dismissed and counted again", async () => {
    const path = await unit();
    const stop = {
      check: "end_stop",
      name: "Full stop at the end",
      description: "Only one of source and translation ends with a full stop.",
      severity: "warning",
      dismissed: false,
      enforced: false,
      form: 0,
      messages: ["The source ends with a full stop, but the translation does not."],
    };
    expect((await json("GET", `${path}checks/`)).body).toEqual([stop]);
    expect((await json("GET", path)).body).toMatchObject({ has_failing_check: true });
    const change = (body: unknown, key = admin.key) => json("PATCH", `${path}checks/end_stop/`, { key, body });
    expect(await change({ dismissed: true })).toMatchObject({ status: 200, body: [{ ...stop, dismissed: true }] });
    expect((await json("GET", path)).body).toMatchObject({ has_failing_check: false });
    const listed = await json("GET", "/api/units/?q=dismissed_check:end_stop");
    expect(listed.body).toMatchObject({ count: 1 });
    expect(await change({ dismissed: false })).toMatchObject({ status: 200, body: [stop] });
  });

  it("are dismissed in all languages by who may describe the source", async () => {
    const change = (body: unknown) => json("PATCH", `${path}checks/end_stop/`, { key: admin.key, body });
    const path = await unit();
    expect(await change({ dismissed: true, everywhere: true })).toMatchObject({ status: 200, body: [] });
    expect((await json("GET", await unit("en"))).body).toMatchObject({ extra_flags: "ignore-end-stop" });
    expect((await change({ dismissed: false, everywhere: true })).body).toHaveLength(1);
  });

  it("say what is wrong with a request", async () => {
    const path = await unit();
    const send = (check: string, body: unknown, key = admin.key) =>
      json("PATCH", `${path}checks/${check}/`, { key, body });
    expect(await send("end_colon", { dismissed: true })).toMatchObject({
      status: 404,
      body: { errors: [{ detail: expect.stringContaining("does not fail on this string any more") }] },
    });
    expect((await send("no such check", { dismissed: true })).status).toBe(404);
    expect((await send("end_stop", {})).status).toBe(400);
    expect((await send("end_stop", { dismissed: "perhaps" })).status).toBe(400);
    expect((await send("end_stop", { dismissed: true }, foreign)).status).toBe(403);
    expect((await json("PATCH", `${path}checks/end_stop/`, { body: { dismissed: true } })).status).toBe(401);
    expect((await json("GET", "/api/units/999999999/checks/")).status).toBe(404);
  });
});
