import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { inTransaction } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const make = async () =>
  (
    await connect(
      admin,
      { "en.json": '{"a": "Pears"}', "cs.json": '{"a": "Hrušky"}' },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    )
  ).component;

async function change(component: ComponentRow, settings: { enforcedChecks?: string[]; checkFlags?: string }) {
  await updateComponent(admin, await findComponentById(admin, component.id), settings);
}

/** What the alert says of each check; undefined without one. */
async function alert(component: ComponentRow): Promise<string[] | undefined> {
  const found = (await listAlerts(component.id)).find(({ kind }) => kind === "UnusedEnforcedCheck");
  return (found?.details.checks as { message: string }[] | undefined)?.map(({ message }) => message);
}

describe("the alert of enforced checks that never run", () => {
  it("names the flag that a check needs, and goes when the component has it", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["end_stop", "vue_format"] });
    expect(await alert(component)).toEqual(["vue_format needs the flag vue-format, which no string has."]);
    await change(component, { checkFlags: "vue-format" });
    expect(await alert(component)).toBeUndefined();
    await change(component, { checkFlags: "vue-format, ignore-end-stop" });
    expect(await alert(component)).toEqual(["end_stop is ignored by a flag of all strings."]);
    await change(component, { enforcedChecks: [] });
    expect(await alert(component)).toBeUndefined();
  });

  it("goes when one string has the flag, or the project, and comes back without them", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["max-length"] });
    expect(await alert(component)).toHaveLength(1);
    const source = await unitId(component, "en", "a");
    const flag = (extraFlags: string) =>
      inTransaction(async (tx) =>
        describeInside(tx, admin, await lockDescribable(tx, admin, source, {}), { extraFlags }),
      );
    await flag("max-length:20");
    expect(await alert(component)).toBeUndefined();
    await flag("");
    expect(await alert(component)).toHaveLength(1);
    await updateProject(admin, component.project.slug, { checkFlags: "max-length:30" });
    await followFlags({ project: component.projectId });
    expect(await alert(component)).toBeUndefined();
  });

  it("tells of checks that are made after a save, which can hold nothing back", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["inconsistent"] });
    expect(await alert(component)).toEqual(["inconsistent looks at other strings, which is done after a save."]);
  });
});
