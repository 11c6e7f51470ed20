import { refusal } from "@/lib/text/messages/refusal";
import type { Block, BlockDialect } from "../kernel/document-blocks";
import { documentFormat } from "../kernel/document-format";
import { EditRefused } from "../kernel/format";
import { lineEnd, nextLine, skipBlanks, trimEnd } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";

/** Plain text, wikis and AsciiDoc: paragraphs, and lines that are something by how they start. */

/** A line that is a block of its own, or not to be translated. */
interface LineKind {
  kind: string;
  /** Its first group is what stands before the text, its second the text. */
  mask: RegExp;
  /** Whether equals signs close it. */
  closed?: boolean;
}

interface Syntax {
  lines: readonly LineKind[];
  /** Lines that are kept and shown to nobody. */
  kept?: RegExp;
  /** A line that opens what is kept up to the line that closes it. */
  fences?: readonly { open: RegExp; close: (line: string) => RegExp }[];
  /** Whether a paragraph that starts with a blank is shown as it stands, and titles may have a line under them. */
  literal?: boolean;
}

const same = (line: string): RegExp => new RegExp(`^${line.trim().replace(/[^\w]/g, "\\$&")}[ \\t]*$`);

const TXT: Syntax = { lines: [] };

const DOKUWIKI: Syntax = {
  lines: [
    { kind: "h", mask: /^([ \t]*={2,6}[ \t]*)([^\s=].*)$/s, closed: true },
    { kind: "li", mask: /^((?: {2,}|\t+)[*-][ \t]*)(\S.*)$/s },
  ],
  kept: /^[ \t]*(?:----+|~~\w+~~)[ \t]*$/,
  fences: [
    {
      open: /^[ \t]*<(?:code|file|nowiki|html|php)\b[^>]{0,200}>(?!.*<\/)/,
      close: () => /<\/(?:code|file|nowiki|html|php)>/,
    },
  ],
};

