import { beforeAll, describe, expect, it } from "vitest";
import { evidence } from "@/app/ui/alert-card";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, findAddon, installAddon, removeAddon, triggerAddon } from "@/lib/domain/addons/addons";
import { actionCodes } from "@/lib/domain/change-actions";
import { plainDetails } from "@/lib/domain/changes/because";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { textsOf } from "@/lib/text/messages/catalogue";
import { planInstallation } from "../../support/addon-plans";
import { logOf, runWaitingAddons, startChanged } from "../../support/addons";
import { ledgerReadable } from "../../support/ledger";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

const NAME = "weblate.automation.automation";
const FILES = {
  "l/en.json": '{"open": "Open", "quit": "Quit"}\n',
  "l/cs.json": '{"open": "Otevřít"}\n',
  "l/de.json": '{"open": "Öffnen", "quit": "Ende"}\n',
};
const USE = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false };

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra", { superuser: true });
});

interface Parts {
  triggers?: unknown[];
  conditions?: unknown[];
  actions: unknown[];
}
const workflow = ({ triggers = [], ...parts }: Parts) => ({ workflow: { version: 1, triggers, ...parts } });
const install = async (component: ComponentRow, parts: Parts) =>
  (await installAddon(admin, { component }, { name: NAME, configuration: workflow(parts) })).id;
const run = async (id: number) => {
  await triggerAddon(admin, id);
  await runWaitingAddons();
  return (await logOf(id))[0];
};
const stateOf = async (component: ComponentRow, language: string, key: string) =>
  (await findUnit(admin, await unitId(component, language, key))).state;
const mark = (state: number, more = "") => ({
  type: "bulk_edit",
  q: `language:cs AND state:>=needs-editing ${more}`,
  state: String(state),
});
const say = async (component: ComponentRow, language: string, text: string, actor = petra) => {
  await editUnit(actor, await unitId(component, language, "quit"), { targets: [text], state: 20 });
  await ledgerReadable();
};
/** Waits for what changes start, and does it. */
const follow = async () => {
  await ledgerReadable();
  await startChanged();
  return runWaitingAddons();
};

describe("an automation", () => {
  it("takes its steps in order, along the first branch whose conditions hold", async () => {
    const { component } = await connect(admin, FILES, USE);
    const id = await install(component, {
      conditions: [{ type: "translated", languages: ["de"], at_least: 100 }],
      actions: [
        {
          type: "choose",
          branches: [
            { conditions: [{ type: "strings", q: "language:cs AND state:approved" }], actions: [mark(10)] },
            {
              conditions: [
                {
                  type: "or",
                  conditions: [
                    { type: "component", slugs: ["other"] },
                    { type: "translated", languages: ["cs"], at_most: 50 },
                  ],
                },
                { type: "not", condition: { type: "trigger", is: ["daily"] } },
              ],
              actions: [{ type: "prefill" }, { type: "sequence", conditions: [], actions: [mark(10, "AND quit")] }],
            },
          ],
          otherwise: [{ type: "remove_comments" }],
        },
        { type: "stop" },
        mark(20),
      ],
    });
    expect(await runWaitingAddons()).toEqual([]);
    expect(await run(id)).toBe("done manual: Filled 1 string.");
    expect(await stateOf(component, "cs", "quit")).toBe(10);
    expect(await stateOf(component, "cs", "open")).toBe(20);
    // Now both Czech strings say something: nothing is left to be filled.
    expect(await run(id)).toBe("done manual: Filled 1 string.");
    await editUnit(petra, await unitId(component, "de", "quit"), { targets: [""], state: 0 });
    await editUnit(petra, await unitId(component, "cs", "quit"), { targets: [""], state: 0 });
    expect(await run(id)).toBe("done manual: Filled 1 string.");
    expect(await counterDrift()).toEqual([]);
  });

  it("says what it would do before it is installed, and does nothing of it", async () => {
    const { component } = await connect(admin, FILES, USE);
    await say(component, "de", "Beenden");
    const plan = (parts: Parts) =>
      planInstallation(admin, { component }, { name: NAME, configuration: workflow(parts) });
    const parts = { actions: [{ type: "prefill" }, { type: "sequence", actions: [{ type: "push" }] }] };
    expect(await plan(parts)).toEqual([
      "actions[0] (prefill): Czech: 1 string would be filled",
      "actions[1].actions[0] (push): 1 changed string and 0 commits would be pushed",
    ]);
    expect(await stateOf(component, "cs", "quit")).toBe(0);
    expect(await plan({ ...parts, conditions: [{ type: "strings", q: "state:approved" }] })).toEqual([
      "the conditions do not hold now: nothing would be done",
    ]);
    const refused = await plan({ actions: [{ type: "explode" }] }).catch((error) => error);
    expect(refused).toBeInstanceOf(Invalid);
    expect(refused.fields).toMatchObject([
      {
        path: "configuration.workflow",
        code: "invalid",
        message: expect.stringMatching(/^actions\[0\]\.type: Choose one of/),
      },
    ]);
  });

  it("ends at the step that fails, names it, and leaves what comes behind", async () => {
    const { component } = await connect(admin, FILES, { ...USE, push: "" });
    const id = await install(component, { actions: [{ type: "prefill" }, { type: "push" }, mark(20, "AND quit")] });
    expect(await run(id)).toMatch(/^failed manual: Filled 1 string\. actions\[1\] \(push\): .*No push address/);
    expect(await stateOf(component, "cs", "quit")).toBe(10);
    const alert = (await listAlerts(component.id)).find(({ kind }) => kind === "AddonScriptError");
    const told = alert ? evidence(textsOf("de"), alert.details, true) : [];
    expect(told).toEqual([expect.stringMatching(/^\S.*: Gefüllt: 1 Zeichenkette\. actions\[1\] \(push\): /)]);
    expect(told[0]).not.toContain("No push address");
    expect(alert && JSON.stringify(plainDetails(alert.details))).not.toContain('"said"');
    const unfit = await install(component, { actions: [{ type: "msgmerge" }] });
    expect(await run(unfit)).toMatch(/^failed manual: actions\[0\] \(msgmerge\): /);
  });

  it("commits and pushes what waits", async () => {
    const { component, upstream } = await connect(admin, FILES, USE);
    await say(component, "cs", "Konec");
    const id = await install(component, { actions: [{ type: "commit" }, { type: "push" }] });
    expect(await run(id)).toBe("done manual: Committed. Pushed.");
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ open: "Otevřít", quit: "Konec" });
    expect(await run(id)).toBe("done manual: Committed. Pushed.");
  });

  it("shows its settings as they are kept, and takes them back", async () => {
    const { component } = await connect(admin, FILES, USE);
    const id = await install(component, {
      triggers: [{ type: "change", events: ["Translation changed"] }],
      actions: [{ type: "commit" }],
    });
    const { configuration } = await findAddon(admin, id);
    expect(configuration.workflow).toEqual({
      ...{ version: 1, triggers: [{ type: "change", events: [2] }] },
      ...{ conditions: [], actions: [{ type: "commit" }] },
    });
    await configureAddon(admin, id, { configuration });
    await expect(configureAddon(admin, id, { configuration: { workflow: "version: 2" } })).rejects.toThrow(Invalid);
    expect((await findAddon(admin, id)).configuration).toEqual(configuration);
  });
});

