import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, Token, TokenizerMode } from "parse5";

/**
 * The tree of a page with the true places of its texts. A text of the tree may stand in several pieces of the page,
 * with tags between them that count for nothing, and where the parser itself says it stands is then all from the first
 * piece to the last; so the pieces are noted here one by one, as they are read.
 */

type Node = DefaultTreeAdapterMap["node"];

/** A piece of a page that is text and nothing else. */
export interface Piece {
  readonly from: number;
  to: number;
  /** Whether there is more in it than blanks. */
  says: boolean;
}

export interface PlacedTree {
  nodes: readonly Node[];
  /** The pieces of the texts, without those that a browser moves elsewhere. */
  pieces: ReadonlyMap<Node, readonly Piece[]>;
  /** Elements that a browser shows elsewhere than they stand. */
  moved: ReadonlySet<Node>;
}

const REFERENCE = /^&(?:#(?:[xX][0-9a-fA-F]*|[0-9]*)|[a-zA-Z][a-zA-Z0-9]*);?$/;
const FEED = /\r\n?|\n|&(?:#(?:[xX]0*[aA]|0*10);?|NewLine;)/y;

class PlaceParser extends Parser<DefaultTreeAdapterMap> {
  readonly pieces = new Map<Node, Piece[]>();
  readonly moved = new Set<Node>();
  /** The text that is put into the tree right now. */
  private token: Token.CharacterToken | undefined;
  /** Whether tags are text, as they are in a title. */
  private raw = false;
  /** The next end tag without a name, which is no token at all. */
  private nameless = -1;

  constructor(private readonly text: string) {
    super({
      sourceCodeLocationInfo: true,
      treeAdapter: {
        ...defaultTreeAdapter,
        insertText: (parent, words) => {
          defaultTreeAdapter.insertText(parent, words);
          this.note(parent.childNodes.at(-1)!);
        },
        // The parser puts nodes before others only where it moves what may not stand in a table.
        insertBefore: (parent, node, other) => {
          this.moved.add(node);
          defaultTreeAdapter.insertBefore(parent, node, other);
        },
      },
    });
  }

  private note(node: Node): void {
    const { token, text, pieces } = this;
    if (!token?.location) return;
    const says = token.type === Token.TokenType.CHARACTER;
    let { startOffset: from } = token.location;
    const { endOffset } = token.location;
    const own = pieces.get(node) ?? [];
    pieces.set(node, own);
    while (from < endOffset) {
      const to = this.raw ? endOffset : Math.min(endOffset, this.namelessBehind(from));
      const last = own.at(-1);
      if (last?.to === from) {
        last.to = to;
        last.says ||= says;
      } else if (to > from && !/[0-9a-zA-Z]/.test(text.charAt(from - 1))) {
        // What stands right behind a reference that has no semicolon cannot be changed without changing that.
        own.push({ from, to, says });
      }
      from = to + "</>".length;
    }
  }

  private namelessBehind(from: number): number {
    if (this.nameless < from) {
      const found = this.text.indexOf("</>", from);
      this.nameless = found < 0 ? this.text.length : found;
    }
    return this.nameless;
  }

  override _insertCharacters(token: Token.CharacterToken): void {
    this.token = token;
    super._insertCharacters(token);
    this.token = undefined;
  }

  /** Where a text starts: the parser takes the last character of a reference for its first. */
  private startOf(offset: number): number {
    const { text } = this;
    if (offset >= text.length) return offset;
    let at = offset;
    while (at > 0 && /[0-9a-zA-Z#;]/.test(text[at]!)) at--;
    return text[at] === "&" && REFERENCE.test(text.slice(at, offset + 1)) && at < offset ? at : offset;
  }

  private place({ location }: Token.CharacterToken): void {
    if (!location) return;
    location.startOffset = this.startOf(location.startOffset);
    location.endOffset = this.startOf(location.endOffset);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.place(token);
    super.onCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.place(token);
    super.onNullCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.place(token);
    // The first line feed of some elements is none of their text.
    if (this.skipNextNewLine && token.location) {
      FEED.lastIndex = token.location.startOffset;
      if (FEED.test(this.text)) token.location.startOffset = FEED.lastIndex;
    }
    super.onWhitespaceCharacter(token);
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    this.raw = this.tokenizer.state !== TokenizerMode.DATA;
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(token);
    this.raw = false;
  }
}

/** The tree of a page with the places of its texts. */
export function parsePlaces(text: string): PlacedTree {
  const parser = new PlaceParser(text);
  parser.tokenizer.write(text, true);
  return { nodes: parser.document.childNodes, pieces: parser.pieces, moved: parser.moved };
}
