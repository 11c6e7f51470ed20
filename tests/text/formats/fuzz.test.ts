import { describe, expect, it } from "vitest";
import type { FormatOptions } from "@/lib/text/formats/kernel/format";
import { offeredFormats } from "@/lib/text/formats/registry";
import { type Finding, fuzz } from "./fuzz";
import { fuzzGuided } from "./fuzz-guided";

/** What is needed to find a finding again, with the text that made it. */
function told({ format, seed, path, error, text }: Finding): string {
  return `npm run fuzz -- ${format} 1 ${seed} (made from ${path})\n${error.stack}\n${JSON.stringify(text.slice(0, 2000))}`;
}

describe("random files", () => {
  it.each(offeredFormats().map((format) => [format.id, format] as const))("break no law of %s", (_, format) => {
    const { files, finding } = fuzz(format, { milliseconds: 150, files: 400 });
    expect(finding ? told(finding) : "").toBe("");
    expect(files).toBeGreaterThan(0);
  });

  it("are the same for the same seed, and others for another", () => {
    const [format] = offeredFormats();
    const textsFrom = (from: number): string[] => {
      const texts: string[] = [];
      const parse = (text: string, options: FormatOptions) => {
        texts.push(text);
        return format!.parse(text, options);
      };
      fuzz({ ...format!, parse }, { milliseconds: 10_000, files: 10, from });
      return texts;
    };
    expect(textsFrom(7)).toEqual(textsFrom(7));
    expect(textsFrom(7)).not.toEqual(textsFrom(70));
  });

  it("find a format that loses texts", () => {
    const json = offeredFormats().find((format) => format.id === "json")!;
    const broken = { ...json, edit: () => [] };
    expect(fuzz(broken, { milliseconds: 5000, files: 50 }).finding?.error.message).toBeTruthy();
  });

  it("led by what they reach, go where the fixtures do not", async () => {
    const format = offeredFormats().find(({ id }) => id === "toml")!;
    const edit: typeof format.edit = (text, file, edits, options) =>
      text.includes("[[") && text.includes("{") ? [] : format.edit(text, file, edits, options);
    const findings: Finding[] = [];
    const told = await fuzzGuided({ ...format, edit }, 2500, 1, (finding) => findings.push(finding));
    expect(told.files).toBeGreaterThan(10);
    expect(told.kept).toBeGreaterThan(0);
    expect(told.reached).toBeGreaterThan(100);
    expect(findings.length).toBeGreaterThan(0);
  });
});
