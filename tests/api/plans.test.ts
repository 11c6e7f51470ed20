import { afterAll, beforeAll, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import type { ComponentRow } from "@/lib/domain/components/components";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import type { Upstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

/** Dry runs of repository operations, and plans that are carried out, on every level. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let upstream: Upstream;
let levels: string[];

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component, upstream } = await connect(
    admin.actor,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
  ));
  const { slug } = component.project;
  levels = [`/api/projects/${slug}`, `/api/components/${slug}/app`, `/api/translations/${slug}/app/cs`];
});
afterAll(() => stopEngine());

interface Plan {
  result: boolean;
  plan: string;
  dry_run: boolean;
  changed?: string[];
  detail?: string;
  repositories: {
    components: string[];
    outgoing: { author: string; message: string; files: string[] }[];
    written: { language: string; strings: number }[];
    languages: unknown[];
  }[];
}

const save = async (text: string) => {
  const unit = await unitId(component, "cs", "Quit");
  const body = { target: [text], state: 20 };
  expect((await json("PATCH", `/api/units/${unit}/`, { key: admin.key, body })).status).toBe(200);
};
const post = (level: string, body: Record<string, unknown>, query = "", key = admin.key) =>
  json<Plan>("POST", `${level}/repository/${query}`, { key, body });

it("a dry run tells on every level what would leave, and nothing leaves", async () => {
  await save("Ukončit");
  const head = upstream.git("rev-parse", "main");
  for (const level of levels) {
    const { status, body } = await post(level, { operation: "push" }, "?dry_run=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: true, dry_run: true, plan: expect.stringMatching(/^push~\d+\./) });
    expect(body.repositories).toMatchObject([
      {
        components: [`${component.project.slug}/app`],
        outgoing: [{ author: "Admin", files: ["po/cs.po"] }],
        written: [{ language: "cs", strings: 1 }],
        languages: [],
      },
    ]);
    expect(upstream.git("rev-parse", "main")).toBe(head);
  }
});

it("a plan is carried out once, by query or by body, and refused with reasons when it is out of date", async () => {
  for (const [index, level] of levels.entries()) {
    await save(`Ukončit ${index}`);
    const { body: made } = await post(level, { operation: "push" }, "?dry_run=1");
    await save(`Zavřít ${index}`);
    const late = await post(level, { operation: "push", plan: made.plan });
    expect(late).toMatchObject({ status: 409, body: { changed: ["Other edits wait for a commit."] } });
    expect(late.body.detail).toContain("out of date");
    const { body: fresh } = await post(level, { operation: "push" }, "?dry_run=1");
    const done =
      index === 0
        ? await post(level, { operation: "push", plan: fresh.plan })
        : await post(level, { operation: "push" }, `?plan=${encodeURIComponent(fresh.plan)}`);
    expect(done).toMatchObject({ status: 200, body: { result: true } });
    expect(upstream.read("po/cs.po")).toContain(`Zavřít ${index}`);
    expect((await post(level, { operation: "push", plan: fresh.plan })).status).toBe(409);
  }
});

it("what is no plan of the operation is refused", async () => {
  const [, level = ""] = levels;
  const { body: made } = await post(level, { operation: "pull" }, "?dry_run=true");
  for (const plan of ["", "x", "push", "push~", "push~1", "push~x.-.-.-.-.-", "push~1.-.-.-.-", made.plan])
    expect((await post(level, { operation: "push", plan })).status, plan).toBe(400);
  const other = made.plan.replace(/~\d+/, "~999999999");
  expect((await post(level, { operation: "pull", plan: other })).status).toBe(409);
  expect(await post(level, { operation: "octopus" }, "?dry_run=true")).toMatchObject({
    status: 400,
    body: { operation: [expect.stringContaining("reset-keep")] },
  });
});

it("whoever may not do an operation may not plan it", async () => {
  for (const level of levels)
    for (const operation of ["push", "reset-keep", "pull-merge"]) {
      expect((await post(level, { operation }, "?dry_run=true", petra.key)).status).toBe(403);
      expect((await json("POST", `${level}/repository/?dry_run=true`, { body: { operation } })).status).toBe(401);
    }
});

it("the operations that are named run on every level", async () => {
  for (const [index, operation] of ["pull-rebase", "pull-merge-noff", "reset-keep"].entries()) {
    upstream.commit({ "other.txt": operation });
    const [first = ""] = [levels[index]];
    expect(await post(first, { operation })).toMatchObject({ status: 200, body: { result: true } });
  }
});
