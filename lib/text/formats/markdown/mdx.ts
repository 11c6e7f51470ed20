import { lineEnd } from "../kernel/line-scan";

/** Code of MDX between the blocks of Markdown: imports and exports, expressions in braces, and tags. */

const NAME =
  /[\p{ID_Start}$_][\p{ID_Continue}$-]{0,200}(?:[ \t]{0,20}[.:][ \t]{0,20}[\p{ID_Start}$_][\p{ID_Continue}$-]{0,200}){0,20}/uy;

export class MdxScanner {
  /** Characters that may still be looked at ahead: code that is not closed is not looked for from every line. */
  private budget: number;

  constructor(private readonly text: string) {
    this.budget = 4 * text.length + 1000;
  }

  /** Behind the code that fills whole lines from `at` on; -1 where there is none. */
  flowEnd(at: number, most: number): number {
    const { text } = this;
    let now = at;
    for (;;) {
      const code = text.charCodeAt(now);
      const end = code === 123 ? this.bracesEnd(now, most) : code === 60 ? this.tagEnd(now, most) : -1;
      this.budget -= Math.max(0, end - now);
      if (end < 0) return -1;
      now = this.blanksEnd(end, most);
      if (now >= most || text[now] === "\n" || text[now] === "\r") return now;
    }
  }

  /** Behind an import or export: at an empty line outside all brackets, or at the end. */
  moduleEnd(at: number): number {
    const { text } = this;
    let now = at;
    let open = 0;
    while (now < text.length) {
      const end = lineEnd(text, now);
      if (open <= 0 && this.blanksEnd(now, end) === end) return now;
      // Texts and comments may go on in the next line.
      let inner = now;
      while (inner < end) {
        const code = text.charCodeAt(inner);
        if (code === 123 || code === 40 || code === 91) open++;
        else if (code === 125 || code === 41 || code === 93) open--;
        inner = this.pieceEnd(inner, text.length);
      }
      now = inner > end ? inner : end + 1;
      if (inner <= end && text[end] === "\r" && text[end + 1] === "\n") now++;
    }
    return text.length;
  }

  private blanksEnd(at: number, most: number): number {
    let now = at;
    while (now < most && (this.text[now] === " " || this.text[now] === "\t")) now++;
    return now;
  }

  private spacesEnd(at: number, most: number): number {
    let now = at;
    while (now < most && /\s/.test(this.text[now]!)) now++;
    return now;
  }

  /** Behind one character of code, or the whole text or comment that starts there. */
  private pieceEnd(at: number, most: number): number {
    const { text } = this;
    const mark = text[at];
    if (mark === "/" && text[at + 1] === "/") return Math.min(most, lineEnd(text, at));
    if (mark === "/" && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) this.budget -= text.length - at;
      return end < 0 || this.budget < 0 ? at + 2 : Math.min(most, end + 2);
    }
    if (mark !== '"' && mark !== "'" && mark !== "`") return at + 1;
    for (let now = at + 1; now < most; now++) {
      const code = text[now];
      if (code === "\\") now++;
      else if (code === mark) return now + 1;
      // A text ends in its line; what does not is an apostrophe.
      else if (mark !== "`" && (code === "\n" || code === "\r")) break;
      if (--this.budget < 0) break;
    }
    return at + 1;
  }

  private bracesEnd(at: number, most: number): number {
    let open = 0;
    for (let now = at; now < most && this.budget > 0; ) {
      const code = this.text.charCodeAt(now);
      if (code === 123) open++;
      else if (code === 125 && --open === 0) return now + 1;
      now = this.pieceEnd(now, most);
      this.budget--;
    }
    return -1;
  }

  private tagEnd(at: number, most: number): number {
    const { text } = this;
    let now = this.spacesEnd(at + 1, most);
    const closing = text[now] === "/";
    if (closing) now = this.spacesEnd(now + 1, most);
    if (text[now] === ">") return now + 1;
    NAME.lastIndex = now;
    if (!NAME.test(text)) return -1;
    now = NAME.lastIndex;
    while (now < most && this.budget > 0) {
      const before = now;
      now = this.spacesEnd(now, most);
      if (text[now] === ">") return now + 1;
      if (text[now] === "/" && !closing) now++;
      else if (text[now] === "{") now = this.bracesEnd(now, most);
      else now = this.attributeEnd(now, most);
      if (now < 0) return -1;
      this.budget -= now - before;
    }
    return -1;
  }

  private attributeEnd(at: number, most: number): number {
    const { text } = this;
    NAME.lastIndex = at;
    if (!NAME.test(text)) return -1;
    const end = NAME.lastIndex;
    const equals = this.spacesEnd(end, most);
    if (text[equals] !== "=") return end;
    const value = this.spacesEnd(equals + 1, most);
    const mark = text[value];
    if (mark === "{") return this.bracesEnd(value, most);
    if (mark !== '"' && mark !== "'") return -1;
    const close = text.indexOf(mark, value + 1);
    if (close < 0) this.budget = 0;
    return close < 0 || close >= most ? -1 : close + 1;
  }
}
