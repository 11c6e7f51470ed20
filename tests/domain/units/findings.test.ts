import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { recentChanges } from "@/lib/domain/changes/list";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dismissFinding, findingsOf } from "@/lib/domain/units/findings";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let component: ComponentRow;
let upstream: Upstream;

const files = {
  "l/en.json": '{\n  "a": "Good morning.",\n  "b": "Good  evening."\n}\n',
  "l/cs.json": '{\n  "a": "Dobré ráno",\n  "b": "Dobrý večer"\n}\n',
  "l/de.json": '{\n  "a": "Guten Morgen"\n}\n',
};

beforeAll(async () => {
  admin = await makePerson("checker", { superuser: true });
  ({ component, upstream } = await connect(admin, files, {
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  }));
});

const stop = async (language: string) => {
  const id = await unitId(component, language, "a");
  const [unit, findings] = [await findUnit(admin, id), await findingsOf(admin, id)];
  return { failing: unit.failing, checks: findings.map((one) => [one.check, one.dismissed]) };
};

describe("a failing check", () => {
  it("is told with its severity, sentence and form", async () => {
    expect(await findingsOf(admin, await unitId(component, "cs", "a"))).toEqual([
      {
        check: "end_stop",
        name: "Full stop at the end",
        about: "Only one of source and translation ends with a full stop.",
        severity: "warning",
        dismissed: false,
        enforced: false,
        form: 0,
        findings: [{ sentences: [{ key: "endStopLost" }] }],
      },
    ]);
  });

  it("is dismissed in one language, counts no more there, and comes back", async () => {
    const id = await unitId(component, "cs", "a");
    const { version } = await findUnit(admin, id);
    await dismissFinding(admin, id, "end_stop", { dismissed: true });
    await dismissFinding(admin, id, "end_stop", { dismissed: true });
    expect(await stop("cs")).toEqual({ failing: false, checks: [["end_stop", true]] });
    expect(await stop("de")).toEqual({ failing: true, checks: [["end_stop", false]] });
    expect(await counterDrift()).toEqual([]);
    const [line, before] = await recentChanges(admin, { unitId: id }, 2);
    expect(line).toMatchObject({ action: 0, userId: admin.userId, details: { check: "end_stop", dismissed: true } });
    expect(before?.details.check).toBeUndefined();
    // What somebody writes meanwhile is no conflict.
    expect((await findUnit(admin, id)).version).toBe(version);
    await dismissFinding(admin, id, "end_stop", { dismissed: false });
    expect(await stop("cs")).toEqual({ failing: true, checks: [["end_stop", false]] });
    expect(await counterDrift()).toEqual([]);
  });

  it("stays dismissed while it fails, and is new after a text that passed", async () => {
    const id = await unitId(component, "cs", "a");
    await dismissFinding(admin, id, "end_stop", { dismissed: true });
    await editUnit(admin, id, { targets: ["Dobré jitro"], state: 20 });
    expect(await stop("cs")).toEqual({ failing: false, checks: [["end_stop", true]] });
    await editUnit(admin, id, { targets: ["Dobré jitro."], state: 20 });
    await editUnit(admin, id, { targets: ["Dobré ráno"], state: 20 });
    expect(await stop("cs")).toEqual({ failing: true, checks: [["end_stop", false]] });
    expect(await counterDrift()).toEqual([]);
  });

  it("is treated alike when the texts come from upstream", async () => {
    await performOperation(component.repositoryId, "push");
    await dismissFinding(admin, await unitId(component, "de", "a"), "end_stop", { dismissed: true });
    const pull = async (text: string) => {
      upstream.commit({ "l/de.json": `{\n  "a": "${text}"\n}\n` });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      return stop("de");
    };
    expect(await pull("Einen guten Morgen")).toEqual({ failing: false, checks: [["end_stop", true]] });
    expect(await pull("Guten Morgen.")).toEqual({ failing: false, checks: [] });
    expect(await pull("Guten Morgen")).toEqual({ failing: true, checks: [["end_stop", false]] });
    expect(await counterDrift()).toEqual([]);
  });

  it("is dismissed in all languages by a flag of the source, which can be taken back", async () => {
    const [id, source] = [await unitId(component, "cs", "a"), await unitId(component, "en", "a")];
    await changeUnit(admin, source, { extraFlags: "priority:200" });
    await dismissFinding(admin, id, "end_stop", { dismissed: true, everywhere: true });
    await dismissFinding(admin, id, "end_stop", { dismissed: true, everywhere: true });
    for (const language of ["cs", "de"]) expect(await stop(language)).toEqual({ failing: false, checks: [] });
    expect((await findUnit(admin, source)).extraFlags).toBe("ignore-end-stop, priority:200");
    await dismissFinding(admin, id, "end_stop", { dismissed: false, everywhere: true });
    for (const language of ["cs", "de"])
      expect(await stop(language)).toEqual({ failing: true, checks: [["end_stop", false]] });
    expect((await findUnit(admin, source)).extraFlags).toBe("priority:200");
    expect(await counterDrift()).toEqual([]);
  });

  it("that is gone, enforced, or not one's own to judge is refused", async () => {
    const id = await unitId(component, "cs", "a");
    await expect(dismissFinding(admin, id, "end_colon", { dismissed: true })).rejects.toThrow(/does not fail on this/);
    await expect(dismissFinding(admin, id, "end_colon", { dismissed: true, everywhere: true })).rejects.toThrow(
      /does not fail on this/,
    );
    await expect(dismissFinding(admin, 999_999_999, "end_stop", { dismissed: true })).rejects.toThrow(/does not exist/);
    const stranger = await makePerson("no-checker");
    await db.run(sql`update projects set access_control = 1 where id = ${component.projectId}`);
    await expect(dismissFinding(stranger, id, "end_stop", { dismissed: true })).rejects.toThrow(
      /dismiss failing checks/,
    );
    await updateComponent(admin, await findComponentById(admin, component.id), { enforcedChecks: ["end_stop"] });
    await expect(dismissFinding(admin, id, "end_stop", { dismissed: true })).rejects.toThrow(/enforces the check/);
    expect((await findingsOf(admin, id))[0]).toMatchObject({ enforced: true, dismissed: false });
  });

  it("that somebody else corrects at the same moment is dismissed before, or gone", async () => {
    await updateComponent(admin, await findComponentById(admin, component.id), { enforcedChecks: [] });
    const id = await unitId(component, "cs", "a");
    const [edit, dismissal] = await Promise.allSettled([
      editUnit(admin, id, { targets: ["Dobré ráno."], state: 20 }),
      dismissFinding(admin, id, "end_stop", { dismissed: true }),
    ]);
    expect(edit.status).toBe("fulfilled");
    if (dismissal.status === "rejected") expect(String(dismissal.reason)).toMatch(/does not fail on this/);
    expect(await stop("cs")).toEqual({ failing: false, checks: [] });
    expect(await counterDrift()).toEqual([]);
  });
});
