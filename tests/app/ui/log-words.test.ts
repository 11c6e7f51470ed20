import { describe, expect, it } from "vitest";
import { failureWords, lineWords, stageWords } from "@/app/ui/log-words";
import type { LineSaid } from "@/lib/domain/tasks/said-line";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

/** The log of a task, in the language of the page. */

const [en, de] = [textsOf("en"), textsOf("de")];
const line = (text: string, said: LineSaid | null) => ({ text, said });
const failed = (why?: Extract<LineSaid, { what: "failed" }>["why"]): LineSaid => ({
  ...{ step: "import", what: "failed", why },
  message: "The merge failed.",
});

describe("a line of a log", () => {
  it("names its step and what became of it", () => {
    expect(lineWords(de, line("import: started", { step: "import", what: "started", attempt: 1 }))).toBe(
      "Einlesen: begonnen",
    );
    expect(lineWords(de, line("perform: started, attempt 2", { step: "perform", what: "started", attempt: 2 }))).toBe(
      "Ausführung: begonnen, 2. Versuch",
    );
    expect(lineWords(de, line("run-1234: done", { step: "run-1234", what: "done" }))).toBe("Komponente 1234: fertig");
    expect(lineWords(en, line("toString: done", { step: "toString", what: "done" }))).toBe("toString: done");
  });

  it("says why a step failed where the words are ours, and what came from elsewhere as it came", () => {
    expect(lineWords(de, line("", failed(refusal("vcsMerge"))))).toBe(
      "Einlesen: Das Zusammenführen ist fehlgeschlagen.",
    );
    expect(lineWords(de, line("", failed()))).toBe("Einlesen: The merge failed.");
    expect(lineWords(de, line("output of a tool", null))).toBe("output of a tool");
  });
});

describe("what a task failed at", () => {
  it("is what its last step said, if it is that", () => {
    const said = failed(refusal("vcsMerge"));
    expect(failureWords(de, "The merge failed.", said)).toBe("Das Zusammenführen ist fehlgeschlagen.");
    expect(failureWords(de, "Something else.", said)).toBe("Something else.");
    expect(failureWords(de, "The merge failed.", undefined)).toBe("The merge failed.");
  });
});

describe("what a task is at", () => {
  it("is how far a transfer is, or a file by its name", () => {
    expect(stageWords(de, "Transfer: receiving, 42 %")).toBe("Übertragung: 42 %");
    expect(stageWords(de, "Waiting for the server")).toBe("Wartet auf den Server.");
    expect(stageWords(de, "po/cs.po")).toBe("po/cs.po");
  });
});
