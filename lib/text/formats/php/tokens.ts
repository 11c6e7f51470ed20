import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt } from "../kernel/format";

/** PHP source in tokens with places. Nothing is ever run. */

export interface PhpToken {
  kind: "string" | "heredoc" | "variable" | "word" | "sign" | "end";
  start: number;
  end: number;
}

const NAME = /[A-Za-z_\\\x80-\uffff][\w\\\x80-\uffff]*|\d[\w.]*/y;
/** Characters that no name starts with. */
const SIGNS = "=>[](){},;:.-+*/<!?&|@%^~#";
const HEREDOC = /<<<[ \t]*(["']?)([A-Za-z_]\w{0,200})\1(?:\r\n|[\r\n])/y;

/** Reads tokens one after the other, with one ahead; comments are kept aside until they are taken. */
export class PhpScanner {
  private at: number;
  private next: PhpToken | undefined;
  private comments: { start: number; end: number }[] = [];
  /** End of the token that was read last. */
  last = 0;

  constructor(readonly text: string) {
    const open = /<\?(?:php(?=[ \t\r\n]|$)|=)?/.exec(text);
    if (!open) this.fail(refusal("readPhpTag", { tag: "<?php" }), 0);
    this.at = open!.index + open![0].length;
    this.last = this.at;
  }

  /** @throws FormatError with the place */
  fail(said: Refusal, at: number): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(said, line, column);
  }

  /** The next token, which stays. */
  peek(): PhpToken {
    this.next ??= this.scan();
    return this.next;
  }

  /** The next token. */
  read(): PhpToken {
    const token = this.peek();
    this.next = undefined;
    this.last = token.end;
    return token;
  }

  /** Whether the next token is this sign or word; it stays. */
  sees(word: string): boolean {
    const { start, end, kind } = this.peek();
    return end - start === word.length && kind !== "string" && this.text.startsWith(word, start);
  }

  /** Reads the next token if it is this sign or word. */
  takes(word: string): boolean {
    const found = this.sees(word);
    if (found) this.read();
    return found;
  }

  /** Comments before the next token that nobody took. */
  takeComments(): { start: number; end: number }[] {
    this.peek();
    const taken = this.comments;
    if (taken.length) this.comments = [];
    return taken;
  }

  private skip(): void {
    for (;;) {
      let code = this.text.charCodeAt(this.at);
      while (code === 32 || (code >= 9 && code <= 13)) code = this.text.charCodeAt(++this.at);
      // Only these three start a comment, or end the code.
      if (code !== 63 && code !== 47 && code !== 35) return;
      const char = this.text[this.at];
      const next = this.text[this.at + 1];
      if (char === "?" && next === ">") this.outside();
      else if (char === "/" && next === "*") {
        const end = this.text.indexOf("*/", this.at + 2);
        if (end < 0) this.fail(refusal("readComment"), this.at);
        this.comment(end + 2);
      } else if ((char === "#" && next !== "[") || (char === "/" && next === "/")) this.comment(this.lineEnd());
      else return;
    }
  }

  /** What stands behind a closing tag is no code, up to the next opening one. */
  private outside(): void {
    const open = this.text.indexOf("<?", this.at + 2);
    if (open < 0) this.at = this.text.length;
    else this.at = this.text.startsWith("<?php", open) ? open + 5 : open + 2;
  }

  private comment(end: number): void {
    if (this.comments.length < 100) this.comments.push({ start: this.at, end });
    this.at = end;
  }

  private lineEnd(): number {
    for (let at = this.at; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 10 || code === 13 || (code === 63 && this.text.charCodeAt(at + 1) === 62)) return at;
    }
    return this.text.length;
  }

  private scan(): PhpToken {
    this.skip();
    const start = this.at;
    const char = this.text[start];
    if (char === undefined) return { kind: "end", start, end: start };
    const token = this.tokenAt(start, char);
    this.at = token.end;
    return token;
  }

  private tokenAt(start: number, char: string): PhpToken {
    if (char === "'" || char === '"' || char === "`") return { kind: "string", start, end: this.quoted(start, char) };
    if (char === "<" && this.text.startsWith("<<<", start)) return this.heredoc(start);
    if (!SIGNS.includes(char)) {
      NAME.lastIndex = char === "$" ? start + 1 : start;
      if (NAME.test(this.text)) return { kind: char === "$" ? "variable" : "word", start, end: NAME.lastIndex };
    }
    const pair = this.text.slice(start, start + 2);
    return { kind: "sign", start, end: start + (pair === "=>" || pair === "::" || pair === "->" ? 2 : 1) };
  }

  private quoted(start: number, quote: string): number {
    const code = quote.charCodeAt(0);
    for (let at = start + 1; at < this.text.length; at++) {
      const now = this.text.charCodeAt(at);
      if (now === 92) at++;
      else if (now === code) return at + 1;
    }
    return this.fail(refusal("readQuote"), start);
  }

  private heredoc(start: number): PhpToken {
    HEREDOC.lastIndex = start;
    const open = HEREDOC.exec(this.text);
    if (!open) return { kind: "sign", start, end: start + 3 };
    const close = new RegExp(`^[ \\t]*${open[2]}\\b`, "gm");
    close.lastIndex = HEREDOC.lastIndex;
    if (!close.exec(this.text)) this.fail(refusal("readPhpHeredoc"), start);
    return { kind: "heredoc", start, end: close.lastIndex };
  }
}
