import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { performTakeTexts } from "@/lib/domain/machinery/take-texts";
import { updateProject } from "@/lib/domain/projects/projects";
import { TASK_KINDS } from "@/lib/domain/tasks/kinds";
import { findTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { ACCESS } from "@/lib/text/codes";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** The background's part of a language that takes texts of other components. */

const FILES = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" } as const;
const ENGLISH = JSON.stringify({ open: "Open", menu: "Menu" });

let admin: Actor;
let app: ComponentRow;
let lib: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component: app } = await connect(admin, { "l/en.json": ENGLISH }, FILES));
  const czech = JSON.stringify({ open: "Otevřít", menu: "Nabídka" });
  const files = { "l/en.json": ENGLISH, "l/cs.json": czech, "l/de.json": JSON.stringify({ open: "Öffnen" }) };
  ({ component: lib } = await connect(admin, files, FILES));
});

/** Begins a language that takes texts of the other component; gives what its task is to do. */
async function begin(actor: Actor, code: string) {
  const { texts } = await beginLanguage(actor, app, code, { fromComponent: [String(lib.id)] });
  return TASK_KINDS["take-texts"].parse((await findTask(texts[0] ?? ""))?.payload);
}

const said = (accepted: string) => `Automatic translation completed, ${accepted} updated.`;

describe("taking texts for a new language", () => {
  it("leaves what somebody has typed meanwhile, and changes nothing when it is done again", async () => {
    const payload = await begin(admin, "cs");
    const open = await unitId(app, "cs", "open");
    await editUnit(admin, open, { targets: ["Otevř"], state: 10 });
    const told: number[] = [];
    const done = await performTakeTexts(payload, (accepted) => void told.push(accepted));
    expect(done).toEqual({ translation: payload.translation, message: said("1 string was") });
    expect(told).toEqual([1]);
    expect(await findUnit(admin, open)).toMatchObject({ targets: ["Otevř"], state: 10, automatic: false });
    expect(await findUnit(admin, await unitId(app, "cs", "menu"))).toMatchObject({ targets: ["Nabídka"], state: 20 });
    expect((await performTakeTexts(payload)).message).toBe(said("no strings were"));
    expect(await counterDrift()).toEqual([]);
  });

  it("takes nothing of a component that its account may not see any more", async () => {
    const petra = await makePerson("petra");
    await db.run(sql`
      insert into team_members (team_id, user_id) select id, ${petra.userId} from teams
      where defining_project_id = ${app.projectId} and name = 'Administration'`);
    const payload = await begin((await loadActor(petra.userId, { cause: "api" })) as Actor, "de");
    await updateProject(admin, lib.project.slug, { accessControl: ACCESS.PRIVATE });
    expect((await performTakeTexts(payload)).message).toBe(said("no strings were"));
    await updateProject(admin, lib.project.slug, { accessControl: ACCESS.PUBLIC });
    expect((await performTakeTexts(payload)).message).toBe(said("1 string was"));
    await db.run(sql`update users set is_active = false where id = ${petra.userId}`);
    await expect(performTakeTexts(payload)).rejects.toThrow("gone or inactive");
  });
});