describe("what starts an automation", () => {
  const ACTION = { type: "bulk_edit", q: "language:de", state: "10" };

  it("is the event of each of its triggers, and no other", async () => {
    const { component, upstream } = await connect(admin, FILES, USE);
    for (const { type, event, work } of [
      { type: "post_commit", event: "committed", work: "commit" },
      { type: "post_push", event: "pushed", work: "push" },
      { type: "post_update", event: "component-updated", work: "pull" },
      { type: "component_update", event: "component-updated", work: "pull" },
    ] as const) {
      const id = await install(component, { triggers: [{ type }], actions: [ACTION] });
      if (work === "pull") upstream.commit({ "README.md": type });
      else await say(component, "cs", `Konec ${type}`);
      await performOperation(component.repositoryId, work);
      expect(await runWaitingAddons(), type).toEqual([event]);
      expect(await follow()).toEqual([]);
      await removeAddon(admin, id);
    }
    await install(component, { triggers: [], actions: [ACTION] });
    await say(component, "cs", "Konec");
    await performOperation(component.repositoryId, "push");
    expect(await follow()).toEqual([]);
  });

  it("are changes of the kinds that it names, of people and not of itself", async () => {
    const { component } = await connect(admin, FILES, USE);
    const { component: other } = await connect(admin, FILES, USE);
    const id = await install(component, {
      triggers: [{ type: "change", events: [...actionCodes("content")] }],
      actions: [mark(10)],
    });
    expect(await follow()).toEqual([]);
    await say(other, "cs", "Konec");
    expect(await follow()).toEqual([]);
    await say(component, "cs", "Konec");
    expect(await follow()).toEqual(["changed"]);
    expect((await logOf(id))[0]).toBe("done changed: Changed the state of 2 translations.");
    // What it changed is in the ledger, too.
    expect(await follow()).toEqual([]);
    expect(await stateOf(component, "cs", "quit")).toBe(10);
  });

  it("is nothing that another automation does, at once or by a later commit and push", async () => {
    const { component } = await connect(admin, FILES, USE);
    const first = await install(component, { actions: [{ type: "prefill" }, { type: "commit" }] });
    const second = await install(component, {
      triggers: [
        { type: "change", events: [...actionCodes("content")] },
        { type: "post_commit" },
        { type: "post_push" },
      ],
      actions: [mark(10)],
    });
    await run(first);
    expect(await follow()).toEqual([]);
    await performOperation(component.repositoryId, "push");
    expect(await follow()).toEqual([]);
    expect(await logOf(second)).toEqual([]);
    // Of a person's text it is told, even with others of an automation in the same push.
    await install(component, { actions: [{ ...mark(20), q: "language:de" }] });
    await say(component, "de", "Beenden");
    await performOperation(component.repositoryId, "push");
    expect((await follow()).sort()).toEqual(["changed", "committed", "pushed"]);
  });
});
