import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { GET as history } from "@/app/changes/csv/[[...path]]/route";
import { csvLine } from "@/lib/api/csv";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { connect, unitId } from "../support/loop";
import { person, send } from "./support";

/** Whatever leaves as CSV: no text in it is run by a spreadsheet. */

const FORMULAS = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)"];
/** A cell that begins like a formula and is no number. */
const BARE = /(?:^|,)"?[ \t]*[=+@-](?!\d+(?:\.\d+)?(?:,|$))/m;

it("guards translations in the history, in the API and in every list", async () => {
  const admin = await person("admin", { superuser: true });
  const jan = await person("jan");
  const { component } = await connect(
    admin.actor,
    { "l/en.json": '{"a": "Apple"}', "l/cs.json": '{"a": "Jablko"}' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
  const slug = component.project.slug;
  const unit = await unitId(component, "cs", "a");
  for (const text of FORMULAS) await editUnit(jan.actor, unit, { targets: [text], state: 20 });
  const table = await history(
    new NextRequest(`http://loquat.test/changes/csv/${slug}/`, { headers: { authorization: `Token ${admin.key}` } }),
    { params: Promise.resolve({ path: [slug] }) },
  );
  const api = async (path: string) => (await send("GET", path, { key: admin.key })).text();
  for (const output of [
    await table.text(),
    await api("/api/changes/?format=csv"),
    await api(`/api/components/${slug}/app/changes/?format=csv`),
    await api(`/api/units/${unit}/?format=csv`),
    await api("/api/units/?format=csv"),
  ])
    expect(output).not.toMatch(BARE);
  const changes = await api("/api/changes/?format=csv");
  for (const text of ["'=cmd\\|' /C calc'!A0'", "'+1+1'", "'-2+3'", "'@SUM(A1)'"])
    expect(changes).toContain(`,${text},`);
  await updateProject(admin.actor, slug, { instructions: "=1+1" });
  expect(await api("/api/projects/?format=csv")).toContain(",'=1+1',");
});

it("leaves numbers as they are, and looks behind blanks", () => {
  expect(csvLine(["-9223372036854775808", "12.5", "-0.5", "a-b", "2026-11-22"])).toBe(
    "-9223372036854775808,12.5,-0.5,a-b,2026-11-22\r\n",
  );
  expect(csvLine(["\t=1+1", " @x", "-1+1", "+5", '=HYPERLINK("x")'])).toBe(
    `'\t=1+1',' @x','-1+1','+5',"'=HYPERLINK(""x"")'"\r\n`,
  );
});
