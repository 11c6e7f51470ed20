import { useTexts } from "#texts";
import type { ProtectedSpan } from "@/lib/text/protected-spans";
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

/** A term of a glossary in a text. */
export interface TermMark {
  start: number;
  end: number;
  /** What a pointer at rest is told. */
  title: string;
}

/** Runs of a piece, parted where a term begins or ends. */
function withTerms(piece: Piece, terms: readonly TermMark[]): { run: TextRun; term?: TermMark }[] {
  let at = piece.at;
  return piece.runs.flatMap((run) => {
    const parts: { run: TextRun; term?: TermMark }[] = [];
    let left = run.text;
    while (left !== "") {
      const term = terms.find(({ start, end }) => start <= at && at < end);
      const next = term
        ? term.end
        : Math.min(...terms.map(({ start }) => start).filter((start) => start > at), Infinity);
      const taken = left.slice(0, next - at);
      parts.push({ run: { ...run, text: taken }, term });
      at += taken.length;
      left = left.slice(taken.length);
    }
    return parts;
  });
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
  terms = [],
}: {
  text: string;
  marks: readonly ProtectedSpan[];
  /** Terms of glossaries, by place, without overlap. */
  terms?: readonly TermMark[];
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
        const runs = withTerms(piece, terms).map(({ run, term }, index) =>
          term ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
            <span key={index} title={term.title} data-term className="border-b-2 border-dotted border-suggestion">
              <Run run={run} />
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
            <Run key={index} run={run} />
          ),
        );
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
