import { useTexts } from "#texts";
import { classes } from "./classes";
import { byState, describeWork, type WorkNumbers } from "./work-numbers";

/** How far the work is: one segment for each state in its colour and pattern, failing checks marked underneath. */
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
    <div role="img" aria-label={said} title={said} className="min-w-16">
      <div className={classes("flex overflow-hidden rounded-full border border-line bg-sunken", tall ? "h-3" : "h-2")}>
        {segments.map(([look, amount]) =>
          amount > 0 ? <span key={look || "empty"} className={look} style={{ flex: `${amount} 0 3px` }} /> : null,
        )}
      </div>
      {numbers.failing > 0 ? (
        <div className="mt-0.5 h-0.5 rounded-full bg-failing" style={{ width: `${Math.min(100, share)}%` }} />
      ) : null}
    </div>
  );
}
