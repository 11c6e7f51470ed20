import { applyPatches, type Reformat } from "../format";
import { PatchList } from "../splice";
import { readXmlTree } from "./tokens";
import type { XmlTree } from "./tree";

/** A whole XML file with its empty elements closed as `xml_closing_tags` says: to XML, both spellings are the same. */

/**
 * Reformatting for an XML format.
 * @param texts local names of the elements that hold texts; without them, those are the children of the root. What is
 *   inside of a text is a part of it, and stays as it was written
 */
export function closingTags(texts?: readonly string[]): Reformat {
  const holders = texts && new Set(texts);
  return {
    params: ["xml_closing_tags"],
    apply: (text, { xml_closing_tags: pairs }) => (typeof pairs === "boolean" ? close(text, pairs, holders) : text),
  };
}

function close(text: string, pairs: boolean, holders: ReadonlySet<string> | undefined): string {
  const { tree, root } = readXmlTree(text);
  const patches = new PatchList(text);
  let end: string | undefined;
  for (const node of emptyElements(tree, root, holders)) {
    const openEnd = tree.openEnd(node);
    const single = tree.end(node) === openEnd;
    if (pairs && single) {
      patches.replace(blanksBefore(text, openEnd - 2), openEnd, `></${tree.name(node)}>`);
    } else if (!pairs && !single) {
      end ??= usualEnd(text, tree);
      patches.replace(blanksBefore(text, openEnd - 1), tree.end(node), end);
    }
  }
  return applyPatches(text, patches.finish());
}

/** Elements with nothing in them, those inside of texts left out. */
function* emptyElements(tree: XmlTree, root: number, holders: ReadonlySet<string> | undefined): Generator<number> {
  const last = tree.after(0);
  for (let node = root; node < last; ) {
    if (tree.isElement(node) && tree.after(node) === node + 1 && tree.openEnd(node) === tree.closeStart(node))
      yield node;
    const isText = node !== root && (holders === undefined || holdsText(tree, node, holders));
    node = isText ? tree.after(node) : node + 1;
  }
}

/** Whether an element holds a text; one with holders right inside, such as plural forms, does not. */
function holdsText(tree: XmlTree, node: number, holders: ReadonlySet<string>): boolean {
  if (!holders.has(tree.local(node))) return false;
  for (let child = node + 1; child < tree.after(node); child = tree.after(child))
    if (holders.has(tree.local(child))) return false;
  return true;
}

function blanksBefore(text: string, at: number): number {
  let start = at;
  while (/[ \t\r\n]/.test(text[start - 1] ?? "")) start--;
  return start;
}

/** How the file ends elements that it closes at once: the first of them shows it. */
function usualEnd(text: string, tree: XmlTree): string {
  for (let node = 1; node < tree.after(0); node++)
    if (tree.isElement(node) && tree.end(node) === tree.openEnd(node))
      return /[ \t\r\n]/.test(text[tree.end(node) - 3] ?? "") ? " />" : "/>";
  return "/>";
}
