import { expect, it } from "vitest";
import { applyPatches, EditRefused, type EntryEdit } from "@/lib/text/formats/kernel/format";
import { scanXml } from "@/lib/text/formats/kernel/xml/scanner";
import { findFormat } from "@/lib/text/formats/registry";
import { Dice } from "../mutations";
import { optionsFor, seeded } from "../samples";
import { docxOf, field, p, picture, r, textBox } from "./docx-files";

/** Random documents of what Word writes, and random texts written to random paragraphs of them. */

const docx = findFormat("docx")!;
const WORDS = ["quince", " ", "a  b", "x &amp; y", "1 &lt; 2", "tab", "řeka", "字", "&lt;g>", "end."];
const LOOKS = ["", "", "", "<w:b/>", "<w:i/>", '<w:lang w:val="cs"/>', '<w:u w:val="single"/>'];

let number = 0;

/** What may stand in a paragraph. */
function pieces(dice: Dice, depth: number): string {
  return Array.from({ length: 1 + dice.below(5) }, () => {
    const id = ++number;
    const text = r(dice.one(WORDS), dice.one(LOOKS), dice.one(["", ` w:rsidR="${id}"`]));
    if (depth > 2) return text;
    switch (dice.below(16)) {
      case 0:
        return picture(id, dice.below(2) === 0);
      case 1:
        return `<w:hyperlink r:id="rId${dice.below(3)}">${pieces(dice, depth + 1)}</w:hyperlink>`;
      case 2:
        return field(dice.one(["PAGE", 'HYPERLINK "u"', `REF _${id}`]), text);
      case 3:
        return `<w:bookmarkStart w:id="${id}"/>${pieces(dice, depth + 1)}<w:bookmarkEnd w:id="${id}"/>`;
      case 4:
        return `<w:ins w:id="${id}">${pieces(dice, depth + 1)}</w:ins>`;
      case 5:
        return `<w:del w:id="${id}"><w:r><w:delText>gone</w:delText></w:r></w:del>`;
      case 6:
        return textBox(p(pieces(dice, depth + 1)), dice.one(["anchor", "inline"]));
      case 7:
        return `<w:r><w:footnoteReference w:id="${id}"/>${dice.one(["", "<w:t>x</w:t>"])}</w:r>`;
      case 8:
        return `<w:sdt><w:sdtPr/><w:sdtContent>${pieces(dice, depth + 1)}</w:sdtContent></w:sdt>`;
      case 9:
        return `<w:r><w:fldChar w:fldCharType="${dice.one(["begin", "separate", "end"])}"/></w:r>`;
      case 10:
        return `<w:r><w:t>a</w:t><w:tab/><w:br/><w:br w:type="page"/></w:r><w:proofErr w:type="spellStart"/>`;
      default:
        return text;
    }
  }).join("");
}

/** Everything that must not be lost, in some order. */
const keepsakes = (xml: string): string[] =>
  (
    xml.match(
      /<(?:wp:docPr|w:bookmark\w+|w:footnoteReference|w:hyperlink|w:fldChar|w:instrText|w:delText|w:sdtPr|w:txbxContent)\b[^>]*>/g,
    ) ?? []
  ).sort();

/** A text with the marks of another, in their order or in another one. */
function translation(source: string, dice: Dice): string {
  const plain = dice.below(3) === 0 ? source.replace(/<\/?g(?: id="\d+")?>/g, "") : source;
  const said = plain.replace(/[^<>]+(?=<|$)/g, (text) =>
    dice.below(2) ? text : dice.one(["kdoule", "a b", "<&", "x\ty"]),
  );
  const marks = said.match(/<x id="\d+"\/>/g) ?? [];
  // Things are put at the end.
  return dice.below(4) ? said : said.replace(/<x id="\d+"\/>/g, "") + marks.join("");
}

it("random texts in random paragraphs are read again, and nothing else changes", () => {
  let [written, refused] = [0, 0];
  for (let seed = 0; seed < 100; seed++) {
    const random = seeded(Math.imul(seed + 1, 2654435761));
    for (let at = 0; at < 4; at++) random();
    const dice = new Dice(random);
    const bytes = docxOf({
      document: Array.from({ length: 1 + dice.below(4) }, () => p(pieces(dice, 0))).join("\n"),
      ...(dice.below(2) && { footer1: p(pieces(dice, 1)) }),
    });
    const base = docx.decode(bytes);
    const options = optionsFor("cs", { base, isTemplate: false });
    let text = base;
    for (let turn = 0; turn < 4; turn++) {
      const file = docx.parse(text, options);
      if (file.entries.length === 0) break;
      const entry = dice.one(file.entries);
      const target = turn === 3 ? "" : translation(entry.sources[0]!, dice);
      const edit: EntryEdit = { kind: "set", id: entry.id, targets: [target], state: target ? "translated" : "empty" };
      if (target === entry.sources[0]) continue;
      try {
        const patches = docx.edit(text, file, [edit], options);
        for (const patch of patches)
          expect([seed, patch.start >= entry.span.start && patch.end <= entry.span.end]).toEqual([seed, true]);
        const now = applyPatches(text, patches);
        expect([seed, keepsakes(now)]).toEqual([seed, keepsakes(base)]);
        for (const part of now.split(/<\?member [^?]*\?>/).slice(1)) scanXml(part);
        const after = docx.parse(now, options).entries;
        const said = (entries: typeof after) => entries.map(({ id, targets }) => [id, targets[0]]);
        expect([seed, said(after)]).toEqual([
          seed,
          said(file.entries).map(([id, was]) => [id, id === entry.id ? target : was]),
        ]);
        expect(docx.decode(docx.encode(now, bytes))).toBe(now);
        text = now;
        written++;
      } catch (error) {
        if (!(error instanceof EditRefused)) throw error;
        expect([seed, error.reason]).not.toEqual([
          seed,
          expect.stringMatching(/read as something else|cannot be read/),
        ]);
        refused++;
      }
    }
  }
  expect(written).toBeGreaterThan(120);
  expect(refused).toBeLessThan(written / 2);
});
