import { useTexts } from "#texts";

/** Twelve weeks as bars; the numbers stand in its description. */
export function WeekStrip({ weeks, label }: { weeks: readonly number[]; label: string }) {
  const t = useTexts();
  const most = Math.max(1, ...weeks);
  const total = weeks.reduce((sum, week) => sum + week, 0);
  const width = 20;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${weeks.length * width} 48`}
        className="h-16 w-full max-w-[420px] text-primary rtl:-scale-x-100"
        role="img"
      >
        <title>{t("activity.weeks", { label, weeks: weeks.join(", ") })}</title>
        {weeks.map((value, index) => {
          const height = value === 0 ? 2 : Math.max(4, (44 * value) / most);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
              key={index}
              x={index * width + 2}
              y={46 - height}
              width={width - 4}
              height={height}
              rx={2}
              fill={value === 0 ? "var(--border)" : "currentColor"}
            />
          );
        })}
      </svg>
      <figcaption className="mt-1 text-table text-ink-2">
        {t("activity.total", { count: total, weeks: weeks.length })}
      </figcaption>
    </figure>
  );
}
