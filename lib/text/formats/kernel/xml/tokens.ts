import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { codeUnits } from "../code-units";
import { FormatError, positionAt } from "../format";
import {
  AMPERSAND,
  BAD,
  BAD_CHARACTER,
  BRACKET,
  CLASSES,
  LESS,
  NAME,
  NAMING,
  PLAIN,
  QUOTE,
  RETURN,
} from "./characters";
import { doctypeEnd } from "./doctype";
import { PREDEFINED, REFERENCE } from "./escape";
import { grown, guessed, trimmed } from "./node-arrays";
import {
  AFTER,
  ATTRIBUTE,
  asKey,
  CLOSE_START,
  ELEMENT,
  END,
  FIELD,
  FIELD_NAME,
  FIELD_START,
  HEAD,
  KINDS,
  NAME_SHIFT,
  NODE,
  OPEN_END,
  ROUGH,
  START,
  VALUE_END,
  VALUE_START,
  XmlTree,
} from "./tree";

/** The tokenizer of XML: one pass over the code units that checks well-formedness and fills a tree. */

const DEEPEST = 200;

const NOT_ALLOWED = refusal("readXmlCharacter");
/** What is said of pieces that have no end. */
const OPEN = {
  comment: refusal("readCommentMark", { mark: "-->" }),
  cdata: refusal("readCdata", { mark: "]]>" }),
  instruction: refusal("readInstruction", { mark: "?>" }),
};
const NO_ENTITIES: ReadonlySet<string> = new Set();

class Tokenizer {
  private at = 0;
  private readonly units: Uint16Array;
  private readonly size: number;
  private nodes: Int32Array;
  private count = 0;
  private fields: Int32Array;
  private filled = 0;
  private surrogates = false;
  readonly entities = new Set<string>();
  private readonly names = [""];
  private readonly numbers = new Map<string, number>();
  /** Where a name was met first, and the element that had it last as an attribute. */
  private readonly nameAt = [0];
  private readonly lastIn = [0];
  /** Numbers of names by a hash; what collides is found by its text. */
  private readonly quick = new Int32Array(256);

  constructor(
    private readonly text: string,
    /** Entities that are known from outside, for fragments. */
    private readonly known: ReadonlySet<string>,
  ) {
    this.units = codeUnits(text);
    this.size = text.length;
    const { nodes, attributes } = guessed(this.units, text.length);
    this.nodes = new Int32Array(NODE * (8 + Math.ceil(nodes)));
    this.fields = new Int32Array(FIELD * (8 + Math.ceil(attributes)));
    if (this.units[0] === 0xfeff) this.at = 1;
  }

  /** A character that XML does not allow is told before anything else. */
  private fail(said: Refusal, at = this.at): never {
    const bad = BAD_CHARACTER.exec(this.text);
    const { line, column } = positionAt(this.text, bad?.index ?? at);
    throw new FormatError(bad ? NOT_ALLOWED : said, line, column);
  }

  private skipBlank(): boolean {
    const start = this.at;
    for (; ; this.at++) {
      const code = this.units[this.at];
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return this.at > start;
    }
  }

  /** Moves behind a name and gives its number. */
  private name(): number {
    const { units } = this;
    const start = this.at;
    let code = units[start]!;
    if (code < 128 && NAMING[code] !== 2) return this.fail(refusal("readXmlName"));
    let hash = 0;
    let at = start;
    while (code < 128 && NAMING[code] !== 0) {
      hash = (hash * 31 + code) & 0xffff;
      code = units[++at]!;
    }
    if (code >= 128) return this.rareName(start);
    this.at = at;
    const slot = (hash ^ (at - start)) & 255;
    const number = this.quick[slot]!;
    if (number > 0 && this.isName(number, start, at)) return number;
    const found = this.numberOf(this.text.slice(start, at), start);
    this.quick[slot] = found;
    return found;
  }

