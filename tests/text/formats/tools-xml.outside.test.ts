import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFormat } from "@/lib/text/formats/registry";
import { type AskedFile, askedFiles } from "./edited-files";
import { optionsFor } from "./samples";
import { missing, runs } from "./tools";

/** Every fixture and real file of the XML formats, and what our edits make of them, given to tools that read XML. */

const XML = [
  ...["ts", "ts1", "plainxliff", "xliff", "poxliff", "apple-xliff", "xliff2", "xliff2-placeables", "tbx", "wxl"],
  ...["stringsdict", "resx", "aresource", "moko-resource", "cmp-resource", "resourcedictionary", "flatxml"],
  ...["xwiki-page-properties", "xwiki-fullpage"],
];
const CONTAINERS = ["odf", "idml", "docx"];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loquat-xml-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes documents into numbered files and gives their paths. */
const written = (id: string, ending: string, documents: readonly (string | Uint8Array)[]): string[] =>
  documents.map((document, index) => {
    const path = join(folder, `${id}-${index}.${ending}`);
    writeFileSync(path, document);
    return path;
  });

/** The complaints about documents, with the name of each in place of its path. */
function complaints(id: string, documents: readonly (string | Uint8Array)[], names: readonly string[]): string[] {
  const paths = written(id, "xml", documents);
  const { stderr, status } = spawnSync("xmllint", ["--noout", "--nonet", "--huge", ...paths], { encoding: "utf8" });
  const lines = stderr.split("\n").filter((line) => line.includes(" error "));
  if (status !== 0 && lines.length === 0) lines.push(`xmllint ended with ${status}`);
  return lines.map((line) => line.replace(/^.*-(\d+)\.xml/, (_, index) => names[Number(index)] ?? ""));
}

if (!runs("xmllint", "--version")) missing("xmllint", `whether files of ${XML.length} formats are XML`);
else
  describe("xmllint accepts", () => {
    it.each(XML)("what we write into files of %s", (id) => {
      const files = askedFiles(findFormat(id)!);
      expect(files.length).toBeGreaterThan(20);
      const names = files.map((file) => file.name);
      expect(
        complaints(
          id,
          files.map((file) => file.bytes),
          names,
        ),
      ).toEqual([]);
    });

    it.each(CONTAINERS)("the members of what we write into files of %s", (id) => {
      const format = findFormat(id)!;
      const members = askedFiles(format).flatMap((file) =>
        format
          .decode(file.bytes)
          .split(/<\?member [^?]*\?>/)
          .filter((part) => part.trim() !== "")
          .map((part) => [part, file.name] as const),
      );
      expect(members.length).toBeGreaterThan(20);
      expect(
        complaints(
          id,
          members.map(([part]) => part),
          members.map(([, name]) => name),
        ),
      ).toEqual([]);
    });
  });

/** Our files of Qt: those that the tool for the newer format reads. */
const qtFiles = (): AskedFile[] => askedFiles(findFormat("ts")!);

if (!runs("lconvert", "-h") || !runs("lrelease", "-version")) missing("qt", "what Qt reads from its files");
else
  describe("the tools of Qt", () => {
    it("compile every file we write", () => {
      const paths = written(
        "ts",
        "ts",
        qtFiles().map((file) => file.bytes),
      );
      const { status, stderr } = spawnSync("lrelease", ["-silent", ...paths], { encoding: "utf8" });
      expect(stderr).not.toMatch(/error|cannot/i);
      expect(status).toBe(0);
    });

    it("read the texts that we say stand there", () => {
      const files = qtFiles();
      const paths = written(
        "po",
        "ts",
        files.map((file) => file.bytes),
      );
      const po = findFormat("po")!;
      const wrong: string[] = [];
      files.forEach((file, index) => {
        const out = `${paths[index]}.po`;
        const { status, stderr } = spawnSync("lconvert", ["-i", paths[index]!, "-o", out], { encoding: "utf8" });
        if (status !== 0) wrong.push(`${file.name}: ${stderr}`);
        const theirs = po.parse(readFileSync(out, "utf8"), optionsFor(file.options.languageCode)).entries;
        const spell = (source: string, targets: readonly string[]): string =>
          JSON.stringify([source.replaceAll("(s)", ""), targets]);
        const texts = new Set(theirs.map((entry) => spell(entry.sources[0]!, entry.targets)));
        for (const entry of file.entries) {
          const [source = ""] = entry.sources;
          // Without a mark and a text, a message is as its source to us.
          const isSame = entry.state === "translated" && entry.targets[0] === source;
          if (!texts.has(spell(source, entry.targets)) && !(isSame && texts.has(spell(source, [""]))))
            wrong.push(`${file.name}: ${JSON.stringify([source, entry.targets])}`);
        }
      });
      expect(wrong.slice(0, 10)).toEqual([]);
    });
  });
