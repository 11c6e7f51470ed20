import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { scanMessages } from "@/lib/text/formats/gettext/tokens";
import { reformatFile } from "@/lib/text/formats/kernel/reformat";
import { optionsFor, ownSamples, projectSamples } from "../samples";

describe("reformatted PO files", () => {
  const long = `${"word ".repeat(20)}end`;
  const text = `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\n#, fuzzy\n#| msgid "${long}"\nmsgid "a"\nmsgstr "${long}"\n\n#: b.c:1\n#~| msgid "old"\n#~ msgid "b"\n#~ msgstr "${long}"\n`;
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "loquat-po-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The lines of all fields, by what they are. */
  const fieldsOf = (source: string): Map<string, string> =>
    new Map(
      scanMessages(source).flatMap(({ obsolete, context, id, plural, strings }) =>
        [context, id, plural, ...strings].map((field, at) => [
          JSON.stringify([obsolete, context?.value, id.value, at]),
          field ? source.slice(field.start, field.end) : "",
        ]),
      ),
    );

  it("have the lines of msgcat, and compile as before", () => {
    const samples = [...ownSamples("po"), ...projectSamples("po")].filter(({ path }) => path.endsWith(".po"));
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of [
      ...samples,
      { ...samples[0]!, path: "made", bytes: Buffer.from(text), options: optionsFor("cs") },
    ])
      for (const width of [77, 65535]) {
        const source = gettextPo.decode(sample.bytes);
        const ours = reformatFile(gettextPo, source, { ...sample.options, params: { po_line_wrap: width } });
        if (!/charset=utf-8/i.test(ours)) continue;
        const path = join(folder, "case.po");
        writeFileSync(path, gettextPo.encode(ours));
        const theirs = execFileSync("msgcat", [...(width === 77 ? [] : ["--no-wrap"]), path], { encoding: "utf8" });
        expect([sample.path, fieldsOf(ours)]).toEqual([sample.path, fieldsOf(theirs)]);
        const was = join(folder, "was.po");
        writeFileSync(was, sample.bytes);
        const [before, after] = [was, path].map((file) => spawnSync("msgfmt", ["-c", "-o", "/dev/null", file]).status);
        expect([sample.path, after]).toEqual([sample.path, before]);
      }
  });
});