const MEDIAWIKI: Syntax = {
  lines: [
    { kind: "h", mask: /^(={1,6}[ \t]*)([^\s=].*)$/s, closed: true },
    { kind: "li", mask: /^([*#:;]+[ \t]*)(\S.*)$/s },
  ],
  kept: /^(?:----+|\[\[(?:Category|File|Image):[^\]]*\]\]|\{\||\|\}|\|-.*|__\w+__)[ \t]*$/,
  fences: [
    {
      open: /^<(?:pre|syntaxhighlight|source|nowiki)\b[^>]{0,200}>(?!.*<\/)/,
      close: () => /<\/(?:pre|syntaxhighlight|source|nowiki)>/,
    },
  ],
};

const ASCIIDOC: Syntax = {
  lines: [
    { kind: "h", mask: /^(={1,6}[ \t]+)(\S.*)$/s },
    { kind: "li", mask: /^([ \t]*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)[ \t]+)(\S.*)$/s },
    { kind: "title", mask: /^(\.)([^\s.].*)$/s },
    { kind: "note", mask: /^((?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+)(\S.*)$/s },
  ],
  literal: true,
  kept: /^(?::!?[\w-]+!?:.*|\/\/.*|\[[^\]]*\]|'''|<<<|\w+::.*|\+|--|={4,}|\*{4,}|_{4,})[ \t]*$/,
  fences: [
    { open: /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|\|={3,}|`{3,})/, close: (line) => same(line.replace(/^(`{3,}).*/, "$1")) },
  ],
};

/** Of longer lines only so much is looked at for marks. */
const LONGEST = 100_000;

/** Plain text, DokuWiki, MediaWiki and AsciiDoc. */
export const proseFormats = [
  documentFormat({ id: "txt", name: "Plain text file", masks: ["*.txt"], extension: "txt" }, prose(TXT)),
  documentFormat({ id: "dokuwiki", name: "DokuWiki text file", masks: ["*.dw"], extension: "txt" }, prose(DOKUWIKI)),
  documentFormat({ id: "mediawiki", name: "MediaWiki text file", masks: ["*.mw"], extension: "txt" }, prose(MEDIAWIKI)),
  documentFormat(
    { id: "asciidoc", name: "AsciiDoc file", masks: ["*.adoc", "*.ad", "*.asciidoc"], extension: "adoc" },
    prose(ASCIIDOC),
  ),
];

/** End of a heading before the equals signs that close it. */
function beforeMarks(text: string, from: number, last: number): number {
  let to = last;
  while (to > from && text[to - 1] === "=") to--;
  return trimEnd(text, from, to);
}

/** Whether a line is as long as the one line of text above it, which is a title then; both are one text. */
function underlines(raw: string, { from, to }: Block, start: number): boolean {
  if (!/^([=~^+-])\1+[ \t]*$/.test(raw)) return false;
  return start - to <= 2 && Math.abs(raw.trimEnd().length - (to - from)) <= 1;
}

/** Reads blocks line by line; lines that follow one another are one paragraph. */
function readProse(text: string, { lines, kept, fences = [], literal }: Syntax): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence: RegExp | undefined;
  let line = 0;
  // Whether no text stands directly above, and whether what stands there is shown as it is.
  let free = true;
  let asIs = false;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const start = at;
    const end = lineEnd(text, at);
    at = nextLine(text, end);
    line++;
    const first = skipBlanks(text, start, end);
    const last = trimEnd(text, first, end);
    // Marks stand at the start of a line; a long one is looked at up to there alone.
    const raw = text.slice(start, Math.min(last, start + LONGEST));
    if (fence) {
      if (fence.test(raw)) fence = undefined;
      free = true;
      open = undefined;
      continue;
    }
    if (literal && open && underlines(raw, open, start)) {
      open.to = last;
      open = undefined;
      free = true;
      continue;
    }
    const opened = fences.find((one) => one.open.test(raw));
    if (literal) {
      if (first === last || opened) asIs = false;
      else if (free && first > start && !lines.some(({ mask }) => mask.test(raw))) asIs = true;
      free = first === last || opened !== undefined || kept?.test(raw) === true;
      if (asIs) {
        open = undefined;
        continue;
      }
    }
    if (opened) fence = opened.close(raw);
    if (opened || first === last || kept?.test(raw)) {
      open = undefined;
      continue;
    }
    const special = lines.find(({ mask, closed }) => (!closed || raw.endsWith("=")) && mask.test(raw));
    if (special) {
      const match = special.mask.exec(raw)!;
      const from = start + match[1]!.length;
      const to = special.closed ? beforeMarks(text, from, last) : last;
      free = special.kind === "title";
      blocks.push({ kind: special.kind, from, to, text: text.slice(from, to), line });
      open = undefined;
    } else if (open) {
      open.to = last;
    } else {
      open = { kind: "p", from: first, to: last, text: "", line };
      blocks.push(open);
    }
  }
  for (const block of blocks)
    if (block.text === "") block.text = text.slice(block.from, block.to).replace(/\r\n?/g, "\n");
  return blocks;
}

function prose(syntax: Syntax): BlockDialect {
  return {
    read: (text) => readProse(text, syntax),
    write: (value, block, text) => {
      const written = value.replaceAll("\n", lineEnding(text));
      // What is written must be read as the same block, or it would become others.
      const line = Math.max(text.lastIndexOf("\n", block.from - 1), text.lastIndexOf("\r", block.from - 1)) + 1;
      // Blanks before a paragraph could make it one that is shown as it stands.
      const before = syntax.literal && block.kind === "p" ? "" : text.slice(line, block.from);
      const after = /^[^\r\n]*/.exec(text.slice(block.to, block.to + 200))![0];
      const [one, two] = readProse(before + written + after, syntax);
      if (!one || two || one.kind !== block.kind || one.text !== value)
        throw new EditRefused(refusal(block.kind === "p" ? "writeParagraph" : "writeLine"));
      return written;
    },
  };
}
