import { FormatError } from "../format";
import { readXmlFragment, readXmlTree } from "./tokens";
import type { XmlAttribute, XmlElement, XmlNode } from "./tree";

/**
 * XML with ranges: the one reader of all XML formats. It checks well-formedness, keeps every offset, loads nothing
 * from outside and expands nothing.
 */

export interface XmlDocument {
  root: XmlElement;
  /** Everything at the top, the root included. */
  children: XmlNode[];
  /** Names of the general entities that the doctype declares. */
  entities: ReadonlySet<string>;
}

/** First attribute with this name. */
export function attributeOf(element: XmlElement, name: string): XmlAttribute | undefined {
  return element.attributes.find((attribute) => attribute.name === name);
}

/**
 * Reads a whole XML document as objects, see `readXmlTree`.
 * @throws FormatError with line and column when it is not well-formed.
 */
export function scanXml(text: string): XmlDocument {
  const { tree, root } = readXmlTree(text);
  return { root: tree.element(root), children: tree.inside(0), entities: tree.entities };
}

/**
 * Reads text that may hold markup, such as what a translator typed; `entities` are those of the file it goes into.
 * Undefined when it is not well-formed.
 */
export function scanXmlFragment(text: string, entities: ReadonlySet<string> = new Set()): XmlNode[] | undefined {
  try {
    return readXmlFragment(text, entities).inside(0);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Prefixes of all element and attribute names below the nodes, `xmlns` declarations left out. */
export function usedPrefixes(nodes: readonly XmlNode[]): Set<string> {
  const found = new Set<string>();
  const visit = (list: readonly XmlNode[]): void => {
    for (const node of list) {
      if (node.kind !== "element") continue;
      for (const { name } of [node, ...node.attributes]) {
        const colon = name.indexOf(":");
        if (colon > 0 && !name.startsWith("xmlns:") && !name.startsWith("xml:")) found.add(name.slice(0, colon));
      }
      visit(node.children);
    }
  };
  visit(nodes);
  return found;
}
