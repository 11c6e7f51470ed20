import type { Block } from "../kernel/document-blocks";
import { isBlank, type Level } from "./runs";
import { DEEPEST, DOUBTFUL, TagScanner } from "./scan";
import { type Tag, tagNamed } from "./tags";

/**
 * Plain HTML in one pass over its characters: elements that are nested well, and the ends that may be left out of
 * paragraphs, items and parts of tables. All else, and whatever is not certain, is for the whole grammar.
 *
 * It stands beside the grammar because a page is read with its base, and by a pull as it was and as it is: a pull that
 * changes ten pages of 2,000 texts needs 1.1 s of processor time, and 3.9 s by the grammar alone; an import of them
 * 1.5 s and 2.3 s.
 */

/** How far a page is read: before its root, before its head, in it, behind it, in the body, behind that, at the end. */
const START = 0;
const ROOT = 1;
const HEAD = 2;
const BEHIND_HEAD = 3;
const BODY = 4;
const BEHIND_BODY = 5;
const END = 6;

/** What an element stands in, or is. */
const IN_TEXT = 1;
const IN_LINK = 2;
const IN_BUTTON = 4;
const IN_FORM = 8;
const IN_CHOICE = 16;

const DOCTYPE = /<!doctype[ \t\r\n]+[^>]*>/iy;
const ENDS: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "iframe", "noscript", "title", "textarea"].map((name) => [
    name,
    new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, "gi"),
  ]),
);

class PlainReader extends TagScanner {
  private mode: number = START;
  private typed = false;

  read(): Block[] | undefined {
    const { text } = this;
    let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    while (at < text.length) {
      let open = text.indexOf("<", at);
      while (open >= 0 && !this.isMark(open + 1)) open = text.indexOf("<", open + 1);
      const end = open < 0 ? text.length : open;
      if (end > at && !this.characters(at, end)) return undefined;
      if (open < 0) break;
      at = this.mark(open);
      if (at === DOUBTFUL) return undefined;
    }
    if (this.mode === BODY) {
      this.closeItems();
      if (this.top.tag.name !== "body") return undefined;
    }
    while (this.stack.length > 0) this.pop(text.length);
    return this.finish();
  }

  /** Text between tags; false when it is doubtful. */
  private characters(from: number, to: number): boolean {
    const { text } = this;
    let at = from;
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    if (at === to) return true;
    const says = this.isText(at, to);
    if (this.mode > BODY || (this.mode < BODY && !says)) return false;
    // Blanks that count for nothing may be spelled as references.
    if ((this.mode < BODY || (at === from && this.top.tag.name === "pre")) && this.isBlankReference(at)) return false;
    if (this.mode < BODY) this.openBody(at);
    const { top } = this;
    if (!holdsText(top)) return false;
    top.touch(at, to, this.blocks.length);
    if (says) top.says = true;
    return true;
  }

