import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { openZip, readMember } from "@/lib/text/formats/kernel/zip";
import { findFormat } from "@/lib/text/formats/registry";
import { gitBytes, type Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { docxOf, p, picture, r } from "../text/formats/office/docx-files";
import { optionsFor } from "../text/formats/samples";

/** Word documents from a repository through the service and back. */

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const bytesAt = (upstream: Upstream, path: string): Buffer =>
  gitBytes(upstream.url, "cat-file", "blob", `main:${path}`);

const docx = findFormat("docx")!;

function textsAt(upstream: Upstream): string[] {
  const base = docx.decode(bytesAt(upstream, "manual/en.docx"));
  const file = docx.parse(docx.decode(bytesAt(upstream, "manual/cs.docx")), optionsFor("cs", { base }));
  return file.entries.map(({ targets }) => targets[0]!);
}

const SETTINGS = { filemask: "manual/*.docx", template: "manual/en.docx", fileFormat: "docx" } as const;

describe("a Word document", () => {
  it("takes a translation into its part alone, and is made again from a base with other things", async () => {
    const first = docxOf({ document: p(r("One")) + p(r("Two ") + r("bold", "<w:b/>")), header1: p(r("Head")) });
    const { component, upstream } = await connect(
      admin,
      { "manual/en.docx": first, "manual/cs.docx": first },
      SETTINGS,
    );
    await editUnit(petra, await unitId(component, "cs", 'Two <g id="1">bold</g>'), {
      targets: ['<g id="1">Tučně</g> dva'],
      state: 20,
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--format=%an").trim().split("\n")).toEqual(["Petra", "Upstream"]);
    expect(textsAt(upstream)).toEqual(["", '<g id="1">Tučně</g> dva', ""]);
    const [before, after] = [openZip(first), openZip(bytesAt(upstream, "manual/cs.docx"))];
    const changed = [...before.members.keys()].filter(
      (name) => !readMember(after, name)!.equals(readMember(before, name)!),
    );
    expect(changed).toEqual(["word/document.xml"]);

    // The base gets a picture and a footer: the translation refers to them, so it has to have them.
    const second = docxOf(
      {
        document: p(r("One ") + picture(7) + r("picture")) + p(r("Two ") + r("bold", "<w:b/>")),
        header1: p(r("Head")),
        footer1: p(r("Foot")),
      },
      { "word/media/image7.bin": "a picture" },
    );
    upstream.commit({ "manual/en.docx": second });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await editUnit(petra, await unitId(component, "cs", "Foot"), { targets: ["Pata"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(textsAt(upstream)).toEqual(["", '<g id="1">Tučně</g> dva', "", "Pata"]);
    expect(readMember(openZip(bytesAt(upstream, "manual/cs.docx")), "word/media/image7.bin")?.toString()).toBe(
      "a picture",
    );
    expect(await counterDrift()).toEqual([]);
  });
});
