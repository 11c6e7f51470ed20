import { count, percentText } from "./numbers";
import { StateBar } from "./state-bar";
import { toDo, type WorkNumbers } from "./work-numbers";

/** How a whole thing stands: the bar, and what is left in words. */
export function WorkSummary({ numbers }: { numbers: WorkNumbers & { totalWords: number; translatedWords: number } }) {
  const left = toDo(numbers);
  return (
    <div className="mb-5">
      <StateBar numbers={numbers} tall />
      <p className="mt-1.5 text-table text-ink-2 tabular-nums">
        {numbers.total === 0 ? (
          "No strings yet"
        ) : left === 0 ? (
          <>All {count(numbers.total)} strings are translated</>
        ) : (
          <>
            <strong className="font-semibold text-ink">{count(left)} to do</strong> of {count(numbers.total)} strings (
            {percentText(numbers.translated, numbers.total)} done, {count(numbers.totalWords - numbers.translatedWords)}{" "}
            words left)
          </>
        )}
      </p>
    </div>
  );
}
