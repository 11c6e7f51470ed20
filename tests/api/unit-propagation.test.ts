import { beforeAll, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { makeUpstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

/** Equal strings of other components over HTTP. */

let admin: Person;
let component: ComponentRow;
let path: string;
let other: string;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  const second = await createComponent(admin.actor, component.project.slug, {
    name: "Second",
    slug: "second",
    repo: makeUpstream({ "po/cs.po": PO }).url,
    filemask: "po/*.po",
    fileFormat: "po",
  });
  await importComponent(second.id, () => {});
  path = `/api/units/${await unitId(component, "cs", "Quit")}/`;
  other = `/api/units/${await unitId({ ...component, id: second.id }, "cs", "Quit")}/`;
});

const save = (text: string) => json("PATCH", path, { key: admin.key, body: { target: [text], state: 20 } });
const said = async () => ((await json("GET", other, { key: admin.key })).body as { target: string[] }).target;

it("are listed, let go their own way, and given back what they said", async () => {
  const before = await said();
  const listed = (await json("GET", `${path}propagation/`)).body as { equal: object[] };
  expect(listed).toMatchObject({ linked: true, equal: [{ component: "Second", linked: true, target: before }] });
  await save("Ukončit");
  expect(await said()).toEqual(["Ukončit"]);
  const back = await json("DELETE", `${path}propagation/`, { key: admin.key });
  expect([back.status, back.body]).toEqual([200, { back: 1, left: 0, withdrawn: 0 }]);
  expect(await said()).toEqual(before);
  const apart = await json("PATCH", `${other}propagation/`, { key: admin.key, body: { linked: false } });
  expect([apart.status, apart.body]).toMatchObject([200, { linked: false }]);
  expect((await json("GET", `${path}propagation/`)).body).toMatchObject({ equal: [{ linked: false }] });
  await save("Zavřít");
  expect(await said()).toEqual(before);
});
