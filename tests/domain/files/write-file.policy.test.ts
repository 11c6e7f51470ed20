import { describe, expect, it, vi } from "vitest";
import { FileWriter } from "@/lib/domain/files/internal/write-file";
import type { PendingEdit } from "@/lib/domain/files/pending-edits";
import { identityOf } from "@/lib/domain/files/strings";
import { findFormat } from "@/lib/text/formats/registry";

/** Edits that are written together, some of which the format cannot hold. */

const context = {
  monolingual: true,
  severalValues: false,
  component: { fileFormat: "yaml", fileFormatParams: {}, template: "en.yaml", newBase: "" },
};
const plural = { number: 2, formula: "n != 1", categories: ["one", "other"] };
const translation = { languageCode: "cs", filename: "cs.yaml", isSource: false, plural };

const edit = (id: number, key: string, text: string): PendingEdit => ({
  ...{
    id,
    kind: "edit",
    context: key,
    idHash: identityOf(true, key, [key]),
    sources: [key],
    targets: [text],
    state: 20,
  },
});

describe("a writer of files", () => {
  const keys = Array.from({ length: 512 }, (_, at) => `k${at}`);
  const file = Buffer.from(`${keys.map((key) => `${key}: "1"`).join("\n")}\nlist:\n  - "1"\n`);

  it("writes what the format holds, and finds what it does not hold in few attempts", () => {
    const format = findFormat("yaml");
    if (!format) throw new Error("There is no YAML.");
    const attempts = vi.spyOn(format, "edit");
    const edits = keys.map((key, at) => edit(at, key, "2"));
    edits.splice(100, 0, edit(1000, "list->[7]", "2"));
    edits.splice(300, 0, edit(1001, "list->[8]", "2"));
    const writer = new FileWriter(context, translation, file, undefined);
    const { content, refused } = writer.apply(edits, {});
    expect(refused).toEqual([
      { id: 1000, reason: expect.stringContaining("list") },
      { id: 1001, reason: expect.stringContaining("list") },
    ]);
    expect(Buffer.from(content).toString()).toBe(`${keys.map((key) => `${key}: "2"`).join("\n")}\nlist:\n  - "1"\n`);
    expect(attempts.mock.calls.length).toBeLessThan(50);
    attempts.mockRestore();
  });
});
