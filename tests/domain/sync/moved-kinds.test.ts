import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listClashes } from "@/lib/domain/clashes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { fileDrift } from "../../support/differences";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Lists of which upstream takes items out or puts others in, with items that are maps, or of several kinds. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

type Item = string | { name: string; code: string };

const KINDS = [
  {
    fileFormat: "yaml",
    path: (language: string) => `l/${language}.yaml`,
    write: (...steps: Item[]) => {
      const scalar = (text: string) => (text === "" ? '""' : text);
      const items = steps.map((step) =>
        typeof step === "string"
          ? `  - ${scalar(step)}\n`
          : `  - name: ${scalar(step.name)}\n    code: ${scalar(step.code)}\n`,
      );
      return `title: Doors\nsteps:\n${items.join("")}`;
    },
    key: (at: number, name = "") => `steps->[${at}]${name && `->${name}`}`,
  },
  {
    fileFormat: "json-nested",
    path: (language: string) => `l/${language}.json`,
    write: (...steps: Item[]) => `${JSON.stringify({ title: "Doors", steps }, null, 2)}\n`,
    key: (at: number, name = "") => `steps[${at}]${name && `.${name}`}`,
  },
];

const command = (name: string): Item => ({ name, code: `run ${name}` });

describe.each(KINDS)("in $fileFormat", (format) => {
  const it = inTurn(KINDS.indexOf(format), KINDS.length);
  const { fileFormat, path, write, key } = format;
  const begin = (en: Item[], cs: Item[], mergeStyle = "rebase") =>
    connect(
      petra,
      { [path("en")]: write(...en), [path("cs")]: write(...cs) },
      { filemask: path("*"), template: path("en"), fileFormat, pushOnCommit: false, mergeStyle },
    );
  const edit = async (component: ComponentRow, at: number, text: string, name = "name") =>
    editUnit(petra, await unitId(component, "cs", key(at, name)), { targets: [text], state: 20 });
  const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  async function expectSound(component: ComponentRow) {
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
    expect((await listClashes(petra, { componentId: component.id }, {}, { limit: 10, offset: 0 })).rows).toEqual([]);
  }

  it.each(["rebase", "merge"])(
    "a map that the base file lost among others leaves no trace (%s)",
    async (mergeStyle) => {
      const english = ["print", "ask the user", "choose at random", "repeat three times"].map(command);
      const czech = ["vypiš", "zeptej se", "vyber náhodně", "opakuj třikrát"].map(command);
      const { component, upstream } = await begin(english, czech, mergeStyle);
      await edit(component, 2, "vyber si");
      await operate(component, "commit");
      await edit(component, 3, "zopakuj");
      upstream.commit({ [path("en")]: write(...english.filter((_, at) => at !== 1)) });
      await operate(component, "pull");
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(
        write(
          command("vypiš"),
          { name: "vyber si", code: "run vyber náhodně" },
          { name: "zopakuj", code: "run opakuj třikrát" },
        ),
      );
      await expectSound(component);
    },
  );

  it("a text that the base file got before a map has a place", async () => {
    const { component, upstream } = await begin(
      ["Open the door", command("knock")],
      ["Otevři dveře", command("klepej")],
    );
    upstream.commit({ [path("en")]: write("Open the door", "Close it behind you", command("knock")) });
    await operate(component, "pull");
    await edit(component, 1, "Zavři za sebou", "");
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toBe(write("Otevři dveře", "Zavři za sebou", command("klepej")));
    await expectSound(component);
  });

  it("a text that the base file got before a map has a place though nobody has translated it", async () => {
    const { component, upstream } = await begin(
      ["Open the door", command("knock")],
      ["Otevři dveře", command("klepej")],
    );
    upstream.commit({ [path("en")]: write("Open the door", "Close it behind you", command("knock")) });
    await operate(component, "pull");
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toBe(write("Otevři dveře", "", command("klepej")));
    await expectSound(component);
  });

  it("a map that the base file got before a text has a place", async () => {
    const { component, upstream } = await begin(["Open the door", "Go home"], ["Otevři dveře", "Jdi domů"]);
    upstream.commit({ [path("en")]: write("Open the door", command("knock"), "Go home") });
    await operate(component, "pull");
    await edit(component, 1, "klepej");
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toContain("klepej");
    await expectSound(component);
  });
});
