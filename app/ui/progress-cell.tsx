import { Check } from "lucide-react";
import { useTexts } from "#texts";
import { StateBar } from "./state-bar";
import { toDo, type WorkNumbers } from "./work-numbers";

/** The bar with what is left to do beside it: work, not only percent. */
export function ProgressCell({ numbers }: { numbers: WorkNumbers }) {
  const t = useTexts();
  const left = toDo(numbers);
  return (
    <div className="progress">
      <div>
        <StateBar numbers={numbers} />
      </div>
      <span>
        {numbers.total === 0 ? (
          <span className="text-ink-3">{t("work.noStrings")}</span>
        ) : left === 0 ? (
          <span className="inline-flex items-center gap-1 text-approved">
            <Check aria-hidden size={16} /> {t("work.done")}
          </span>
        ) : (
          t("work.toDoCount", { count: left })
        )}
      </span>
    </div>
  );
}
