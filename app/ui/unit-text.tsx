import { useTexts } from "#texts";
import { Isolated } from "./isolated";
import { type TextEnds, visibleRuns } from "./visible-text";

/** Text of a string: isolated from the text around it, in its own direction, with what cannot be seen marked. */
export function UnitText({
  text,
  lang,
  dir = "auto",
  small = false,
}: {
  text: string;
  lang?: string;
  dir?: string;
  small?: boolean;
}) {
  return (
    <bdi
      data-string
      lang={lang?.replaceAll("_", "-")}
      dir={dir || "auto"}
      className={small ? undefined : "text-string"}
    >
      <VisibleText text={text} />
    </bdi>
  );
}

/** Only the runs, for use inside another element. */
export function VisibleText({ text, ends }: { text: string; ends?: TextEnds }) {
  const t = useTexts();
  return (
    <>
      {visibleRuns(text, ends).map((run, index) =>
        run.mark ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
          <span key={index} className="blank" data-mark={run.mark} title={run.name && t(run.name)}>
            {run.text}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
          <Isolated key={index} text={run.text} />
        ),
      )}
    </>
  );
}
