import { HIDDEN, INLINE } from "./translatable";

/** Elements of HTML as the reader of plain pages knows them. */

/**
 * How an element is read: `plain` ones hold whatever stands up to their end tag, `void` ones nothing; `raw` is text
 * without tags, `words` is text with character references alone. `odd` ones are left to the whole grammar.
 */
type Way = "plain" | "void" | "raw" | "words" | "page" | "item" | "table" | "choice" | "graphic" | "odd";

export interface Tag {
  readonly name: string;
  readonly way: Way;
  /** Whether it belongs to the text around it, and whether its content is for no reader. */
  readonly inline: boolean;
  readonly hidden: boolean;
  /** Whether it may stand in a head. */
  readonly head: boolean;
  /** Whether an open paragraph ends before it. */
  readonly endsText: boolean;
  /** Whether its end tag also ends the paragraphs and items in it that are open. */
  readonly endsItems: boolean;
  /** Whether items outside of it stay open when one starts in it. */
  readonly keepsItems: boolean;
  readonly heading: boolean;
  /** Whether it holds rows or cells of a table, and no text. */
  readonly rows: boolean;
  /** Part of a table, from the table to the cell; "" for all others. */
  readonly part: "" | "table" | "section" | "row" | "cell" | "caption" | "columns" | "column";
}

const words = (list: string): Set<string> => new Set(list.split(" "));

const WAYS: readonly [Way, Set<string>][] = [
  ["void", words("area br embed img wbr input link meta base source track param hr")],
  ["raw", words("script style iframe noscript")],
  ["words", words("title textarea")],
  ["page", words("html head body")],
  ["item", words("li dd dt")],
  ["table", words("table caption colgroup col thead tbody tfoot tr td th")],
  ["choice", words("select option optgroup")],
  ["graphic", words("svg")],
  [
    "odd",
    words(
      "applet basefont bgsound frame frameset image isindex keygen listing marquee math nobr noembed noframes plaintext rb rtc template xmp",
    ),
  ],
];
const BLOCKS = words(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup main menu nav ol pre search section summary ul",
);
const HEADINGS = words("h1 h2 h3 h4 h5 h6");
const IN_HEAD = words("meta link base title style script noscript");
/** Those that the standard calls special, without `address` and `div`. */
const KEEPS_ITEMS = words(
  "article aside blockquote button center details dir dl fieldset figcaption figure footer form header hgroup main menu nav object ol pre section summary table td th tr tbody thead tfoot caption ul body html",
);
const PARTS: Readonly<Record<string, Tag["part"]>> = {
  table: "table",
  thead: "section",
  tbody: "section",
  tfoot: "section",
  tr: "row",
  td: "cell",
  th: "cell",
  caption: "caption",
  colgroup: "columns",
  col: "column",
};

function tagOf(name: string): Tag {
  const block = BLOCKS.has(name);
  return {
    name,
    way: WAYS.find(([, names]) => names.has(name))?.[0] ?? "plain",
    inline: INLINE.has(name),
    hidden: HIDDEN.has(name),
    head: IN_HEAD.has(name),
    endsText: block || HEADINGS.has(name) || /^(?:p|li|dd|dt|hr)$/.test(name),
    endsItems: block || /^(?:li|dd|dt|button)$/.test(name),
    keepsItems: KEEPS_ITEMS.has(name),
    heading: HEADINGS.has(name),
    rows: /^(?:table|thead|tbody|tfoot|tr)$/.test(name),
    part: Object.hasOwn(PARTS, name) ? PARTS[name]! : "",
  };
}

const KNOWN: ReadonlyMap<string, Tag> = new Map(
  [...WAYS.flatMap(([, names]) => [...names]), ...BLOCKS, ...HEADINGS, ...INLINE, ...HIDDEN, "p", "button"].map(
    (name) => [name, tagOf(name)],
  ),
);

/** What is known of an element by its name in lower case. */
export const tagNamed = (name: string): Tag => KNOWN.get(name) ?? tagOf(name);

/** Elements of a graphic that end at their end tag or at once, and hold nothing of HTML. */
const GRAPHICS = words(
  "animate animatemotion animatetransform circle clippath defs ellipse feblend fecolormatrix fecomposite feflood fegaussianblur femerge femergenode feoffset filter g image line lineargradient marker mask metadata path pattern polygon polyline radialgradient rect set stop svg switch symbol text textpath tspan use view",
);
/** Those that hold text alone here. */
const GRAPHIC_TEXTS = words("title desc style");

export const isGraphic = (name: string): boolean => GRAPHICS.has(name);
export const isGraphicText = (name: string): boolean => GRAPHIC_TEXTS.has(name);
