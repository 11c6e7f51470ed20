import { is, selectAll } from "css-select";
import { isTraversal, parse as parseSelector, type Selector } from "css-what";
import type { AnyNode, Element, ParentNode } from "domhandler";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** Texts of pages that stand in elements which a CSS selector matches. */

/** Selectors are written by people, and pages by anybody: what costs more than a walk over the page is not offered. */
const LONGEST_SELECTOR = 500;
const MOST_PARTS = 60;
const PSEUDO_CLASSES: ReadonlySet<string> = new Set([
  ...["not", "is", "where", "root", "empty", "lang"],
  ...["first-child", "last-child", "only-child", "nth-child", "nth-last-child"],
  ...["first-of-type", "last-of-type", "only-of-type", "nth-of-type", "nth-last-of-type"],
]);

/** What is wrong with a selector, as a sentence; undefined when pages can be searched with it. */
export function selectorProblem(selector: string): Refusal | undefined {
  if (selector.length > LONGEST_SELECTOR) return refusal("selectorLong", { most: LONGEST_SELECTOR });
  let groups: Selector[][];
  try {
    groups = parseSelector(selector);
    if (groups.length === 0) return refusal("selectorEnter");
    const parts = [...everyPart(groups)];
    if (everyGroup(groups).some(isTorn)) return refusal("selectorTorn");
    if (parts.length > MOST_PARTS) return refusal("selectorParts", { most: MOST_PARTS });
    for (const part of parts) {
      if (part.type === "pseudo-element") return refusal("selectorElement", { name: `::${part.name}` });
      if (part.type === "pseudo" && !PSEUDO_CLASSES.has(part.name))
        return refusal("selectorPseudo", { name: `:${part.name}` });
      if (part.type === "parent" || part.type === "column-combinator") return refusal("selectorCombinator");
    }
    // It says what it does not know when it is used.
    is({ type: "tag", name: "p", attribs: {}, children: [] } as unknown as Element, selector);
  } catch (error) {
    return refusal("selectorWrong", { detail: (error as Error).message });
  }
  return undefined;
}

const everyGroup = (groups: readonly Selector[][]): Selector[][] => [
  ...groups,
  ...groups.flat().flatMap((part) => (part.type === "pseudo" && Array.isArray(part.data) ? everyGroup(part.data) : [])),
];

/** Whether a browser would refuse what the parser lets pass: a combinator at an end, or two dots. */
function isTorn(group: readonly Selector[]): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || isTraversal(first) || isTraversal(last)) return true;
  return group.some(
    (part) => part.type === "attribute" && part.action === "element" && /^[.#]?$|^[.#]/.test(part.value),
  );
}

function* everyPart(groups: readonly Selector[][]): Generator<Selector> {
  for (const part of groups.flat()) {
    yield part;
    if (part.type === "pseudo" && Array.isArray(part.data)) yield* everyPart(part.data);
  }
}

/** Elements whose text is not for readers. */
const NO_TEXT: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "textarea"]);

/** A text as readers see it: blanks in a row count as one. */
export const visibleText = (text: string): string => text.replaceAll(/[\t\n\f\r ]+/g, " ").replaceAll(/^ | $/g, "");

/**
 * Texts of the elements that a selector matches, each once, in the order of the page. Elements that have others inside are
 * left out: a translation put in their place would take those away.
 * @param selector one that has no `selectorProblem`
 */
export function pageTexts(html: string, selector: string): string[] {
  const page = parse(html, { treeAdapter: adapter }) as ParentNode;
  const found = new Set<string>();
  for (const element of selectAll<AnyNode, Element>(selector, page as AnyNode)) {
    if (NO_TEXT.has(element.name) || element.children.some((child) => "name" in child && "attribs" in child)) continue;
    const text = visibleText(element.children.map((child) => (child.type === "text" ? child.data : "")).join(""));
    if (text !== "") found.add(text);
  }
  return [...found];
}
