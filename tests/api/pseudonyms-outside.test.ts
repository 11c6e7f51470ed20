import { expect, it } from "vitest";
import { deliverChanges, dueDeliveries } from "@/lib/domain/addons/deliver";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, PO, person, send } from "./support";

/** Every way by which a name leaves a project: where somebody goes by a pseudonym, none says more than that. */

it("strangers, feeds, tables, reports, webhooks, files and commits say the pseudonym, and never the account", async () => {
  const admin = await person("admin", { superuser: true });
  const petra = await person("petra");
  const { component, upstream } = await connect(
    admin.actor,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  const { slug } = component.project;
  const unit = await unitId(component, "cs", "Quit");
  const place = `${slug}/app`;
  for (const name of ["webhook", "slack"]) {
    const { status } = await json("POST", `/api/components/${place}/addons/`, {
      key: admin.key,
      body: {
        name: `weblate.webhook.${name}`,
        configuration: { webhook_url: "https://hooks.example.invalid/", events: [] },
      },
    });
    expect(status).toBe(201);
  }
  await json("PUT", `/api/users/petra/pseudonyms/${slug}/`, { key: petra.key, body: { name: "Night Owl" } });

  const acts: [string, object][] = [
    [`/api/units/${unit}/comments/`, { comment: "Is this right?", scope: "translation" }],
    [`/api/units/${unit}/suggestions/`, { target: ["Skončit"] }],
  ];
  for (const [path, body] of acts)
    expect([path, (await json("POST", path, { key: petra.key, body })).status]).toEqual([path, 201]);
  const edit = { key: petra.key, body: { target: ["Zavřít"], state: 20 } };
  expect((await json("PATCH", `/api/units/${unit}/`, edit)).status).toBe(200);

  const period = "start=2000-01-01T00:00:00Z&end=2100-01-01";
  const toStrangers = [
    "/api/changes/",
    "/api/changes/?format=csv",
    "/api/changes/?after=",
    `/api/projects/${slug}/changes/`,
    `/api/projects/${slug}/changes/?user=petra`,
    `/api/components/${place}/changes/`,
    `/api/translations/${place}/cs/changes/`,
    `/api/translations/${place}/cs/`,
    `/api/translations/${place}/cs/units/`,
    `/api/translations/${place}/cs/statistics/`,
    `/api/components/${place}/statistics/`,
    `/api/units/${unit}/`,
    `/api/units/${unit}/comments/`,
    `/api/units/${unit}/suggestions/`,
    "/api/suggestions/",
    "/exports/rss/",
    "/exports/rss/?user=petra",
    `/exports/rss/${place}/cs/`,
    `/exports/stats/${place}/`,
    // Tables of who did how much name accounts, and are for those who see reports.
    ...["contributors", "work"].map((report) => `/exports/reports/${report}/${slug}/?start=2020-01-01&end=2029-12-31`),
  ];
  const toEverybody = [
    `/exports/rss/${slug}/`,
    `/changes/csv/${slug}/`,
    `/api/projects/${slug}/credits/?${period}`,
    `/exports/reports/credits/${slug}/?start=2020-01-01&end=2029-12-31`,
    `/api/translations/${place}/cs/file/`,
  ];
  let told = 0;
  const telling: string[] = [];
  for (const [path, key] of [
    ...toStrangers.map((path) => [path, undefined] as const),
    ...toEverybody.map((path) => [path, admin.key] as const),
  ]) {
    const answer = await send("GET", path, { key });
    expect([path, answer.status]).toEqual([path, 200]);
    const text = await answer.text();
    // The address of the question may stand in the answer; nothing else may.
    const named = /.{0,60}petra.{0,20}/i.exec(text.replaceAll("user=petra", ""));
    if (named) telling.push(`${path}: ${named[0]}`);
    if (text.includes("Night Owl")) told += 1;
  }
  expect(telling).toEqual([]);
  expect(told).toBeGreaterThanOrEqual(7);
  // Asking for somebody finds nothing that would tell.
  expect((await json("GET", `/api/projects/${slug}/changes/?user=petra`)).body).toMatchObject({ count: 0 });
  for (const field of ["changed_by", "comment_author", "suggestion_author"]) {
    const found = async (key?: string) =>
      (await json("GET", `/api/translations/${place}/cs/units/?q=${field}:PETRA`, { key })).body.count;
    expect([field, await found(), await found(admin.key)]).toEqual([field, 0, 1]);
  }
  // One's colleagues know who it was.
  const seen = await send("GET", `/api/projects/${slug}/changes/`, { key: admin.key });
  expect(await seen.text()).toContain("/api/users/petra/");

  for (const addon of await dueDeliveries()) await deliverChanges(addon);
  const bodies = JSON.stringify(await textRows(db, sql`select body::text from deliveries`));
  expect(bodies.match(/Night Owl/g)?.length).toBeGreaterThanOrEqual(4);
  expect(bodies).not.toMatch(/petra/i);

  await performOperation(component.repositoryId, "commit");
  const commit = upstream.git("log", "-1", "--format=full", "-p");
  expect(commit).toContain("Night Owl <");
  expect(commit).not.toMatch(/petra/i);
});
