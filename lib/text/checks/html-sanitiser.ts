import { behindExpression } from "@/lib/text/checks/jsx-expression";
import { codeSpans, escapesIn, type Span } from "@/lib/text/checks/markdown-code";

/** HTML in translations: what the source has may stay, everything else goes. Linear, and never runs a parser of a browser. */

const START = /<(\/?)([A-Za-z][\w:-]{0,100})/y;
const ATTRIBUTE = /\s+([^\s"'<>/=]{1,100})(?:\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?/y;
const END = /\s*\/?>/y;
/** An attribute of JSX up to the brace of its expression, or some that an expression gives. */
const JSX_ATTRIBUTE = /\s+(?:([A-Za-z_$][\w:.-]{0,99})\s*=\s*)?(?=\{)/y;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]{1,2000}>/y;

/** What a text is beside HTML. */
export type Markup = "html" | "markdown" | "mdx";

/** How a pass over a text reads its tags: as HTML, or with the expressions of JSX, of so many characters in all. */
interface Reading {
  expressions: number;
}

const readingOf = (text: string, markup: Markup): Reading => ({ expressions: markup === "mdx" ? 4 * text.length : 0 });

interface Attribute {
  name: string;
  value: string;
  /** The expression of JSX that gives the value. */
  expression?: string;
  text: string;
}

interface Tag {
  closing: boolean;
  name: string;
  attributes: Attribute[];
  text: string;
}

/**
 * The target with only those tags and attributes that the source has, and no address that runs code. Text stays; a
 * bracket that would open a tag but does not close becomes `&lt;`, and so does that of a tag which the source only shows. In
 * Markdown `<https://…>` stays, and what is escaped or in code spans; in MDX the expressions of attributes stay, with what
 * is allowed in them.
 */
export function sanitiseHtml(source: string, target: string, markup: Markup): string {
  if (!target.includes("<")) return target;
  const allowed = tagsOf(source, markup);
  const isCell = markup === "html" || !hasBarInCode(source, markup);
  const clean = cleaned(target, allowed, markup, isCell);
  // What is left after a tag is gone must not make a new one of its neighbours.
  return clean === target || cleaned(clean, allowed, markup, isCell) === clean ? clean : clean.replaceAll("<", "&lt;");
}

interface Allowed {
  /** Attributes by tags. */
  live: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tags that the source shows as text. */
  shown: ReadonlySet<string>;
}

function cleaned(target: string, allowed: Allowed, markup: Markup, isCell: boolean): string {
  const isMarkdown = markup !== "html";
  const reading = readingOf(target, markup);
  const code = isMarkdown ? spansOf(target, markup, isCell) : [];
  const isEscaped = isMarkdown ? escapesIn(target) : NEVER;
  let result = "";
  let done = 0;
  for (let at = target.indexOf("<"); at >= 0; at = target.indexOf("<", done)) {
    result += target.slice(done, at);
    const span = spanAt(code, at);
    if (span) {
      result += target.slice(at, span[1]);
      done = span[1];
      continue;
    }
    if (isEscaped(at)) {
      result += "<";
      done = at + 1;
      continue;
    }
    const link = isMarkdown ? matchAt(AUTOLINK, target, at) : null;
    const tag = link ? undefined : tagAt(target, at, reading);
    const names = tag && allowed.live.get(tag.name.toLowerCase());
    if (tag && !names && allowed.shown.has(tag.name.toLowerCase())) {
      result += "&lt;";
      done = at + 1;
      continue;
    }
    if (link) result += link[0];
    else if (tag && names) result += withAllowed(tag, names, (inside) => cleaned(inside, allowed, "html", isCell));
    else if (!tag) result += /[A-Za-z/!?]/.test(target[at + 1] ?? "") ? "&lt;" : "<";
    done = at + (link?.[0].length ?? tag?.text.length ?? 1);
  }
  return result + target.slice(done);
}

const NEVER = () => false;

function spansOf(text: string, markup: Markup, isCell: boolean): readonly Span[] {
  const reading = readingOf(text, markup);
  const tagEnd = (at: number) => {
    const length = matchAt(AUTOLINK, text, at)?.[0].length ?? tagAt(text, at, reading)?.text.length;
    return length === undefined ? undefined : at + length;
  };
  return codeSpans(text, tagEnd, isCell);
}

/** Whether a source has a bar within code, which in a table it could not. */
const hasBarInCode = (source: string, markup: Markup): boolean =>
  source.includes("|") &&
  spansOf(source, markup, false).some(([start, end]) => /(?<!\\)\|/.test(source.slice(start, end)));

/** The span around a place, by bisection. */
function spanAt(spans: readonly Span[], at: number): Span | undefined {
  let [from, to] = [0, spans.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((spans[middle]?.[1] ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  const span = spans[from];
  return span && span[0] <= at ? span : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The tag that begins at an offset; undefined when there is none, or it does not end. */
function tagAt(text: string, at: number, reading: Reading): Tag | undefined {
  const start = matchAt(START, text, at);
  if (!start) return undefined;
  const attributes: Attribute[] = [];
  let end = at + start[0].length;
  for (;;) {
    const match = matchAt(ATTRIBUTE, text, end);
    const jsx = reading.expressions > 0 ? matchAt(JSX_ATTRIBUTE, text, end) : null;
    if (jsx) {
      const from = end + jsx[0].length;
      const behind = behindExpression(text, from);
      reading.expressions -= behind - from;
      if (text[behind - 1] !== "}") return undefined;
      const expression = text.slice(from, behind);
      const name = (jsx[1] ?? "{}").toLowerCase();
      attributes.push({ name, value: "", expression, text: text.slice(end, behind).trimStart() });
      end = behind;
    } else if (match) {
      const value = (match[2] ?? "").replace(/^["']|["']$/g, "");
      attributes.push({ name: (match[1] ?? "").toLowerCase(), value, text: match[0].trimStart() });
      end += match[0].length;
    } else break;
  }
  const close = matchAt(END, text, end);
  if (!close) return undefined;
  end += close[0].length;
  return { closing: start[1] === "/", name: start[2] ?? "", attributes, text: text.slice(at, end) };
}

/** Tags of a text with the names of all attributes they have anywhere in it; in Markdown those apart that are text. */
function tagsOf(text: string, markup: Markup): Allowed {
  const live = new Map<string, Set<string>>();
  const shown = new Set<string>();
  const reading = readingOf(text, markup);
  const isMarkdown = markup !== "html";
  const code = isMarkdown ? spansOf(text, markup, true) : [];
  const isEscaped = isMarkdown ? escapesIn(text) : NEVER;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const tag = tagAt(text, at, reading);
    if (!tag) continue;
    const name = tag.name.toLowerCase();
    if (isEscaped(at) || spanAt(code, at)) {
      shown.add(name);
      continue;
    }
    const names = live.get(name) ?? new Set<string>();
    for (const attribute of tag.attributes) names.add(attribute.name);
    live.set(name, names);
  }
  return { live, shown };
}

/** An address that runs code when it is followed, control characters and blanks in it notwithstanding. */
function runsCode({ value }: Attribute): boolean {
  const plain = value.replace(/&(?:colon|#0*58|#x0*3a);?/gi, ":").replace(/&[^;]{0,10};|[\s\u0000-\u0020]/g, "");
  return /^(?:javascript|vbscript|data):/i.test(plain);
}

function withAllowed(tag: Tag, names: ReadonlySet<string>, clean: (expression: string) => string): string {
  const kept = tag.attributes.filter((attribute) => names.has(attribute.name) && !runsCode(attribute));
  const texts = kept.map(({ expression, text }) =>
    expression?.includes("<") ? text.slice(0, text.length - expression.length) + clean(expression) : text,
  );
  if (kept.length === tag.attributes.length && texts.every((text, index) => text === kept[index]?.text))
    return tag.text;
  const attributes = texts.map((text) => ` ${text}`).join("");
  return `<${tag.closing ? "/" : ""}${tag.name}${attributes}${tag.text.endsWith("/>") ? " /" : ""}>`;
}
