import { expect, it } from "vitest";
import { saidBefore } from "@/app/ui/editor/use-findings";
import type { EditorFinding } from "@/lib/domain/editor/unit";

const finding = (check: string, form: number, about = ""): EditorFinding => ({
  ...{ check, form, about, name: check, sentences: [] },
  severity: "warning",
});

it("what is mended goes at once, what was said stays as it is now, and what is new waits", () => {
  const said = [finding("end_stop", 0, "old"), finding("end_space", 0)];
  const failing = [finding("end_stop", 0, "new"), finding("end_stop", 1), finding("placeholders", 0)];
  expect(saidBefore(said, failing)).toEqual([finding("end_stop", 0, "new")]);
  expect(saidBefore([], failing)).toEqual([]);
});
