import { Fragment } from "react";
import { wordDiff } from "@/lib/text/diff";
import { VisibleText } from "./unit-text";

/** What changed between two texts, word by word; read in monochrome by underline and strike. */
export function WordDiff({
  before,
  after,
  lang,
  dir = "auto",
  small = true,
}: {
  before: string;
  after: string;
  lang?: string;
  dir?: string;
  small?: boolean;
}) {
  const parts = wordDiff(before, after);
  return (
    <bdi
      data-string
      lang={lang?.replaceAll("_", "-")}
      dir={dir || "auto"}
      className={small ? undefined : "text-string"}
    >
      {parts.map((part, index) => {
        const text = <VisibleText text={part.text} ends={{ start: index === 0, end: index === parts.length - 1 }} />;
        if (part.kind === "same")
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
            <Fragment key={index}>{text}</Fragment>
          );
        const Element = part.kind === "inserted" ? "ins" : "del";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
          <Element key={index} className="diff">
            {text}
          </Element>
        );
      })}
    </bdi>
  );
}
