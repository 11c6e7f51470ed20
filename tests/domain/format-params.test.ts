import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";

/** Parameters of formats on their way through a component. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

describe("parameters of a component", () => {
  it("decide how files are read and written, and a change of them reads the files again", async () => {
    const latin = Buffer.from("a = caf\xe9\nb = x\n", "latin1");
    const { component, upstream } = await connect(
      admin,
      { "en.properties": latin, "cs.properties": latin },
      { filemask: "*.properties", template: "en.properties", fileFormat: "properties" },
    );
    const unit = await unitId(component, "cs", "a");
    expect((await findUnit(admin, unit)).targets).toEqual(["café"]);
    await expect(
      updateComponent(admin, component, { fileFormatParams: { properties_encoding: "utf-8" } }),
    ).rejects.toThrow();
    upstream.commit({ "en.properties": "a = café\nb = x\n", "cs.properties": "a = café\nb = x\n" });
    await performOperation(component.repositoryId, "pull");
    await updateComponent(admin, component, { fileFormatParams: { properties_encoding: "iso-8859-1" } });
    expect((await findComponentById(admin, component.id)).taskId).not.toBeNull();
    await performOperation(component.repositoryId, "file-scan");
    expect((await findUnit(admin, unit)).targets).toEqual(["cafÃ©"]);
    await updateComponent(admin, await findComponentById(admin, component.id), {
      fileFormatParams: { properties_encoding: "utf-8" },
    });
    await performOperation(component.repositoryId, "file-scan");
    await editUnit(admin, await unitId(component, "cs", "b"), { targets: ["š"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("cs.properties")).toBe("a = café\nb = š\n");
  });

  it("are refused when they cannot be", async () => {
    const files = { "en.json": "{}\n", "cs.json": "{}\n" };
    const { component } = await connect(admin, files, { filemask: "*.json", template: "en.json", fileFormat: "json" });
    const change = (fileFormatParams: Record<string, unknown>) =>
      updateComponent(admin, component, { fileFormatParams });
    await expect(change({ json_indent: "wide" })).rejects.toMatchObject({
      fields: [{ path: "fileFormatParams", code: "invalid_choice" }],
    });
    await expect(change({ json_indnt: 2, po_line_wrap: 77 })).rejects.toMatchObject({
      fields: [{ path: "fileFormatParams", message: expect.stringMatching(/“json_indnt”.* json has json_indent, /) }],
    });
    expect((await change({ json_indent: 2, json_sort_keys: true })).fileFormatParams).toEqual({
      json_indent: 2,
      json_sort_keys: true,
    });
  });

  it("stay as they are stored, also those that nobody knows any more", async () => {
    const files = { "en.json": "{}\n", "cs.json": "{}\n" };
    const { component } = await connect(admin, files, { filemask: "*.json", template: "en.json", fileFormat: "json" });
    const old = { json_indent: 200, gone: { a: [1] } };
    await db.run(
      sql`update components set file_format_params = ${JSON.stringify(old)}::jsonb where id = ${component.id}`,
    );
    const change = async (fileFormatParams: Record<string, unknown>) =>
      (await updateComponent(admin, await findComponentById(admin, component.id), { fileFormatParams }))
        .fileFormatParams;
    expect(await change({ ...old, dos_eol: true, yaml_indent: 4 })).toEqual({ ...old, dos_eol: true, yaml_indent: 4 });
    await expect(change({ ...old, gone: { a: [2] } })).rejects.toMatchObject({
      fields: [{ path: "fileFormatParams" }],
    });
    await expect(change({ ...old, json_indent: 201 })).rejects.toMatchObject({ name: "Invalid" });
    const copy = await createComponent(
      admin,
      component.project.slug,
      { name: "Copy", slug: "copy" },
      { component: String(component.id) },
    );
    expect(copy.fileFormatParams).toEqual({ ...old, dos_eol: true, yaml_indent: 4 });
    expect(await change({})).toEqual({});
  });
});
