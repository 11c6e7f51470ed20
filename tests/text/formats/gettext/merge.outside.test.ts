import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFlags } from "@/lib/text/formats/gettext/fields";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { isHeader } from "@/lib/text/formats/gettext/identity";
import { mergeTemplate } from "@/lib/text/formats/gettext/merge";
import { type PoMessage, readPrevious, scanMessages } from "@/lib/text/formats/gettext/tokens";
import { wrapField } from "@/lib/text/formats/gettext/wrap";
import { ownSamples, projectSamples } from "../samples";
import { missing } from "../tools";

/** What a file says, message by message. */
const said = (text: string) =>
  scanMessages(text).map((message) => ({
    id: [message.context?.value, message.id.value, message.plural?.value],
    texts: message.id.value === "" ? "header" : message.strings.map(({ value }) => value),
    obsolete: message.obsolete,
    fuzzy: readFlags(text, message).fuzzy,
    // gettext drops flags that it does not know, and ranges without a plural; we keep them.
    flags: readFlags(text, message)
      .flags.split(", ")
      .filter((flag) => /-format$/.test(flag))
      .sort(),
    previous: message.previousLines.length > 0 && !message.obsolete ? readPrevious(text, message.previousLines).id : "",
    places: message.references.flatMap((line) => line.trim().split(/\s+/)).filter(Boolean),
    notes: [message.translatorNotes, message.extractedNotes],
  }));

const UNFOLDED = { kind: "line-feeds" } as const;

/** A template as a program may have it next: strings gone, reworded, with a plural, moved, and new ones. */
function nextTemplate(text: string): string {
  const messages = scanMessages(text).filter((message) => !message.obsolete && !isHeader(message));
  const pieces = messages.flatMap((message, at) => {
    if (at % 7 === 3) return [];
    const reworded = at % 5 === 1 && message.id.value.length > 12;
    const id = reworded ? `${message.id.value.replace(/\b(\w+) (\w+)/, "$2 $1")} now` : message.id.value;
    const piece = composed(text, message, id, at);
    return at % 9 === 4 ? [piece, composed(text, message, `Number ${at} is quite another sentence`, at)] : [piece];
  });
  const head = `msgid ""\nmsgstr ""\n"POT-Creation-Date: 2026-11-01 10:00+0000\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`;
  return [head, ...pieces.slice(3), ...pieces.slice(0, 3)].join("\n");
}

function composed(text: string, message: PoMessage, id: string, at: number): string {
  const plural = message.plural?.value ?? (at % 13 === 6 ? `${id}s` : undefined);
  const { flags } = readFlags(text, message);
  const lines = [
    `#. Note ${at}`,
    `#: src/file${at % 4}.c:${at * 3}`,
    ...(flags ? [`#, ${flags}`] : []),
    ...(message.context ? wrapField("msgctxt", message.context.value, UNFOLDED) : []),
    ...wrapField("msgid", id, UNFOLDED),
    ...(plural === undefined
      ? ['msgstr ""']
      : [...wrapField("msgid_plural", plural, UNFOLDED), 'msgstr[0] ""', 'msgstr[1] ""']),
  ];
  return `${lines.join("\n")}\n`;
}

/** What msgfmt finds wrong with a file: a template that gives a string another plural can make it so. */
function complaints(file: string, text: string): string[] {
  writeFileSync(file, text);
  const { stderr } = spawnSync("msgfmt", ["--check-format", "--output-file=/dev/null", file], { encoding: "utf8" });
  return stderr
    .split("\n")
    .map((line) => line.replace(/^\S+:\d+: /, ""))
    .filter(Boolean);
}

if (!spawnSync("msgmerge", ["--version"]).stdout?.toString().includes("0.21"))
  missing("GNU gettext 0.21", "what a merge with a template gives");
else
  describe("msgmerge of GNU gettext 0.21", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "loquat-merge-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const files = [...ownSamples("po"), ...projectSamples("po")].filter(({ path }) => path.endsWith(".po"));

    it.each([true, false])("has the same strings, order, marks and texts (fuzzy matching: %s)", (fuzzyMatching) => {
      let strings = 0;
      for (const { bytes, path } of files) {
        const text = gettextPo.decode(bytes);
        const template = nextTemplate(text);
        const [po, pot] = [join(folder, "x.po"), join(folder, "x.pot")];
        writeFileSync(po, gettextPo.encode(text));
        writeFileSync(pot, template);
        const matching = fuzzyMatching ? [] : ["--no-fuzzy-matching"];
        const theirs = execFileSync("msgmerge", ["--quiet", "--previous", ...matching, po, pot], { encoding: "utf8" });
        const options = { fuzzyMatching, keepPrevious: true, locations: true, forms: 2, params: {} };
        const ours = mergeTemplate(text, template, options).text;
        expect(said(ours), path).toEqual(said(theirs));
        strings += said(ours).length;
        // What we wrote reads as it is, and merging again changes nothing.
        expect(complaints(po, ours), path).toEqual(complaints(po, theirs));
        expect(mergeTemplate(ours, template, options).text).toBe(ours);
      }
      expect(strings).toBeGreaterThan(10);
    });
  });
