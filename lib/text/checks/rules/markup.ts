/** Light markup inside of strings. */

import { PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { asciidocRules } from "@/lib/text/checks/rules/asciidoc";
import { markdownRules } from "@/lib/text/checks/rules/markdown";
import { mdxRules } from "@/lib/text/checks/rules/mdx";
import { rstRules } from "@/lib/text/checks/rules/rst";
import type { Rule, RuleSet } from "@/lib/text/checks/rules/rule-set";

/** Names of programs of their own have parts: `[thrive:icon]`. */
const BBCODE = /\[(\/?)([A-Za-z*][\w*:.-]{0,60})(?:[=\s][^[\]]{0,500})?\]/g;
const MOST_TAGS = 1000;

/** Names of the tags that are opened and closed. */
function pairsIn(text: string): string[] {
  const pairs: string[] = [];
  const open = new Map<string, number>();
  let count = 0;
  for (const match of text.matchAll(BBCODE)) {
    if (++count > MOST_TAGS) break;
    const name = (match[2] ?? "").toLowerCase();
    const waiting = open.get(name) ?? 0;
    if (match[1] === "") open.set(name, waiting + 1);
    else if (waiting > 0) {
      open.set(name, waiting - 1);
      pairs.push(`[${name}]`);
    }
  }
  return pairs;
}

const bbcode: Rule = {
  fails({ source, target }) {
    if (!source.includes("[") && !target.includes("[")) return PASSED;
    const [wanted, given] = [pairsIn(source), pairsIn(target)];
    return difference(without(wanted, given), without(given, wanted));
  },
};

/** Rules for light markup. */
export const markup: RuleSet = { rules: { bbcode, ...markdownRules, ...rstRules, ...mdxRules, ...asciidocRules } };