  /** What a `<` starts; where to go on. */
  private mark(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === 47) return this.endTag(at);
    if (code === 33) return this.text.startsWith("<!--", at) ? this.comment(at) : this.doctype(at);
    return code === 63 ? DOUBTFUL : this.startTag(at);
  }

  private comment(at: number): number {
    const end = this.commentEnd(at);
    if (end !== DOUBTFUL && this.mode === BODY) this.top.touch(at, end, this.blocks.length);
    return end;
  }

  private doctype(at: number): number {
    DOCTYPE.lastIndex = at;
    if (this.mode !== START || this.typed || !DOCTYPE.test(this.text)) return DOUBTFUL;
    this.typed = true;
    return DOCTYPE.lastIndex;
  }

  private push(tag: Tag, at: number, inline = false): void {
    const { name, part } = tag;
    let within = this.stack.length === 0 ? 0 : this.top.within;
    if (part === "table" || part === "cell" || part === "caption" || name === "object" || name === "button")
      within &= ~IN_TEXT;
    if (name === "p") within |= IN_TEXT;
    else if (name === "a") within |= IN_LINK;
    else if (name === "button") within |= IN_BUTTON;
    else if (name === "form") within |= IN_FORM;
    else if (name === "select") within |= IN_CHOICE;
    this.open(tag, at, inline, tag.hidden || this.untranslated, within);
    for (const block of this.found) this.blocks.push(block);
  }

  /** An element whose tag is left out. */
  private imply(name: string, at: number): void {
    const { found, untranslated } = this;
    this.found = [];
    this.untranslated = false;
    this.push(tagNamed(name), at);
    this.found = found;
    this.untranslated = untranslated;
  }

  private openHead(at: number): void {
    if (this.mode === START) this.imply("html", at);
    if (this.mode < HEAD) this.imply("head", at);
    this.mode = HEAD;
  }

  /** The body of a page that does not say where it starts. */
  private openBody(at: number): void {
    if (this.mode < HEAD) this.openHead(at);
    if (this.mode === HEAD) this.pop(at);
    this.imply("body", at);
    this.mode = BODY;
  }

  private startTag(at: number): number {
    const tag = tagNamed(this.nameAt(at + 1));
    const end = tag.way === "odd" ? DOUBTFUL : this.attributes(tag, this.behind);
    if (end === DOUBTFUL) return DOUBTFUL;
    if (tag.way === "page") return this.page(tag, at) ? end : DOUBTFUL;
    if (this.mode > BODY) return DOUBTFUL;
    if (this.mode < BODY) {
      if (!tag.head) this.openBody(at);
      else if (this.mode === BEHIND_HEAD) return DOUBTFUL;
      else this.openHead(at);
    }
    return this.mayStart(tag, at) ? this.element(tag, at, end) : DOUBTFUL;
  }

  private page(tag: Tag, at: number): boolean {
    if (tag.name === "html") {
      if (this.mode !== START) return false;
      this.push(tag, at);
      this.mode = ROOT;
      return true;
    }
    if (tag.name === "head") {
      if (this.mode > ROOT) return false;
      if (this.mode === START) this.imply("html", at);
      this.mode = HEAD;
    } else {
      if (this.mode > BEHIND_HEAD) return false;
      if (this.mode < HEAD) this.openHead(at);
      if (this.mode === HEAD) this.pop(at);
      this.mode = BODY;
    }
    this.push(tag, at);
    return true;
  }

  /** Reads an element with its tag, and its content when that has no tags; where to go on. */
  private element(tag: Tag, at: number, end: number): number {
    const { found, untranslated } = this;
    const inline = tag.inline && !untranslated;
    if (!inline) this.breakRuns();
    if (tag.way === "void") {
      const mark = this.blocks.length;
      if (!untranslated) for (const block of found) this.blocks.push(block);
      if (inline) this.top.touch(at, end, mark);
      return end;
    }
    if (tag.way === "raw" || tag.way === "words") return this.rawText(tag, end);
    if (tag.way === "graphic") return this.closed ? end : this.graphic(end);
    if (this.stack.length >= DEEPEST) return DOUBTFUL;
    this.push(tag, at, inline);
    return end;
  }

  private rawText(tag: Tag, from: number): number {
    const { text } = this;
    const pattern = ENDS.get(tag.name)!;
    pattern.lastIndex = from;
    const to = pattern.exec(text)?.index;
    if (to === undefined) return DOUBTFUL;
    const end = this.behindName(pattern.lastIndex);
    if (tag.name === "script" && text.slice(from, to).includes("<!--")) return DOUBTFUL;
    if (tag.hidden || this.untranslated || end === DOUBTFUL) return end;
    for (const block of this.found) this.blocks.push(block);
    let at = from;
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    if (at === from && tag.name === "textarea" && this.isBlankReference(at)) return DOUBTFUL;
    if (at < to && (tag.way === "raw" || this.isText(at, to))) this.blocks.push(this.blockOf(tag.name, at, to));
    return end;
  }

  private closeItems(): void {
    while (this.top.tag.name === "p" || this.top.tag.way === "item") this.pop(0);
  }

  /** Ends what ends before an element; false when it is doubtful whether the element may start here. */
  private mayStart(tag: Tag, at: number): boolean {
    if (tag.part !== "") return this.mayStartPart(tag, at);
    const { within, tag: last } = this.top;
    if (last.rows) return tag.name === "script" || tag.name === "style";
    if (last.part === "columns") return false;
    if (tag.way === "choice" || within & IN_CHOICE) return this.mayChoose(tag);
    if (tag.name === "a") return (within & IN_LINK) === 0;
    if (tag.name === "button") return (within & IN_BUTTON) === 0;
    if (tag.name === "rt" || tag.name === "rp") return last.name === "ruby";
    if (tag.name === "form" && within & IN_FORM) return false;
    if (tag.way === "item" && !this.closeItem(tag)) return false;
    if (tag.endsText) {
      if (this.top.tag.name === "p") this.pop(0);
      if (this.top.within & IN_TEXT) return false;
      if (tag.heading && this.top.tag.heading) return false;
    }
    return true;
  }

  /** Ends the item that stands before another. */
  private closeItem(tag: Tag): boolean {
    const { stack } = this;
    for (let at = stack.length - 1; at >= 0; at--) {
      const { name, keepsItems } = stack[at]!.tag;
      if (tag.name === "li" ? name === "li" : name === "dd" || name === "dt") {
        if (this.top.tag.name === "p") this.pop(0);
        if (stack.length - 1 !== at) return false;
        this.pop(0);
        return true;
      }
      if (keepsItems || name === "li" || name === "dd" || name === "dt") return true;
    }
    return true;
  }

  private mayChoose(tag: Tag): boolean {
    const inside = (this.top.within & IN_CHOICE) !== 0;
    if (tag.name === "select") return !inside;
    if (tag.name === "option") {
      if (this.top.tag.name === "option") this.pop(0);
      return true;
    }
    if (tag.name !== "optgroup" || !inside) return false;
    if (this.top.tag.name === "option") this.pop(0);
    if (this.top.tag.name === "optgroup") this.pop(0);
    return true;
  }

  /** Parts of tables, with those around them that are left out. */
  private mayStartPart({ part }: Tag, at: number): boolean {
    if (part === "table") {
      const { within, tag } = this.top;
      return (
        (within & (IN_TEXT | IN_CHOICE)) === 0 && (tag.part === "" || tag.part === "cell" || tag.part === "caption")
      );
    }
    if (!this.top.tag.rows && this.top.tag.part !== "columns") {
      this.closeItems();
      if (this.top.tag.part !== "cell") return false;
      this.pop(0);
    }
    const own = (): Tag["part"] => this.top.tag.part;
    if (own() === "columns" && part !== "column") this.pop(0);
    if (own() === "row" && part !== "cell") this.pop(0);
    if (own() === "section" && part !== "cell" && part !== "row") this.pop(0);
    if (part === "cell" || part === "row") {
      if (own() === "table") this.imply("tbody", at);
      if (own() === "section" && part === "cell") this.imply("tr", at);
    }
    const around = own();
    if (part === "column") return around === "columns";
    if (part === "cell") return around === "row";
    return part === "row" ? around === "section" : around === "table";
  }

  private endTag(at: number): number {
    const { text } = this;
    if (this.stack.length === 0) return DOUBTFUL;
    const { name } = this.top.tag;
    if (text.startsWith(name, at + 2) && text.charCodeAt(at + 2 + name.length) === 62 && this.mode === BODY) {
      if (name === "body") this.mode = BEHIND_BODY;
      else this.pop(at + 3 + name.length);
      return at + 3 + name.length;
    }
    const wanted = this.nameAt(at + 2);
    const end = wanted === "" ? DOUBTFUL : this.behindName(this.behind);
    return end !== DOUBTFUL && this.close(tagNamed(wanted), end) ? end : DOUBTFUL;
  }

  private close(tag: Tag, end: number): boolean {
    if (tag.way === "page") return this.closePage(tag.name);
    if (this.mode !== BODY) return false;
    const { part } = tag;
    if (this.top.tag !== tag) {
      if (tag.endsItems || part !== "")
        while (this.top.tag !== tag && /^(?:p|li|dd|dt)$/.test(this.top.tag.name)) this.pop(0);
      if (part === "table" || part === "section" || part === "row") {
        if (this.top.tag.part === "cell") this.pop(0);
        if (part !== "row" && this.top.tag.part === "row") this.pop(0);
        if (part === "table" && /^(?:section|columns)$/.test(this.top.tag.part)) this.pop(0);
      } else if (tag.name === "select" || tag.name === "optgroup") {
        if (this.top.tag.name === "option") this.pop(0);
        if (tag.name === "select" && this.top.tag.name === "optgroup") this.pop(0);
      }
    }
    if (this.top.tag.name !== tag.name) return false;
    this.pop(end);
    return true;
  }

  private closePage(name: string): boolean {
    if (name === "head") {
      if (this.mode !== HEAD) return false;
      this.pop(0);
      this.mode = BEHIND_HEAD;
      return true;
    }
    const inside = this.mode === BODY && this.top.tag.name === "body";
    if (!inside && (name === "body" || this.mode !== BEHIND_BODY)) return false;
    this.mode = name === "body" ? BEHIND_BODY : END;
    return true;
  }
}

/** Whether text may stand right in an element. */
const holdsText = ({ tag, within }: Level): boolean =>
  tag.part === "" ? (within & IN_CHOICE) === 0 || tag.name === "option" : tag.part === "cell" || tag.part === "caption";

/** Blocks of a plain page; undefined for one that the whole grammar has to read. */
export function readPlainHtml(text: string): Block[] | undefined {
  if (text.includes("\0") || text.includes("--!>") || text.endsWith("<")) return undefined;
  if (text.includes("\r") && /\r(?!\n)/.test(text)) return undefined;
  return new PlainReader(text).read();
}
