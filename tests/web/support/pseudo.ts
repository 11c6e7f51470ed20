import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

/** Languages that nobody speaks, made from the English texts: longer, with no letter of ASCII, from left and from right. */
export const PSEUDO = { leftToRight: "en-XA", rightToLeft: "ar-XB" } as const;

interface Tree {
  [key: string]: string | Tree;
}

const FROM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LATIN = [..."áƀçđéƒğĥíĵķłɱñóþɋřšŧúṽŵẋýžÁɃÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ"];
const ARABIC = [..."ابتثجحخدذرزسشصضطظعغفقكلمنهابتثجحخدذرزسشصضطظعغفقكلمنه"];

/** A text in other letters, a third longer. */
function disguised(text: string, letters: readonly string[]): string {
  const other = [...text].map((letter) => letters[FROM.indexOf(letter)] ?? letter).join("");
  const words = Math.ceil((text.match(/\p{L}/gu)?.length ?? 0) / 15);
  return words === 0 ? other : `${other}${` ${letters.slice(0, 4).join("")}`.repeat(words)}`;
}

/** The words of a message in other letters; the last of its texts alone is longer. */
function disguise(parts: MessageFormatElement[], letters: readonly string[]): MessageFormatElement[] {
  return parts.map((part): MessageFormatElement => {
    if (part.type === TYPE.literal) return { ...part, value: disguised(part.value, letters) };
    if (part.type === TYPE.tag) return { ...part, children: disguise(part.children, letters) };
    if (part.type !== TYPE.plural && part.type !== TYPE.select) return part;
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: disguise(option.value, letters) },
    ]);
    return { ...part, options: Object.fromEntries(options) } as MessageFormatElement;
  });
}

function pseudo(messages: Tree, letters: readonly string[]): Tree {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? printAST(disguise(parse(value), letters)) : pseudo(value, letters),
    ]),
  );
}

/** Writes both catalogues into a folder for LOQUAT_MESSAGES. */
export function writePseudo(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const english = JSON.parse(readFileSync(join(process.cwd(), "app/messages/en.json"), "utf8")) as Tree;
  writeFileSync(join(folder, `${PSEUDO.leftToRight}.json`), JSON.stringify(pseudo(english, LATIN)));
  writeFileSync(join(folder, `${PSEUDO.rightToLeft}.json`), JSON.stringify(pseudo(english, ARABIC)));
}
