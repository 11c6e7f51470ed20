import { Fragment } from "react";

/** Placeholders and tags of most syntaxes: read from left to right, whatever direction the text has. */
const PLACEHOLDER =
  /(%(?:\d+\$)?[-+#0]*\d*(?:\.\d+)?(?:hh?|ll?)?[a-zA-Z@]\b|%\(\w+\)[a-z]|%\{\w+\}|\$?\{\{?[^{}\s]{1,80}\}?\}|<\/?[A-Za-z][^<>]{0,200}>|&(?:\w+|#\d+);)/;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text in which placeholders keep their own direction, so that `%s` is not shown as `s%`. */
export function Isolated({ text }: { text: string }) {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  return text.split(PLACEHOLDER).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
      <bdi key={index} dir="ltr">
        {piece}
      </bdi>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
