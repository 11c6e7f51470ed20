import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { watchesTags } from "@/lib/text/checks/xml-invalid";
import { scanXml } from "@/lib/text/checks/xml-scan";

/** Languages that write without spaces between words. */
const WITHOUT_SPACES = new Set("bo cmn dz ja km lo my nan shn th wuu yue zh".split(" "));
const TAG = /<(\/?[A-Za-z_:][\w:.-]{0,100})[^<>]*>/g;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Languages that put articles, prepositions or endings on a word without a space, also on one in a tag. */
const ATTACHING = new Set("ar az ckb et eu fa fi he hu ka kk ko ku ky mn sw tk tr tt ug uz xh yi zu".split(" "));
const MOST_TAGS = 500;

type Neighbour = "letter" | "blank" | "other";

interface Neighbours {
  name: string;
  text: string;
  before: Neighbour;
  after: Neighbour;
}

/** A character by what matters here; letters outside of the first plane have two units. */
const neighbour = (character: string): Neighbour =>
  LETTER.test(character) ? "letter" : /\s/.test(character) ? "blank" : "other";

/** Tags of a text with what stands right before and behind them. */
function tagsOf(text: string): Neighbours[] {
  const tags: Neighbours[] = [];
  for (const match of text.matchAll(TAG)) {
    if (tags.length >= MOST_TAGS) break;
    const { index } = match;
    tags.push({
      name: match[1] ?? "",
      text: match[0],
      before: neighbour(text.slice(Math.max(0, index - 2), index).match(/.$/su)?.[0] ?? ""),
      after: neighbour(String.fromCodePoint(text.codePointAt(index + match[0].length) ?? 0)),
    });
  }
  return tags;
}

export const xmlCharsAroundTags: Check = {
  id: "xml-chars-around-tags",
  name: "Characters around tags",
  about: "A letter stands right beside a tag where the source has a space or a mark, or the other way round.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (!source.includes("<") || !target.includes("<") || WITHOUT_SPACES.has(unit.language)) return PASSED;
    if (!watchesTags(source, unit) || !scanXml(target)) return PASSED;
    const [wanted, given] = [tagsOf(source), tagsOf(target)];
    // Tags that are others, or stand in another order, cannot be told which belong together.
    if (wanted.length !== given.length || wanted.some(({ name }, index) => name !== given[index]?.name)) return PASSED;
    for (const [index, { name, before, after }] of wanted.entries()) {
      const tag = given[index];
      if (!tag) continue;
      const joins = !ATTACHING.has(unit.language);
      const mayJoin = { before: joins && !name.startsWith("/"), after: joins && name.startsWith("/") };
      if (name.startsWith("/") && movedOut(before, after) && movedOut(tag.before, tag.after)) continue;
      const [lead, tail] = [
        changed(before, tag.before, mayJoin.before),
        isBreak(name) ? undefined : changed(after, tag.after, mayJoin.after),
      ];
      if (lead) return found(lead === "letter" ? "letterBefore" : "noLetterBefore", { tag: tag.text });
      if (tail) return found(tail === "letter" ? "letterBehind" : "noLetterBehind", { tag: tag.text });
    }
    return PASSED;
  },
};

/** A blank on just one side of a closing tag: on which is the same to a reader. */
const movedOut = (before: Neighbour, after: Neighbour): boolean => (before === "blank") !== (after === "blank");

/** Tags that begin a line, where blanks are not shown. */
const isBreak = (name: string): boolean => /^(?:br|p|div|li|h[1-6])$/i.test(name);

/**
 * What stands beside the tag where that is wrong: a blank for a letter, or, where words may have run together, a letter for a
 * blank. Blanks within the source's tags are seldom meant, and marks are the language's own affair.
 */
function changed(wanted: Neighbour, given: Neighbour, watchesJoins: boolean): Neighbour | undefined {
  if (wanted === "letter" && given === "blank") return given;
  return watchesJoins && wanted === "blank" && given === "letter" ? given : undefined;
}
