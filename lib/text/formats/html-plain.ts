import type { Block } from "./blocks";
import { isBlank, Level, Runs } from "./html-runs";
import { isGraphic, isGraphicText, type Tag, tagNamed } from "./html-tags";
import { META, READ_BY_ALL, readAttribute } from "./html-words";

/**
 * Plain HTML in one pass over its characters: elements that are nested well, and the ends that may be left out of
 * paragraphs, items and parts of tables. All else, and whatever is not certain, is for the whole grammar.
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

/** Elements within one another beyond this are left to the whole grammar. */
const DEEPEST = 100;
/** No page at all. */
const DOUBTFUL = -1;

const NAME = /[a-z][a-z0-9:_-]*/iy;
const DOCTYPE = /<!doctype[ \t\r\n]+[^>]*>/iy;
const ATTRIBUTE = /[ \t\r\n]+([^\s"'<>/=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?/y;
const REFERENCE = /&(?:#(?:x[0-9a-f]+|\d+)|[a-z0-9]+);?/gi;
/** Blanks that are spelled, or may be. */
const BLANK_REFERENCES = /&(?:#(?:[xX]0*(?:9|[aA]|[cCdD]|20)|0*(?:9|1[023]|32))(?![0-9a-fA-F]);?|Tab;|NewLine;)/g;
const ENDS: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "iframe", "noscript", "title", "textarea"].map((name) => [
    name,
    new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, "gi"),
  ]),
);

class PlainReader extends Runs {
  private mode: number = START;
  private typed = false;
  /** What the attributes of the last start tag say. */
  private found: Block[] = [];
  private untranslated = false;
  private closed = false;

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

  /** Whether what stands behind a `<` makes it more than a character. */
  private isMark(at: number): boolean {
    const code = this.text.charCodeAt(at);
    const letter = code | 32;
    return (letter >= 97 && letter <= 122) || code === 47 || code === 33 || code === 63;
  }

  /** Text between tags; false when it is doubtful. */
  private characters(from: number, to: number): boolean {
    const { text } = this;
    let at = from;
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    if (at === to) {
      // Blanks behind the body go on with a text at its end, tags and all.
      return this.mode < BEHIND_BODY || !this.top.says;
    }
    const says = this.isText(at, to);
    if (this.mode > BODY || (this.mode < BODY && !says)) return false;
    // Behind blanks that count for nothing, parsers differ about where a character reference starts.
    if (text.charCodeAt(at) === 38 && (this.mode < BODY || (at > from && this.top.tag.name === "pre"))) return false;
    if (this.mode < BODY) this.openBody(at);
    const { top } = this;
    if (!holdsText(top)) return false;
    top.touch(at, to, this.blocks.length);
    if (says) top.says = true;
    return true;
  }

  /** Whether there is more in a text than blanks, in whatever spelling. */
  private isText(from: number, to: number): boolean {
    const { text } = this;
    if (text.charCodeAt(from) !== 38) return true;
    return /[^ \t\r\n\f]/.test(text.slice(from, to).replace(BLANK_REFERENCES, ""));
  }

  /** What a `<` starts; where to go on. */
  private mark(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === 47) return this.endTag(at);
    if (code === 33) return this.text.startsWith("<!--", at) ? this.comment(at) : this.doctype(at);
    return code === 63 ? DOUBTFUL : this.startTag(at);
  }

  private comment(at: number): number {
    const { text } = this;
    const end = text.indexOf("-->", at + 4);
    if (end < 0 || text.startsWith(">", at + 4) || text.startsWith("->", at + 4)) return DOUBTFUL;
    if (this.mode === BODY) this.top.touch(at, end + 3, this.blocks.length);
    return end + 3;
  }

  private doctype(at: number): number {
    DOCTYPE.lastIndex = at;
    if (this.mode !== START || this.typed || !DOCTYPE.test(this.text)) return DOUBTFUL;
    this.typed = true;
    return DOCTYPE.lastIndex;
  }

  private push(tag: Tag, at: number, inline = false): void {
    const { stack, found } = this;
    const around = stack.length === 0 ? 0 : this.top.within;
    const { name, part } = tag;
    let within = around;
    if (part === "table" || part === "cell" || part === "caption" || name === "object" || name === "button")
      within &= ~IN_TEXT;
    if (name === "p") within |= IN_TEXT;
    else if (name === "a") within |= IN_LINK;
    else if (name === "button") within |= IN_BUTTON;
    else if (name === "form") within |= IN_FORM;
    else if (name === "select") within |= IN_CHOICE;
    stack.push(new Level(tag, at, this.blocks.length, inline, tag.hidden || this.untranslated, within));
    for (const block of found) this.blocks.push(block);
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
    const { text } = this;
    NAME.lastIndex = at + 1;
    const name = NAME.exec(text)![0].toLowerCase();
    const tag = tagNamed(name);
    const end = tag.way === "odd" ? DOUBTFUL : this.attributes(tag, NAME.lastIndex);
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
    if (at > from && text.charCodeAt(at) === 38 && tag.name === "textarea") return DOUBTFUL;
    if (at < to && (tag.way === "raw" || this.isText(at, to))) this.blocks.push(this.blockOf(tag.name, at, to));
    return end;
  }

  /** A graphic holds nothing to read; it must only be certain where it ends. */
  private graphic(from: number): number {
    const { text } = this;
    const open = ["svg"];
    let at = from;
    while (open.length > 0) {
      at = text.indexOf("<", at);
      if (at < 0 || open.length > DEEPEST) return DOUBTFUL;
      const last = open.at(-1)!;
      if (text.charCodeAt(at + 1) === 47) {
        NAME.lastIndex = at + 2;
        const name = NAME.exec(text)?.[0].toLowerCase();
        at = name === last ? this.behindName(NAME.lastIndex) : DOUBTFUL;
        open.pop();
      } else if (text.startsWith("<!--", at) && !isGraphicText(last)) {
        const end = text.indexOf("-->", at + 4);
        at = end < 0 || text.startsWith(">", at + 4) || text.startsWith("->", at + 4) ? DOUBTFUL : end + 3;
      } else {
        NAME.lastIndex = at + 1;
        const name = NAME.exec(text)?.[0].toLowerCase() ?? "";
        if (isGraphicText(last) || !(isGraphic(name) || isGraphicText(name))) return DOUBTFUL;
        at = this.attributes(tagNamed("svg"), NAME.lastIndex);
        if (!this.closed) open.push(name);
      }
      if (at === DOUBTFUL) return DOUBTFUL;
    }
    return at;
  }

  /** Reads the attributes of a start tag; behind the tag. */
  private attributes(tag: Tag, from: number): number {
    const { text } = this;
    this.closed = false;
    this.untranslated = false;
    if (this.found.length > 0) this.found = [];
    if (text.charCodeAt(from) === 62) return from + 1;
    const seen = new Map<string, string>();
    const found: Block[] = [];
    ATTRIBUTE.lastIndex = from;
    let at = from;
    for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
      at = ATTRIBUTE.lastIndex;
      const name = match[1]!.toLowerCase();
      if (seen.has(name)) return DOUBTFUL;
      const value = match[2] ?? match[3] ?? match[4] ?? "";
      seen.set(name, value);
      if (!READ_BY_ALL.has(name) && !(name === "content" && tag.name === "meta")) continue;
      if (match[4] !== undefined || value.trim() === "") continue;
      if (value.includes("&") && value.replace(REFERENCE, "").trim() === "") return DOUBTFUL;
      found.push({
        kind: `@${name}`,
        from: at - 1 - value.length,
        to: at - 1,
        text: readAttribute(value),
        line: 0,
        data: match[2] === undefined ? "'" : '"',
      });
    }
    while (isBlank(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === 47) {
      this.closed = true;
      at++;
    }
    if (text.charCodeAt(at) !== 62) return DOUBTFUL;
    const told = seen.get("translate") ?? "";
    const meta = tag.name === "meta" ? (seen.get("name") ?? seen.get("property") ?? "") : "";
    if (told.includes("&") || meta.includes("&")) return DOUBTFUL;
    this.untranslated = told === "no";
    this.found = tag.name === "meta" && !META.test(meta) ? found.filter(({ kind }) => kind !== "@content") : found;
    return at + 1;
  }

  /** Behind an end tag with nothing but blanks in it. */
  private behindName(from: number): number {
    const { text } = this;
    let at = from;
    while (isBlank(text.charCodeAt(at))) at++;
    return text.charCodeAt(at) === 62 ? at + 1 : DOUBTFUL;
  }

  private closeItems(): void {
    while (this.top.tag.name === "p" || this.top.tag.way === "item") this.pop(0);
  }

  /** Ends what ends before an element; false when it is doubtful whether the element may start here. */
  private mayStart(tag: Tag, at: number): boolean {
    if (tag.part !== "") return this.mayStartPart(tag, at);
    const { within, tag: last } = this.top;
    if (/^(?:table|section|row)$/.test(last.part)) return tag.name === "script" || tag.name === "style";
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
      if (/^h[1-6]$/.test(tag.name) && /^h[1-6]$/.test(this.top.tag.name)) return false;
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
    if (!/^(?:table|section|row|columns)$/.test(this.top.tag.part)) {
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
    NAME.lastIndex = at + 2;
    const wanted = NAME.exec(text)?.[0].toLowerCase();
    const end = wanted === undefined ? DOUBTFUL : this.behindName(NAME.lastIndex);
    if (end === DOUBTFUL) return DOUBTFUL;
    return this.close(tagNamed(wanted!), end) ? end : DOUBTFUL;
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
  if (text.includes("\0") || text.includes("--!>") || /\r(?!\n)/.test(text)) return undefined;
  if (text.endsWith("<")) return undefined;
  return new PlainReader(text).read();
}
