import { useTexts } from "#texts";
import type { ProtectedSpan } from "@/lib/domain/units/protected-spans";
import { classes } from "../classes";
import { type TextRun, visibleRuns } from "../visible-text";

interface Piece {
  at: number;
  runs: TextRun[];
  placeholder: boolean;
}

/** The runs of a text, parted where a placeholder begins or ends. */
function piecesOf(text: string, marks: readonly ProtectedSpan[]): Piece[] {
  const edges = [0, ...marks.flat(), text.length];
  const pieces: Piece[] = edges.slice(0, -1).map((at, index) => ({ at, runs: [], placeholder: index % 2 === 1 }));
  let at = 0;
  let index = 0;
  for (const run of visibleRuns(text)) {
    let left = run.text;
    while (left !== "" && index < pieces.length) {
      const end = edges[index + 1] ?? text.length;
      const taken = left.slice(0, Math.max(0, end - at));
      if (taken !== "") pieces[index]?.runs.push({ ...run, text: taken });
      at += taken.length;
      left = left.slice(taken.length);
      if (at >= end) index += 1;
    }
  }
  return pieces.filter((piece) => piece.runs.length > 0);
}

function Run({ run }: { run: TextRun }) {
  const t = useTexts();
  if (!run.mark) return run.text;
  return (
    <span className="blank" data-mark={run.mark} title={run.name && t(run.name)}>
      {run.text}
    </span>
  );
}

/** A source text: placeholders set off, what cannot be seen marked, nothing added that could be copied. */
export function SourceText({
  text,
  marks,
  lang,
  dir,
  small = false,
}: {
  text: string;
  marks: readonly ProtectedSpan[];
  lang: string;
  dir: string;
  small?: boolean;
}) {
  return (
    <bdi
      data-string
      lang={lang.replaceAll("_", "-")}
      dir={dir || "auto"}
      className={classes("block whitespace-pre-wrap break-words font-string", small ? "text-body" : "text-[18px]/7")}
    >
      {piecesOf(text, marks).map((piece) => {
        const runs = piece.runs.map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
          <Run key={index} run={run} />
        ));
        return piece.placeholder ? (
          <bdi
            key={piece.at}
            dir="ltr"
            className="rounded border border-line bg-sunken px-0.5 py-px font-mono text-[0.86em] text-primary"
          >
            {runs}
          </bdi>
        ) : (
          <span key={piece.at}>{runs}</span>
        );
      })}
    </bdi>
  );
}
