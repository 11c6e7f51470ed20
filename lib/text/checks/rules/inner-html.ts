/** Texts that become the inside of an HTML element: what a browser would swallow, and which elements there are. */

import { REFERENCE } from "@/lib/text/checks/rules/fluent-message";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";

/** Elements with their attributes and ancestors, or what is wrong. */
export type InnerHtml = { elements: readonly string[] } | { problem: Phrase };

/** Attributes may be filled in as a whole: `<a { $attrs }>`. */
const TAG = new RegExp(
  `<(\\/?)([A-Za-z][A-Za-z0-9-]{0,60})((?:\\s+(?:${REFERENCE}|[A-Za-z_:][\\w:.-]{0,60}(?:\\s*=\\s*(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'))?)){0,30})\\s*(\\/?)>`,
  "y",
);
const ATTRIBUTE = new RegExp(`(${REFERENCE}|[A-Za-z_:][\\w:.-]*)(?:\\s*=\\s*("[^"]*"|'[^']*'))?`, "g");
const COMMENT = /<!--[\s\S]*?-->/y;
const ENTITY = /&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/y;
/** What browsers take for a character without the semicolon. */
const LEGACY =
  /&(?:AElig|AMP|A(?:acute|circ|grave|ring|tilde|uml)|COPY|Ccedil|ETH|E(?:acute|circ|grave|uml)|GT|I(?:acute|circ|grave|uml)|LT|Ntilde|O(?:acute|circ|grave|slash|tilde|uml)|QUOT|REG|THORN|U(?:acute|circ|grave|uml)|Yacute|a(?:acute|circ|cute|elig|grave|mp|ring|tilde|uml)|brvbar|c(?:cedil|edil|ent|opy|urren)|deg|divide|e(?:acute|circ|grave|th|uml)|frac(?:12|14|34)|gt|i(?:acute|circ|excl|grave|quest|uml)|laquo|lt|m(?:acr|icro|iddot)|n(?:bsp|ot|tilde)|o(?:acute|circ|grave|rd[fm]|slash|tilde|uml)|p(?:ara|lusmn|ound)|quot|r(?:aquo|eg)|s(?:ect|hy|up[123]|zlig)|t(?:horn|imes)|u(?:acute|circ|grave|ml|uml)|y(?:acute|en|uml))/y;

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const MOST_TAGS = 500;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Reads a text as a browser would, and says what would be lost: tags that are not closed, attributes without quotes,
 * characters that were not meant as such. `REFERENCE` stands for what is filled in later.
 */
export function readInnerHtml(text: string): InnerHtml {
  const elements: string[] = [];
  const open: string[] = [];
  for (let at = 0, tags = 0; at < text.length; ) {
    const character = text[at];
    if (character === "&") {
      const problem = entityProblem(text, at);
      if (problem !== undefined) return { problem };
    }
    if (character !== "<") {
      at++;
      continue;
    }
    const next = text[at + 1] ?? "";
    const comment = matchAt(COMMENT, text, at);
    if (comment || !(/[A-Za-z/!?]/.test(next) || next === REFERENCE)) {
      at += comment?.[0].length ?? 1;
      continue;
    }
    const tag = matchAt(TAG, text, at);
    const shown = text.slice(at, at + 20).replaceAll(REFERENCE, "{…}");
    if (tag && isPlaceholder(tag, text)) {
      at += tag[0].length;
      continue;
    }
    if (!tag || ++tags > MOST_TAGS) return { problem: phrase("htmlTag", { tag: shown }) };
    const problem = takeTag(tag, open, elements);
    if (problem !== undefined) return { problem };
    at += tag[0].length;
  }
  const left = open.at(-1);
  return left === undefined ? { elements } : { problem: phrase("htmlOpen", { tag: left.replace(/^.*>(?=<)/s, "") }) };
}

function entityProblem(text: string, at: number): Phrase | undefined {
  const next = text[at + 1] ?? "";
  if (matchAt(ENTITY, text, at)) return undefined;
  if (next === REFERENCE) return phrase("htmlReference");
  if (next === "#") return phrase("htmlNumber");
  const legacy = matchAt(LEGACY, text, at);
  return legacy ? phrase("htmlEntity", { entity: legacy[0] }) : undefined;
}

/** Elements of HTML that stand within texts, as far as their names could not be words in brackets. */
const ELEMENTS = new Set(
  `a abbr acronym b bdi bdo big blockquote br button cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i iframe img
  input ins kbd label li mark math object ol option p pre q rp rt ruby s samp script select small span strike strong style
  sub sup svg table tbody td textarea tfoot th thead time tr tt u ul var video wbr`.split(/\s+/),
);

/** Whether brackets only mark a word that stands for something, as in `<ignored>`: no element of HTML, nowhere closed. */
function isPlaceholder([whole, closing, given = "", attributes = ""]: RegExpExecArray, text: string): boolean {
  const name = given.toLowerCase();
  const isBare = closing === "" && attributes === "" && !whole.endsWith("/>") && !name.includes("-");
  return isBare && !ELEMENTS.has(name) && !text.toLowerCase().includes(`</${name}`);
}

/** Takes a tag to the elements, or closes the one that is open. */
function takeTag(tag: RegExpExecArray, open: string[], elements: string[]): Phrase | undefined {
  const name = (tag[2] ?? "").toLowerCase();
  if (tag[1] === "/") {
    const last = open.pop();
    const opened = last === undefined ? undefined : /<([^ <>]+)[^<>]*>$/.exec(last)?.[1];
    return opened === name ? undefined : phrase("htmlClose", { tag: `</${name}>` });
  }
  const attributes = [...(tag[3] ?? "").matchAll(ATTRIBUTE)].map(
    ([, key = "", value = '""']) => `${key.toLowerCase()}="${value.slice(1, -1)}"`,
  );
  const path = `${open.at(-1) ?? ""}<${[name, ...attributes.sort()].join(" ")}>`;
  elements.push(path);
  if (!VOID.has(name)) open.push(path);
  return undefined;
}
