import type { Block } from "../kernel/document-blocks";
import { isBlank, Runs } from "./runs";
import { isGraphic, isGraphicText, type Tag, tagNamed } from "./tags";
import { readAttribute, TRANSLATABLE_ATTRIBUTES, TRANSLATABLE_META } from "./translatable";

/** Tags of plain HTML by their characters; whatever is spelled in a doubtful way is left to the whole grammar. */

/** Where nothing certain can be said. */
export const DOUBTFUL = -1;
/** Elements within one another beyond this are left to the whole grammar. */
export const DEEPEST = 100;

const ATTRIBUTE = /[ \t\r\n]+([^\s"'<>/=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?/y;
const REFERENCE = /&(?:#(?:x[0-9a-f]+|\d+)|[a-z0-9]+);?/gi;
/** Blanks that are spelled, or may be. */
const BLANK_REFERENCES = /&(?:#(?:[xX]0*(?:9|[aA]|[cCdD]|20)|0*(?:9|1[023]|32))(?![0-9a-fA-F]);?|Tab;|NewLine;)/g;

export class TagScanner extends Runs {
  /** What the attributes of the last start tag say. */
  protected found: Block[] = [];
  protected untranslated = false;
  protected closed = false;
  /** Behind the name that was read last. */
  protected behind = 0;

  /** Whether what stands behind a `<` makes it more than a character. */
  protected isMark(at: number): boolean {
    const code = this.text.charCodeAt(at);
    const letter = code | 32;
    return (letter >= 97 && letter <= 122) || code === 47 || code === 33 || code === 63;
  }

  /** The name in lower case that starts here; "" when there is none. */
  protected nameAt(from: number): string {
    const { text } = this;
    let at = from;
    let lower = true;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code >= 97 && code <= 122) continue;
      if (code >= 65 && code <= 90) lower = false;
      else if (at === from || !((code >= 48 && code <= 58) || code === 45 || code === 95)) break;
    }
    this.behind = at;
    const name = text.slice(from, at);
    return lower ? name : name.toLowerCase();
  }

  /** Whether there is more in a text than blanks, in whatever spelling. */
  protected isText(from: number, to: number): boolean {
    const { text } = this;
    if (text.charCodeAt(from) !== 38) return true;
    return /[^ \t\r\n\f]/.test(text.slice(from, to).replace(BLANK_REFERENCES, ""));
  }

  /** Whether a blank that is spelled, or may be, starts here. */
  protected isBlankReference(at: number): boolean {
    const { text } = this;
    return text.charCodeAt(at) === 38 && /^&(?:#|Tab|NewLine)/.test(text.slice(at, at + 8));
  }

  /** Behind a comment. */
  protected commentEnd(at: number): number {
    const { text } = this;
    const end = text.indexOf("-->", at + 4);
    return end < 0 || text.startsWith(">", at + 4) || text.startsWith("->", at + 4) ? DOUBTFUL : end + 3;
  }

  /** Behind an end tag with nothing but blanks in it. */
  protected behindName(from: number): number {
    const { text } = this;
    let at = from;
    while (isBlank(text.charCodeAt(at))) at++;
    return text.charCodeAt(at) === 62 ? at + 1 : DOUBTFUL;
  }

  /** A graphic holds nothing to read; it must only be certain where it ends. */
  protected graphic(from: number): number {
    const { text } = this;
    const open = ["svg"];
    let at = from;
    while (open.length > 0) {
      at = text.indexOf("<", at);
      if (at < 0 || open.length > DEEPEST) return DOUBTFUL;
      const last = open.at(-1)!;
      if (text.charCodeAt(at + 1) === 47) {
        at = this.nameAt(at + 2) === last ? this.behindName(this.behind) : DOUBTFUL;
        open.pop();
      } else if (text.startsWith("<!--", at) && !isGraphicText(last)) {
        at = this.commentEnd(at);
      } else {
        const name = this.nameAt(at + 1);
        if (isGraphicText(last) || !(isGraphic(name) || isGraphicText(name))) return DOUBTFUL;
        at = this.attributes(tagNamed("svg"), this.behind);
        if (!this.closed) open.push(name);
      }
      if (at === DOUBTFUL) return DOUBTFUL;
    }
    return at;
  }

  /** Reads the attributes of a start tag; behind the tag. */
  protected attributes(tag: Tag, from: number): number {
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
      if (!TRANSLATABLE_ATTRIBUTES.has(name) && !(name === "content" && tag.name === "meta")) continue;
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
    this.found =
      tag.name === "meta" && !TRANSLATABLE_META.test(meta) ? found.filter(({ kind }) => kind !== "@content") : found;
    return at + 1;
  }
}
