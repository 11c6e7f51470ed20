import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findUnit } from "@/lib/domain/units/units";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Paragraphs of documents that upstream rewords: they have no keys of their own, and their translations stay. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

it("keeps the translation of a paragraph that upstream rewords, for a look", async () => {
  const { component, upstream } = await connect(
    petra,
    {
      "d/en.md": "# Title\n\nThe garden has a gate.\n\nThe gate is open all day long.\n",
      "d/cs.md": "# Nadpis\n\nZahrada má branku.\n\nBranka je otevřená celý den.\n",
    },
    { filemask: "d/*.md", template: "d/en.md", fileFormat: "markdown", pushOnCommit: false },
  );
  upstream.commit({ "d/en.md": "# Title\n\nThe garden has a gate.\n\nThe gate is open all day.\n\nBring bread.\n" });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  expect(await findUnit(petra, await unitId(component, "cs", "The gate is open all day."))).toMatchObject({
    targets: ["Branka je otevřená celý den."],
    state: 10,
    previousSource: "The gate is open all day long.",
  });
  expect(await counterDrift()).toEqual([]);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read("d/cs.md")).toContain("Branka je otevřená celý den.");
  expect(upstream.read("d/cs.md")).toContain("Zahrada má branku.");
  expect(await fileDrift(component)).toEqual([]);
});
