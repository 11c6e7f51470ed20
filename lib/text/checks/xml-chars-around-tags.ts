import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { watchesTags } from "@/lib/text/checks/xml-invalid";
import { scanXml } from "@/lib/text/checks/xml-scan";

/** Languages that write without spaces between words. */
const WITHOUT_SPACES = new Set("bo cmn dz ja km lo my nan shn th wuu yue zh".split(" "));
const TAG = /<(\/?[A-Za-z_:][\w:.-]{0,100})[^<>]*>/g;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const MOST_TAGS = 500;

interface Neighbours {
  name: string;
  text: string;
  before: boolean;
  after: boolean;
}

/** Tags of a text with whether letters or digits stand right before and behind them. */
function tagsOf(text: string): Neighbours[] {
  const tags: Neighbours[] = [];
  for (const match of text.matchAll(TAG)) {
    if (tags.length >= MOST_TAGS) break;
    const { index } = match;
    tags.push({
      name: match[1] ?? "",
      text: match[0],
      before: LETTER.test(text.slice(Math.max(0, index - 2), index).slice(-1)),
      after: LETTER.test(text.charAt(index + match[0].length)),
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
    for (const [index, { before, after }] of wanted.entries()) {
      const tag = given[index];
      if (!tag || (tag.before === before && tag.after === after)) continue;
      if (tag.before !== before) return found(tag.before ? "letterBefore" : "noLetterBefore", { tag: tag.text });
      return found(tag.after ? "letterBehind" : "noLetterBehind", { tag: tag.text });
    }
    return PASSED;
  },
};
