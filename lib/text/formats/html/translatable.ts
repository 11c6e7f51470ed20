/** What an HTML page shows to people, by the names of its elements and attributes. */

/** Elements that belong to the text around them. */
export const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark meter output q ruby rb rp rt s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Elements whose content is for no reader. */
export const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template", "svg", "math", "iframe", "object"]);

/** Attributes of any element that people read. */
export const TRANSLATABLE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "title",
  "alt",
  "placeholder",
  "aria-label",
  "summary",
  "label",
]);

/** Names of `meta` whose content people read. */
export const TRANSLATABLE_META =
  /^(?:description|keywords|og:title|og:description|twitter:title|twitter:description)$/i;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** What an attribute says, by what stands between its quotes. */
export const readAttribute = (raw: string): string =>
  raw
    .replace(/\r\n?/g, "\n")
    .replace(/&(?:(amp|lt|gt|quot|apos)|#(34|39|38|13));/g, (_, name: string | undefined, code: string) =>
      name === undefined ? String.fromCharCode(Number(code)) : NAMED[name]!,
    );
