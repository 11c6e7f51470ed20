import { describe, expect, it } from "vitest";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../../formats/samples";
import { judge, type Verdict } from "./judge";

/** The judge of the museum sees what is right, what is left to a person, and what the people did otherwise. */

const bytes = (text: string) => new TextEncoder().encode(text);

type Texts = Record<"base" | "ours" | "theirs", string> & { people?: string; template?: string };

function verdict(format: string, texts: Texts): Verdict {
  const { base, ours, theirs, people, template } = texts;
  const found = findFormat(format);
  if (!found) throw new Error(`There is no format ${format}.`);
  const exhibit = { base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) };
  return judge(
    found,
    {
      ...exhibit,
      people: people === undefined ? undefined : bytes(people),
      template: template === undefined ? undefined : bytes(template),
    },
    optionsFor("cs", { monolingual: true }),
  );
}

describe("a file that two people changed", () => {
  const base = '{"a": "1", "b": "1", "c": "1"}';

  it("is right where each changed other strings, and is held against the people's own merge", () => {
    const theirs = '{"a": "1", "b": "3", "c": "1"}';
    const people = '{"a": "2", "b": "1", "c": "1"}';
    expect(verdict("json", { base, ours: '{"a": "2", "b": "1", "c": "1"}', theirs, people })).toEqual({
      kind: "merged",
      ...{ changed: 2, clashes: [], gone: [], restored: 0, refused: [], wrong: [], compared: 2, agreed: 1 },
    });
  });

  it("leaves to a person what both changed", () => {
    const theirs = '{"a": "3", "b": "1", "c": "1"}';
    expect(verdict("json", { base, ours: '{"a": "2", "b": "1", "c": "1"}', theirs })).toMatchObject({
      ...{ changed: 1, clashes: [expect.stringContaining("a")], wrong: [], compared: 0 },
    });
  });

  it("leaves nothing to a person where the other one only repeated the source", () => {
    const texts = { base: "{}", ours: '{"a": "Jablko"}', theirs: '{"a": "Apple"}', people: '{"a": "Jablko"}' };
    const right = { clashes: [], wrong: [], compared: 1, agreed: 1 };
    expect(verdict("json", { ...texts, template: '{"a": "Apple"}' })).toMatchObject(right);
    expect(verdict("json", { ...texts, template: '{"a": "Pear"}' })).toMatchObject({ clashes: [expect.anything()] });
  });

  it("leaves to a person what the format cannot write, and merges the rest", () => {
    const list = (...items: string[]) => items.map((item) => `  - ${item}\n`).join("");
    expect(
      verdict("yaml", {
        base: `title: One\nsteps:\n${list("a")}`,
        ours: `title: Two\nsteps:\n${list("a", "b", "c")}`,
        theirs: `title: One\nsteps: none\n`,
      }),
    ).toMatchObject({ kind: "merged", wrong: [], refused: [expect.anything(), expect.anything()] });
  });

  it("leaves to a person what one removed while the other filled it", () => {
    const [empty, gone] = ['{"a": "", "b": "1"}', '{"b": "1"}'];
    expect(verdict("json", { base: empty, ours: '{"a": "2", "b": "1"}', theirs: gone })).toMatchObject({
      ...{ clashes: [expect.stringContaining("a")], wrong: [] },
    });
  });

  it("leaves nothing to a person of what one changed while the other took it away with its source", () => {
    const texts = { base: '{"a": "1", "b": "1"}', ours: '{"a": "2", "b": "1"}', theirs: '{"b": "1"}' };
    const left = { clashes: [expect.stringContaining("a")], gone: [], restored: 0, wrong: [] };
    expect(verdict("json", { ...texts, template: '{"a": "x", "b": "y"}' })).toMatchObject(left);
    const gone = { clashes: [], gone: [expect.stringContaining("a")], wrong: [] };
    expect(verdict("json", { ...texts, template: '{"b": "y"}' })).toMatchObject({ ...gone, restored: 0 });
    const turned = { ...texts, ours: texts.theirs, theirs: texts.ours, template: '{"b": "y"}' };
    expect(verdict("json", turned)).toMatchObject({ ...gone, restored: 1 });
  });

  it("is not judged where a side cannot be read", () => {
    expect(verdict("json", { base, ours: "{", theirs: base })).toMatchObject({ kind: "unreadable" });
  });
});
