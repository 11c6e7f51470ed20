import { describe, expect, it } from "vitest";
import { followSourceEdit } from "@/lib/text/source-edit/follow";

const follow = (before: string, after: string, target: string, language: string) =>
  followSourceEdit({ before: [before], after: [after] }, [target], language)?.[0];

describe("a translation behind an edited source", () => {
  it.each([
    ["Open", "Open.", "Otevřít", "cs", "Otevřít."],
    ["Open", "Open.", "開く", "ja", "開く。"],
    ["Open.", "Open", "開く。", "ja", "開く"],
    ["Really", "Really?", "هل أنت متأكد", "ar", "هل أنت متأكد؟"],
    ["Name", "Name:", "Nom", "fr_CA", "Nom\u00a0:"],
    ["Name:", "Name", "Nom\u00a0:", "fr", "Nom"],
    ["Wait...", "Wait…", "Čekejte...", "cs", "Čekejte..."],
    ["Wait", "Wait…", "等待", "zh_Hans", "等待……"],
    ["Open.", "Open!", "Otevřít.", "cs", "Otevřít!"],
    ["Open", "Open.", "Otevřít.", "cs", "Otevřít."],
    ["Wait 5 s", "Wait 10 s", "Čekejte 5 s", "cs", "Čekejte 10 s"],
    ["%1$s in %2$s", "%2$s in %1$s", "%1$s v %2$s", "cs", "%2$s v %1$s"],
    ["Hi {name}", "Hi {user}", "Ahoj {name}", "cs", "Ahoj {user}"],
    ["Open", "Open ", "Otevřít", "cs", "Otevřít "],
    ["\nOpen", "Open", "\nOtevřít", "cs", "Otevřít"],
  ])("%j to %j makes %j (%s) %j", (before, after, target, language, expected) => {
    expect(follow(before, after, target, language)).toBe(expected);
  });

  it.each([
    ["two signs of Spanish", "Really", "Really?", "De verdad", "es"],
    ["a language without marks", "Open", "Open.", "เปิด", "th"],
    ["an end that was not that of the source", "Open.", "Open", "Otevřít!", "cs"],
    ["several marks at once", "Open", "Open?!", "Otevřít", "cs"],
    ["a number that is written out", "Wait 5 s", "Wait 10 s", "Čekejte pět s", "cs"],
    ["a number inside of another one", "Wait 5 s", "Wait 10 s", "Čekejte 15 s", "cs"],
    ["a number that comes more often", "Wait 5 s", "Wait 10 s", "5: čekejte 5 s", "cs"],
    ["words", "Open", "Close", "Otevřít", "cs"],
    ["case", "open", "Open", "otevřít", "cs"],
    ["blanks inside", "Open  it", "Open it", "Otevřít to", "cs"],
  ])("does not follow %s", (_, before, after, target, language) => {
    expect(follow(before, after, target, language)).toBeUndefined();
  });

  it("follows form by form, or not at all", () => {
    const edit = { before: ["%d file", "%d files"], after: ["%d file.", "%d files."] };
    expect(followSourceEdit(edit, ["%d soubor", "%d soubory", ""], "cs")).toEqual(["%d soubor.", "%d soubory.", ""]);
    expect(followSourceEdit(edit, ["%d soubor!", "%d soubory", "%d souborů"], "cs")).toBeUndefined();
    expect(followSourceEdit(edit, ["%d ファイル"], "ja")).toEqual(["%d ファイル。"]);
    expect(followSourceEdit({ before: ["a"], after: ["a", "b"] }, ["x"], "cs")).toBeUndefined();
  });
});
