import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { compileMo } from "@/lib/text/formats/gettext/mo";
import { ownSamples, projectSamples } from "../samples";
import { missing } from "../tools";

if (!spawnSync("msgfmt", ["--version"]).stdout?.toString().includes("0.21"))
  missing("GNU gettext 0.21", "what compiled catalogues hold");
else
  describe("msgfmt and msgunfmt of GNU gettext 0.21", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "loquat-mo-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each([false, true])("write the same catalogues, to the byte, and read ours (fuzzy: %s)", (fuzzy) => {
      const files = [...ownSamples("po"), ...projectSamples("po")].filter(({ path }) => path.endsWith(".po"));
      for (const { bytes, path } of files) {
        const [po, mo, ours] = ["x.po", "x.mo", "ours.mo"].map((name) => join(folder, name)) as [
          string,
          string,
          string,
        ];
        const text = gettextPo.decode(bytes);
        const charset = /charset=([\w-]+)/.exec(text)?.[1]?.toLowerCase();
        if (charset !== "utf-8") continue;
        writeFileSync(po, bytes);
        execFileSync("msgfmt", ["--no-hash", ...(fuzzy ? ["--use-fuzzy"] : []), `--output-file=${mo}`, po], {
          stdio: "pipe",
        });
        writeFileSync(ours, compileMo(text, { fuzzy }));
        const read = (file: string) => execFileSync("msgunfmt", [file], { encoding: "utf8" });
        expect(read(ours), path).toBe(read(mo));
        expect(readFileSync(ours).equals(readFileSync(mo)), path).toBe(true);
      }
    });
  });
