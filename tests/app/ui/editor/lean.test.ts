import { describe, expect, it } from "vitest";
import { leanContext, leanUnit, wholeContext, wholeUnit } from "@/app/ui/editor/lean";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";

const usual: EditorUnit = {
  id: 7,
  translationId: 3,
  checksum: "5487dbc62caa3d35",
  position: 2,
  sources: ["Close"],
  targets: ["Zavřít"],
  state: 20,
  version: 1,
  context: "",
  note: "",
  explanation: [],
  ownExplanation: [],
  location: [],
  flags: "",
  ownFlags: "",
  labels: [],
  previousSources: [],
  marks: [[]],
  findings: [],
  dismissed: [],
  suggested: false,
  pending: false,
  automatic: false,
  waits: false,
  clash: null,
  draft: null,
};

const odd: EditorUnit = {
  ...usual,
  translationId: 4,
  sources: ["%d file", "%d files"],
  targets: ["", "", ""],
  state: 0,
  version: 5,
  note: "a note",
  labels: [{ name: "later", color: "red" }],
  marks: [
    [{ start: 0, end: 2, kind: "placeholder", text: "%d" } as unknown as EditorUnit["marks"][number][number]],
    [],
  ],
  suggested: true,
  draft: { targets: ["x", "", ""], baseVersion: 4, at: "2026-01-01T00:00:00.000Z" },
};

const lean = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe("strings of a page", () => {
  it("are whole again in the browser, usual or not", () => {
    for (const unit of [usual, odd, { ...odd, translationId: 3 }, { ...usual, state: 30 as const, waits: true }])
      expect(wholeUnit(lean(leanUnit(unit, 3)), 3)).toEqual(unit);
  });

  it("do not carry what is usual", () => {
    expect(Object.keys(leanUnit(usual, 3)).sort()).toEqual(["checksum", "id", "position", "sources", "targets"]);
  });

  it("keep that one is of another translation than most", () => {
    expect(leanUnit(odd, 3).translationId).toBe(4);
  });

  it("keep what stands beside them", () => {
    const languages = [
      { code: "ar", name: "Arabic", direction: "rtl", targets: ["أغلق"], state: 30, beside: true, from: false },
      { code: "de", name: "German", direction: "ltr", targets: ["Schließen"], state: 20, beside: false, from: false },
    ];
    const context = { unitId: 7, languages } as unknown as EditorContext;
    expect(leanContext(context).languages[1]).toEqual({ code: "de", name: "German", targets: ["Schließen"] });
    expect(wholeContext(lean(leanContext(context)))).toEqual(context);
  });
});
