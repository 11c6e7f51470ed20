import { useTexts } from "#texts";
import { percentText } from "./numbers";
import { StateBar } from "./state-bar";
import { toDo, type WorkNumbers } from "./work-numbers";

/** How a whole thing stands: the bar, and what is left in words. */
export function WorkSummary({
  numbers,
  checks,
  comments,
}: {
  numbers: WorkNumbers & { totalWords: number; translatedWords: number; comments: number };
  /** Where its failing checks are listed. */
  checks?: string;
  /** Where its comments are listed. */
  comments?: string;
}) {
  const t = useTexts();
  const left = toDo(numbers);
  return (
    <div className="mb-5">
      <StateBar numbers={numbers} tall />
      <p className="mt-1.5 text-table text-ink-2 tabular-nums">
        {numbers.total === 0
          ? t("work.noStringsTitle")
          : left === 0
            ? t("work.allDone", { count: numbers.total })
            : t.rich("work.summary", {
                count: left,
                total: numbers.total,
                done: percentText(numbers.translated, numbers.total),
                words: numbers.totalWords - numbers.translatedWords,
                strong: (chunks) => <strong className="font-semibold text-ink">{chunks}</strong>,
              })}
        {checks && numbers.failing > 0 ? (
          <>
            {" "}
            <a href={checks} className="link">
              {t("work.failing", { count: numbers.failing })}
            </a>
          </>
        ) : null}
        {comments && numbers.comments > 0 ? (
          <>
            {" "}
            <a href={comments} className="link">
              {t("work.comments", { count: numbers.comments })}
            </a>
          </>
        ) : null}
      </p>
    </div>
  );
}
