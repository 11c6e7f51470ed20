import { describe, expect, it } from "vitest";
import { type EditStep, openFile, type WrittenFile } from "@/lib/domain/files/open-file";
import type { PendingEdit } from "@/lib/domain/files/pending-edits";
import { identityOf } from "@/lib/domain/files/strings";
import { newTimeoutBudget } from "@/lib/domain/repository-files";
import { FormatError } from "@/lib/text/formats/kernel/format";

/** Files that are written step by step: small ones in place, large ones by readers, with the same outcome. */

const plural = { number: 2, formula: "n != 1", categories: ["one", "other"] };
const translation = { languageCode: "cs", filename: "cs.po", isSource: false, plural };
const context = () => ({
  ...{ monolingual: false, severalValues: false, budget: newTimeoutBudget() },
  component: { fileFormat: "po", fileFormatParams: {}, template: "", newBase: "" },
});

/** A file of so many strings, `text 0` and so on. */
const fileOf = (strings: number) =>
  Buffer.from(
    [
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n',
      ...Array.from({ length: strings }, (_, at) => `msgid "text ${at}"\nmsgstr ""\n`),
    ].join("\n"),
  );

const edit = (source: string, text: string): PendingEdit => ({
  ...{ id: 1, kind: "edit", context: "", sources: [source], targets: [text], state: 20 },
  idHash: identityOf(false, "", [source]),
});
const step = (...edits: PendingEdit[]): EditStep => ({ edits, header: {} });

const text = ({ content }: Pick<WrittenFile, "content">) => Buffer.from(content).toString();

describe.each([
  ["in place", fileOf(3)],
  ["by a reader", fileOf(4000)],
])("a file that is written %s", (_where, content) => {
  const open = () => openFile(context(), translation, { content, base: undefined, stored: undefined });

  it("stands as each step left it when that is given", async () => {
    const file = await open();
    const seen: string[] = [];
    const steps = [step(edit("text 0", "a")), step(edit("text 1", "b")), step(edit("text 0", "c"))];
    for await (const written of file.apply(steps)) {
      expect(Buffer.from(file.bytes()).toString()).toBe(text(written));
      seen.push([...text(written).matchAll(/msgstr "([a-c])"/g)].map(([, found]) => found).join(""));
    }
    expect(seen).toEqual(["a", "ab", "cb"]);
  });

  it("goes on from what it was replaced by between two steps", async () => {
    const file = await open();
    const steps = [step(edit("text 0", "a")), step(edit("text 1", "b")), step(edit("text 2", "c"))];
    let round = 0;
    for await (const written of file.apply(steps)) {
      if (round++ < 2) await file.replace(Buffer.from(`# Replaced ${round}\n${text(written)}`));
    }
    const after = Buffer.from(file.bytes()).toString();
    expect(after.slice(0, 26)).toBe("# Replaced 2\n# Replaced 1\n");
    expect(after.match(/msgstr "[abc]"/g)).toEqual(['msgstr "a"', 'msgstr "b"', 'msgstr "c"']);
  });

  it("stays as it was when what replaces it cannot be read", async () => {
    const file = await open();
    await expect(file.replace(Buffer.from('msgid "open\n'))).rejects.toThrow(FormatError);
    expect(Buffer.from(file.bytes()).equals(content)).toBe(true);
  });

  it("gives the steps before the one that cannot be written", async () => {
    const latin = Buffer.from(content.toString().replace("UTF-8", "ISO-8859-1"));
    const file = await openFile(context(), translation, { content: latin, base: undefined, stored: undefined });
    const steps: EditStep[] = [
      step(edit("text 0", "a")),
      { edits: [edit("text 1", "b")], header: { lastTranslator: "Пётр <p@example.org>" } },
      step(edit("text 2", "c")),
    ];
    const given: string[] = [];
    await expect(
      (async () => {
        for await (const written of file.apply(steps)) given.push(text(written));
      })(),
    ).rejects.toThrow(/charset|ISO-8859-1/i);
    expect(given).toHaveLength(1);
    expect(given[0]).toContain('msgstr "a"');
    expect(Buffer.from(file.bytes()).toString()).toBe(given[0]);
  });

  it("tells what a step refused, and writes the rest", async () => {
    const file = await open();
    const gone: PendingEdit = { ...edit("not there", ""), id: 7, kind: "remove" };
    for await (const written of file.apply([step(edit("text 0", "a"), gone)])) {
      expect(written.absent).toEqual([7]);
      expect(text(written)).toContain('msgstr "a"');
    }
  });
});

it("writes more steps than a reader takes at once", async () => {
  const content = fileOf(4000);
  const file = await openFile(context(), translation, { content, base: undefined, stored: undefined });
  const count = Math.ceil(34_000_000 / content.length);
  let done = 0;
  for await (const written of file.apply(Array.from({ length: count }, (_, at) => step(edit(`text ${at}`, "a")))))
    expect(text(written).split('msgstr "a"').length - 1).toBe(++done);
  expect(done).toBe(count);
});
