import { wordDiff } from "@/lib/text/diff";
import { classes } from "./classes";
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
  return (
    <bdi
      data-string
      lang={lang?.replaceAll("_", "-")}
      dir={dir || "auto"}
      className={classes("whitespace-pre-wrap font-string", small ? "text-body" : "text-string")}
    >
      {wordDiff(before, after).map((part, index) =>
        part.kind === "same" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
          <VisibleText key={index} text={part.text} />
        ) : part.kind === "inserted" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
          <ins key={index} className="diff">
            <VisibleText text={part.text} />
          </ins>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
          <del key={index} className="diff">
            <VisibleText text={part.text} />
          </del>
        ),
      )}
    </bdi>
  );
}
