import { useTexts } from "#texts";
import { classes } from "./classes";
import { byState, describeWork, type WorkNumbers } from "./work-numbers";

/**
 * How far the work is: one segment for each state in its colour and pattern, failing checks marked underneath. Its title is
 * also its name.
 */
export function StateBar({ numbers, tall = false }: { numbers: WorkNumbers; tall?: boolean }) {
  const said = describeWork(useTexts(), numbers);
  const parts = byState(numbers);
  const segments = [
    ["bar-approved", parts.approved],
    ["bar-translated", parts.translated],
    ["bar-readonly", parts.readonly],
    ["bar-needs", parts.needs],
    ["", parts.empty],
  ] as const;
  const share = numbers.total > 0 ? Math.max(1.5, (100 * numbers.failing) / numbers.total) : 0;
  return (
    <div role="img" title={said} className="min-w-16">
      <div className={classes("bar", tall ? "h-3" : "h-2")}>
        {segments.map(([look, amount]) =>
          amount > 0 ? (
            <span key={look || "empty"} className={look || undefined} style={{ flex: `${amount} 0 3px` }} />
          ) : null,
        )}
      </div>
      {numbers.failing > 0 ? (
        <div className="bar-failing" style={{ width: `${Math.min(100, share).toFixed(1)}%` }} />
      ) : null}
    </div>
  );
}
