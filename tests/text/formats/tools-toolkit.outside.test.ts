import { beforeAll, describe, expect, it } from "vitest";
import { findFormat } from "@/lib/text/formats/registry";
import { disagreements, type Limit, type Naming } from "./agreement";
import { type AskedFile, askedFiles } from "./edited-files";
import { looksAtRealFiles } from "./samples";
import { readByToolkit, type ToolkitAnswer, type ToolkitJob } from "./toolkit";
import { STORES } from "./toolkit-stores";
import { missing, toolkitPython } from "./tools";

/** The encoding of a file, by its bytes. */
function encodingOf(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return "utf-16";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8-sig";
  } catch {
    return "iso-8859-1";
  }
}

function jobOf(naming: Naming, file: AskedFile, bytes = naming.help?.given(file.bytes) ?? file.bytes): ToolkitJob {
  return {
    store: naming.store,
    language: file.options.languageCode,
    ...(naming.arguments && { arguments: naming.arguments }),
    ...(naming.encoded && { encoding: encodingOf(bytes) }),
    bytes,
  };
}

interface Asked {
  naming: Naming;
  files: AskedFile[];
  answers: ToolkitAnswer[];
  /** What the store reads from the files as they are, where it is given others. */
  unhelped: ToolkitAnswer[];
}

/** Every file of every format, read by one process. */
function askAll(python: string): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  const jobs: ToolkitJob[] = [];
  const places: [Asked, "answers" | "unhelped"][] = [];
  for (const [id, naming] of Object.entries(STORES)) {
    const about: Asked = { naming, files: askedFiles(findFormat(id)!), answers: [], unhelped: [] };
    asked.set(id, about);
    const ask = (job: ToolkitJob, kind: "answers" | "unhelped"): void => {
      jobs.push(job);
      places.push([about, kind]);
    };
    for (const file of about.files) ask(jobOf(naming, file), "answers");
    if (naming.help) for (const file of about.files) ask(jobOf(naming, file, file.bytes), "unhelped");
  }
  readByToolkit(python, jobs).forEach((answer, index) => {
    const [about, kind] = places[index]!;
    about[kind].push(answer);
  });
  return asked;
}

const python = toolkitPython;
if (python === undefined) missing("translate-toolkit", `what is in files of ${Object.keys(STORES).length} formats`);
else
  describe("the translate toolkit reads", () => {
    let asked = new Map<string, Asked>();
    beforeAll(() => {
      asked = askAll(python);
    }, 240_000);

    describe.each(Object.keys(STORES))("files of %s", (id) => {
      it("as we do, before and after our edits", () => {
        const { naming, files, answers } = asked.get(id)!;
        expect(files.length).toBeGreaterThan(20);
        const found = files.flatMap((file, index) => disagreements(naming, file, answers[index]!, new Set()));
        expect(found.slice(0, 10)).toEqual([]);
      });

      for (const limit of STORES[id]!.limits)
        it(`differently in one case: ${limit.says}`, () => {
          const { naming, files, answers } = asked.get(id)!;
          const used = new Set<Limit>();
          files.forEach((file, index) => {
            disagreements(naming, file, answers[index]!, used);
          });
          // Some cases are in the real files alone.
          if (looksAtRealFiles || !limit.real) expect(used).toContain(limit);
        });

      const help = STORES[id]!.help;
      if (help)
        it(`with our help: ${help.says}`, () => {
          const { naming, files, unhelped } = asked.get(id)!;
          const found = files.flatMap((file, index) => disagreements(naming, file, unhelped[index]!, new Set()));
          expect(found.length).toBeGreaterThan(0);
        });
    });
  });
