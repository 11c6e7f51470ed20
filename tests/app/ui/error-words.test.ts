import { describe, expect, it } from "vitest";
import { beginningWords, failureWords } from "@/app/ui/error-words";
import { errorSaid } from "@/lib/domain/changes/because";
import { worded } from "@/lib/domain/errors";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

/** What failed, in the language of the page, with what programs printed as they printed it. */

const de = textsOf("de");
const said = refusal("vcsUnmerged", { names: "po/cs.po" });
const { message } = worded(said);
const german = "Diese Dateien wurden auf beiden Seiten geändert und ließen sich nicht zusammenführen: po/cs.po.";

describe("what a merge failed at", () => {
  it("begins in the words of the reader, and ends with the output of Git", () => {
    expect(beginningWords(de, `${message}\nCONFLICT (content): po/cs.po`, said)).toBe(
      `${german}\nCONFLICT (content): po/cs.po`,
    );
  });

  it("is told apart from the output of Git, with a message and without", () => {
    const output = "CONFLICT (content): po/cs.po\nerror: could not apply b41a6a1";
    expect(failureWords(de, `${message}\n${output}`, said)).toEqual({ words: german, output });
    expect(failureWords(de, `Git cannot merge.\n${output}`, null)).toEqual({ words: "Git cannot merge.", output });
    expect(failureWords(de, message, said)).toEqual({ words: german, output: "" });
    expect(failureWords(de, "Git cannot merge.", null)).toEqual({ words: "Git cannot merge.", output: "" });
  });

  it("is as it was stored where no message belongs to it", () => {
    expect(beginningWords(de, message, null)).toBe(message);
    expect(beginningWords(de, message, undefined)).toBe(message);
  });

  it("is told of a line of the ledger that has both, and of no other", () => {
    expect(errorSaid({ error: message, said })).toEqual(said);
    expect(errorSaid({ error: message })).toBeUndefined();
    expect(errorSaid({ reason: message, said })).toBeUndefined();
    expect(errorSaid({ error: message, said: "vcsUnmerged" })).toBeUndefined();
  });
});
