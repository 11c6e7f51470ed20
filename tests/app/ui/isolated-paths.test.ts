import { expect, it } from "vitest";
import { piecesWithPaths } from "@/app/ui/isolated-paths";

/** Lines of alerts in scripts that run to the left. */

const paths = (line: string) => piecesWithPaths(line).filter((_, index) => index % 2 === 1);

it.each([
  ["po/cs.po:12: نص مكسور", ["po/cs.po:12"]],
  ["my files/نصوص.po:3: نص مكسور", ["my files/نصوص.po:3"]],
  ["l10n/de.json تتعذر قراءته بصيغة JSON: نص (السطر 2، العمود 5).", ["l10n/de.json"]],
  ["الملفان po/*.po و app.pot ناقصان.", ["po/*.po", "app.pot"]],
  ["رفض https://example.org/a/b.git الدفع", ["https://example.org/a/b.git"]],
  ["لا مسار هنا. السطر 2", []],
])("in “%s” the paths are told apart", (line, found) => {
  expect(paths(line)).toEqual(found);
  expect(piecesWithPaths(line).join("")).toBe(line);
});

it("a line without a word of such a script is one piece", () => {
  expect(piecesWithPaths("po/cs.po:12: Broken.")).toEqual(["po/cs.po:12: Broken."]);
});