  private isName(number: number, start: number, end: number): boolean {
    const { units } = this;
    if (this.names[number]!.length !== end - start) return false;
    for (let from = this.nameAt[number]!, at = start; at < end; at++, from++)
      if (units[from] !== units[at]) return false;
    return true;
  }

  /** A name with other letters than those of ASCII. */
  private rareName(start: number): number {
    NAME.lastIndex = start;
    const name = NAME.exec(this.text)?.[0];
    if (name === undefined) return this.fail(refusal("readXmlName"), start);
    this.at = start + name.length;
    return this.numberOf(name, start);
  }

  private numberOf(name: string, start: number): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.numbers.set(name, number);
      this.names.push(asKey(name));
      this.nameAt.push(start);
      this.lastIn.push(-1);
    }
    return number;
  }

  /** Moves behind `mark`, which must come. */
  private through(mark: string, from: number, open: Refusal): void {
    const end = this.text.indexOf(mark, from);
    if (end < 0) this.fail(open);
    this.at = end + mark.length;
    for (let at = from; at < end; at++) {
      const code = this.units[at]!;
      if ((code < 32 && CLASSES[code] === BAD) || (code >= 0xd800 && this.isBad(code))) this.fail(NOT_ALLOWED);
    }
  }

  /** Whether a code unit from the surrogates on is none that XML knows; halves of characters are noted. */
  private isBad(code: number): boolean {
    if (code < 0xe000) this.surrogates = true;
    return code >= 0xfffe;
  }

  private attribute(element: number): void {
    const start = this.at;
    const number = this.name();
    if (this.lastIn[number] === element) this.fail(refusal("readXmlTwice", { name: this.names[number]! }), start);
    this.lastIn[number] = element;
    this.skipBlank();
    if (this.units[this.at] !== 61) this.fail(refusal("readXmlNoValue", { name: this.names[number]! }), start);
    this.at++;
    this.skipBlank();
    const quote = this.units[this.at];
    if (quote !== 34 && quote !== 39) this.fail(refusal("readXmlQuotes", { name: this.names[number]! }));
    const from = this.at + 1;
    const rough = this.value(from, quote as number, number);
    if (this.filled + FIELD > this.fields.length) this.fields = grown(this.fields);
    const { fields, filled } = this;
    fields[filled + FIELD_NAME] = (number << 1) | (rough ? 1 : 0);
    fields[filled + FIELD_START] = start;
    fields[filled + VALUE_START] = from;
    fields[filled + VALUE_END] = this.at - 1;
    this.filled = filled + FIELD;
  }

  /** Moves behind the quote that ends a value; tells whether it must be decoded. */
  private value(from: number, quote: number, name: number): boolean {
    const { units } = this;
    let rough = false;
    let less = -1;
    let reference = false;
    let at = from;
    for (let code = units[at]!; code !== quote; code = units[++at]!) {
      const kind = code < 94 ? CLASSES[code] : code >= 0xd800 && this.isBad(code) ? BAD : PLAIN;
      if (kind === PLAIN || kind === QUOTE || kind === BRACKET) continue;
      if (kind === BAD)
        this.fail(at === this.size ? refusal("readXmlValue", { name: this.names[name]! }) : NOT_ALLOWED);
      if (kind === LESS && less < 0) less = at;
      if (kind === AMPERSAND) reference = true;
      rough = true;
    }
    if (less >= 0) this.fail(refusal("readXmlInValue", { found: "<", right: "&lt;" }), less);
    if (reference) this.checkReferences(from, at);
    this.at = at + 1;
    return rough;
  }

  private checkReferences(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (this.units[at] !== 38) continue;
      REFERENCE.lastIndex = at;
      const match = REFERENCE.exec(this.text);
      if (!match) this.fail(refusal("readXmlInXml", { found: "&", right: "&amp;" }), at);
      const name = match?.[3];
      if (name !== undefined && !PREDEFINED.has(name) && !this.entities.has(name) && !this.known.has(name)) {
        this.fail(refusal("readXmlEntity", { entity: `&${name};` }), at);
      }
    }
  }

  /** A node that starts here; what is not known yet is filled in later. */
  private push(head: number, start: number): number {
    if ((this.count + 1) * NODE > this.nodes.length) this.nodes = grown(this.nodes);
    const node = this.count++;
    const { nodes } = this;
    const base = node * NODE;
    nodes[base + HEAD] = head;
    nodes[base + START] = start;
    nodes[base + ATTRIBUTE] = this.filled;
    return node;
  }

  private finish(node: number, openEnd: number, closeStart: number, end: number): void {
    const { nodes } = this;
    const base = node * NODE;
    nodes[base + OPEN_END] = openEnd;
    nodes[base + CLOSE_START] = closeStart;
    nodes[base + END] = end;
    nodes[base + AFTER] = this.count;
  }

  private doctype(): void {
    const start = this.at;
    const end = doctypeEnd(this.text, start, this.entities);
    if (end < 0) this.fail(refusal("readXmlDoctype"), start);
    this.at = end;
    if (BAD_CHARACTER.test(this.text.slice(start, end))) this.fail(NOT_ALLOWED);
  }

  /** Comment, CDATA, instruction or doctype at `<!` or `<?`. */
  private piece(top: boolean): void {
    const start = this.at;
    const { text } = this;
    let kind: (typeof KINDS)[number] = "doctype";
    if (text.startsWith("<!--", start)) {
      kind = "comment";
      this.through("-->", start + 4, OPEN.comment);
    } else if (text.startsWith("<![CDATA[", start)) {
      if (top) this.fail(refusal("readXmlOutside"));
      kind = "cdata";
      this.through("]]>", start + 9, OPEN.cdata);
    } else if (text.startsWith("<?", start)) {
      kind = "instruction";
      this.through("?>", start + 2, OPEN.instruction);
    } else if (top && text.startsWith("<!DOCTYPE", start)) this.doctype();
    else this.fail(refusal("readXmlMarkup"));
    this.finish(this.push(KINDS.indexOf(kind), start), this.at, this.at, this.at);
  }

  /** A start tag; tells whether an end tag must follow. */
  private open(): boolean {
    const { units } = this;
    const start = this.at++;
    const number = this.name();
    const node = this.push(ELEMENT | (number << NAME_SHIFT), start);
    for (;;) {
      const blank = this.skipBlank();
      const code = units[this.at];
      if (code === 62 || code === 47) break;
      if (code === 0 && this.at === this.size)
        this.fail(refusal("readXmlTag", { tag: `<${this.names[number]}>` }), start);
      if (!blank) this.fail(refusal("readXmlSpace"));
      this.attribute(node);
    }
    const empty = units[this.at] === 47;
    if (empty && units[++this.at] !== 62) this.fail(refusal("readXmlSlash", { sign: ">" }));
    const end = ++this.at;
    this.finish(node, end, end, end);
    return !empty;
  }

  /** The end tag at `</`, which must fit the element. */
  private close(node: number): void {
    const start = this.at;
    const wanted = this.nodes[node * NODE]! >> NAME_SHIFT;
    const end = start + 2 + this.names[wanted]!.length;
    if (node > 0 && this.units[end] === 62 && this.isName(wanted, start + 2, end)) this.at = end + 1;
    else {
      this.at += 2;
      const name = this.names[this.name()]!;
      this.skipBlank();
      if (this.units[this.at] !== 62) this.fail(refusal("readXmlEndTag", { tag: `</${name}>` }));
      this.at++;
      if (node === 0) this.fail(refusal("readXmlNoStart", { tag: `</${name}>` }), start);
      if (this.names[wanted] !== name)
        this.fail(refusal("readXmlOther", { tag: `</${name}>`, wanted: `</${this.names[wanted]}>` }), start);
    }
    this.finish(node, this.nodes[node * NODE + OPEN_END]!, start, this.at);
  }

  /** Character data up to the next `<`; tells whether it must be decoded. */
  private characters(): boolean {
    const { units } = this;
    const classes = CLASSES;
    const start = this.at;
    let rough = false;
    let marker = -1;
    let at = start;
    for (let code = units[at]!; ; code = units[++at]!) {
      if (code > 93) {
        if (code < 0xd800 || !this.isBad(code)) continue;
        this.fail(NOT_ALLOWED);
      }
      const kind = classes[code];
      // Plain text, which is most of a file.
      if (kind === 0) continue;
      if (kind === LESS) break;
      if (kind === BAD) {
        if (at === this.size) break;
        this.fail(NOT_ALLOWED);
      } else if (kind === AMPERSAND || kind === RETURN) rough = true;
      else if (kind === BRACKET && marker < 0 && units[at + 1] === 93 && units[at + 2] === 62) marker = at;
    }
    if (marker >= 0) this.fail(refusal("readXmlInText", { found: "]]>", right: "]]&gt;" }), marker);
    if (rough) this.checkReferences(start, at);
    this.at = at;
    return rough;
  }

  /** All nodes up to the end of the text. */
  read(fragment: boolean): XmlTree {
    const { units, size } = this;
    const stack = new Int32Array(DEEPEST + 1);
    let depth = 0;
    const from = this.at;
    this.push(ELEMENT, from);
    while (this.at < size) {
      if (units[this.at] !== 60) {
        const start = this.at;
        if (this.characters()) this.nodes[stack[depth]! * NODE]! |= ROUGH;
        if (depth === 0 && !fragment && this.text.slice(start, this.at).trim() !== "")
          this.fail(refusal("readXmlOutside"), start);
        continue;
      }
      const next = units[this.at + 1];
      if (next === 47) {
        this.close(stack[depth]!);
        depth--;
      } else if (next === 33 || next === 63) {
        this.piece(depth === 0 && !fragment);
      } else {
        const node = this.count;
        if (!this.open()) continue;
        if (depth >= DEEPEST) this.fail(refusal("readDeep", { most: DEEPEST }), this.nodes[node * NODE + START]!);
        stack[++depth] = node;
      }
    }
    if (depth > 0) {
      const [head, start] = [this.nodes[stack[depth]! * NODE]!, this.nodes[stack[depth]! * NODE + START]!];
      this.fail(refusal("readXmlEnds", { tag: `</${this.names[head >> NAME_SHIFT]}>` }), start);
    }
    this.finish(0, from, size, size);
    // One more node behind the last, so that the attributes of every node end where those of the next start.
    this.push(0, size);
    const nodes = trimmed(this.nodes, this.count * NODE);
    const fields = trimmed(this.fields, this.filled);
    return new XmlTree(this.text, nodes, fields, this.names, this.entities, this.surrogates);
  }
}

/**
 * Reads a whole XML document. Linear in its length; nesting is bounded at 200; entities are neither loaded nor expanded.
 * @throws FormatError with line and column when it is not well-formed.
 */
export function readXmlTree(text: string): { tree: XmlTree; root: number } {
  const tree = new Tokenizer(text, NO_ENTITIES).read(false);
  const fail = (said: Refusal, offset: number): never => {
    const { line, column } = positionAt(text, offset);
    throw new FormatError(said, line, column);
  };
  let root = 0;
  for (let node = 1; node < tree.after(0); node = tree.after(node)) {
    if (!tree.isElement(node)) continue;
    if (root > 0) fail(refusal("readXmlSecondRoot"), tree.start(node));
    root = node;
  }
  if (root === 0) fail(refusal("readXmlNoRoot"), text.length);
  return { tree, root };
}

/** Reads a fragment of XML; `entities` are those of the file it stands in. @throws FormatError */
export function readXmlFragment(text: string, entities: ReadonlySet<string>): XmlTree {
  return new Tokenizer(text, entities).read(true);
}
