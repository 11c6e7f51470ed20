import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { type Judged, RIGHT, WRONG } from "./judged";

const list = (text: string | string[]): string[] => (typeof text === "string" ? [text] : text);

const found = ({ check, language, source, target, flags = "" }: Judged): boolean =>
  runChecks({
    sources: list(source),
    targets: list(target),
    flags: parseFlags(flags),
    languageCode: language,
    plural: findCatalogueLanguage(language)?.plural,
  }).some((result) => result.check === check);

describe("a finding that was judged", () => {
  it.each(RIGHT)("is found where it was right: $check, $language, $target", (row) => {
    expect(found(row)).toBe(true);
  });

  it.each(WRONG)("is not found where it was wrong: $check, $language, $target", (row) => {
    expect(found(row)).toBe(false);
  });
});
