import type { Definition, Nodes, Parents, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/**
 * Markdown that people write in comments and explanations, as a small tree of what a page may show. There is no HTML in
 * it, and no address but of the web or for mail: what is anything else stays the text that was typed.
 */
export type RichNode =
  | { kind: "text"; text: string }
  | { kind: "break" | "rule" }
  | { kind: "code" | "block"; text: string }
  | { kind: "link"; href: string; children: RichNode[] }
  /** A person who could see the string. */
  | { kind: "mention"; href: string; text: string }
  | { kind: "paragraph" | "heading" | "quote" | "item" | "emphasis" | "strong"; children: RichNode[] }
  | { kind: "list"; first: number | null; children: RichNode[] };

/** Longer texts are shown as they are: what a parser may be made to do grows faster than the text. */
const MOST_CHARACTERS = 10_000;
const MOST_LEVELS = 12;
/** More marks of quotes and lists at the start of one line than anybody means. */
const DEEP = /^[\s>*+.)\d-]{60,}/m;
const MANY = /[[\]*_`~<]{200,}/;

const ADDRESS = /https?:\/\/[^\s<>"'`\u0000-\u001f]+/g;

/** An address that a page may link to; undefined for every other. */
function safeHref(address: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return undefined;
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}

/** What an `@` in a text may name: the longest first, as a name may end like a sentence. */
interface Mention {
  start: number;
  names: string[];
}

function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}@.+_-])@([\p{L}\p{N}@.+_-]{1,150})/gu)].map((match) => {
    const name = match[1] ?? "";
    const names = [name];
    for (let end = name.length; /[@.+_-]/.test(name[end - 1] ?? ""); end--) names.push(name.slice(0, end - 1));
    return { start: match.index, names: names.filter((one) => one !== "") };
  });
}

class Reader {
  private readonly definitions = new Map<string, Definition>();

  constructor(
    private readonly source: string,
    /** Pages of people by their names, in lower case. */
    private readonly people: ReadonlyMap<string, string>,
    tree: Parents,
  ) {
    for (const node of tree.children) if (node.type === "definition") this.definitions.set(node.identifier, node);
  }

  all(nodes: readonly (RootContent | PhrasingContent)[], level: number): RichNode[] {
    return nodes.flatMap((node) => this.one(node, level));
  }

  private typed(node: Nodes): string {
    return this.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  }

  private linked(address: string, children: RichNode[], node: Nodes): RichNode[] {
    const href = safeHref(address);
    return href === undefined ? [{ kind: "text", text: this.typed(node) }] : [{ kind: "link", href, children }];
  }

  private one(node: RootContent | PhrasingContent, level: number): RichNode[] {
    if (level > MOST_LEVELS) return [{ kind: "text", text: this.typed(node) }];
    const within = () => this.all((node as Parents).children as RootContent[], level + 1);
    switch (node.type) {
      case "text":
        return this.text(node.value);
      case "inlineCode":
        return [{ kind: "code", text: node.value }];
      case "code":
        return [{ kind: "block", text: node.value }];
      case "break":
        return [{ kind: "break" }];
      case "thematicBreak":
        return [{ kind: "rule" }];
      case "paragraph":
      case "heading":
      case "emphasis":
      case "strong":
        return [{ kind: node.type, children: within() }];
      case "blockquote":
        return [{ kind: "quote", children: within() }];
      case "listItem":
        return [{ kind: "item", children: within() }];
      case "list":
        return [{ kind: "list", first: node.ordered ? (node.start ?? 1) : null, children: within() }];
      case "link":
        return this.linked(node.url, within(), node);
      case "image":
        return this.linked(node.url, [{ kind: "text", text: node.alt || node.url }], node);
      case "linkReference":
        return this.linked(this.definitions.get(node.identifier)?.url ?? "", within(), node);
      case "definition":
        return [];
      default:
        return [{ kind: "text", text: this.typed(node) }];
    }
  }

  /** Plain text: addresses become links, and names of people who are known mentions. */
  private text(text: string): RichNode[] {
    const nodes: RichNode[] = [];
    let at = 0;
    for (const match of text.matchAll(ADDRESS)) {
      const address = match[0].replace(/[.,:;!?*_)\]}]+$/, "");
      const href = safeHref(address);
      if (href === undefined) continue;
      nodes.push(...this.names(text.slice(at, match.index)));
      nodes.push({ kind: "link", href, children: [{ kind: "text", text: address }] });
      at = match.index + address.length;
    }
    nodes.push(...this.names(text.slice(at)));
    return nodes;
  }

  private names(text: string): RichNode[] {
    const nodes: RichNode[] = [];
    let at = 0;
    const plain = (end: number) => {
      if (end > at) nodes.push({ kind: "text", text: text.slice(at, end) });
    };
    for (const { start, names } of mentionsIn(text)) {
      const name = names.find((one) => this.people.has(one.toLowerCase()));
      const href = name && this.people.get(name.toLowerCase());
      if (name === undefined || !href) continue;
      plain(start);
      at = start + 1 + name.length;
      nodes.push({ kind: "mention", href, text: `@${name}` });
    }
    plain(text.length);
    return nodes;
  }
}

/**
 * Reads Markdown. @param people addresses of those whom `@name` stands for, by their names in lower case
 */
export function readRichText(text: string, people: ReadonlyMap<string, string> = new Map()): RichNode[] {
  if (text.length > MOST_CHARACTERS || DEEP.test(text) || MANY.test(text))
    return [{ kind: "paragraph", children: [{ kind: "text", text }] }];
  const tree = fromMarkdown(text);
  return new Reader(text, people, tree).all(tree.children, 0);
}

/** Names that the text may mention, in lower case: of code and addresses none. */
export function namesMentioned(text: string): string[] {
  const names = new Set<string>();
  const walk = (nodes: readonly RichNode[]): void => {
    for (const node of nodes) {
      if (node.kind === "text")
        for (const mention of mentionsIn(node.text)) for (const name of mention.names) names.add(name.toLowerCase());
      if ("children" in node && node.kind !== "link") walk(node.children);
    }
  };
  if (text.includes("@")) walk(readRichText(text));
  return [...names];
}

/** A text without the names that it calls first: of "@petra: It is a verb." what is said to everybody. */
export function withoutCalls(text: string): string {
  const rest = text.trimStart().replace(/^(?:@[\p{L}\p{N}_.@+-]+[,:;]?\s+)+/u, "");
  return rest === "" ? text : rest;
}

/** What a text says, in one line and without its marks. */
export function plainText(nodes: readonly RichNode[]): string {
  const say = (node: RichNode): string => {
    if ("children" in node)
      return node.kind === "emphasis" || node.kind === "strong" || node.kind === "link"
        ? node.children.map(say).join("")
        : `${node.children.map(say).join("")} `;
    return "text" in node ? node.text : " ";
  };
  return nodes.map(say).join("").replace(/\s+/g, " ").trim();
}
