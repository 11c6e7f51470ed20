import { useTexts } from "#texts";
import type { Done } from "@/lib/domain/statistics/activity";
import { Cell } from "./cell";
import { count } from "./numbers";
import { Table } from "./table";

const KINDS = [
  ["added", "var(--state-translated)"],
  ["edited", "var(--state-needs)"],
  ["approved", "var(--state-approved)"],
  ["suggested", "var(--suggestion)"],
] as const;

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 22;

/** What was done in each week as stacked bars, and the same numbers as a table. */
export function WeekPlot({ weeks }: { weeks: readonly (Done & { start: string })[] }) {
  const t = useTexts();
  const sums = weeks.map((week) => KINDS.reduce((all, [kind]) => all + week[kind], 0));
  const most = Math.max(1, ...sums);
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const scale = (value: number) => ((HEIGHT - BOTTOM - 10) * value) / most;
  const total = sums.reduce((all, one) => all + one, 0);
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-auto w-full max-w-[960px]" role="img">
        <title>{t("insights.plot", { total, weeks: weeks.length, most: count(most) })}</title>
        {[0, most].map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={HEIGHT - BOTTOM - scale(value)}
              y2={HEIGHT - BOTTOM - scale(value)}
              stroke="var(--border)"
            />
            <text
              x={LEFT - 6}
              y={HEIGHT - BOTTOM - scale(value) + 4}
              textAnchor="end"
              fontSize="12"
              className="fill-ink-2"
            >
              {count(value)}
            </text>
          </g>
        ))}
        {weeks.map((week, index) => {
          let below = 0;
          return (
            <g key={week.start}>
              {KINDS.map(([kind, colour]) => {
                const height = scale(week[kind]);
                below += height;
                return height > 0 ? (
                  <rect
                    key={kind}
                    x={LEFT + index * step + step * 0.12}
                    y={HEIGHT - BOTTOM - below}
                    width={step * 0.76}
                    height={height}
                    fill={colour}
                  />
                ) : null;
              })}
            </g>
          );
        })}
        <text x={LEFT} y={HEIGHT - 5} fontSize="12" className="fill-ink-2">
          {weeks[0]?.start}
        </text>
        <text x={WIDTH} y={HEIGHT - 5} fontSize="12" textAnchor="end" className="fill-ink-2">
          {weeks.at(-1)?.start}
        </text>
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-table text-ink-2">
        {KINDS.map(([kind, colour]) => (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <span aria-hidden className="inline-block size-3 rounded-xs" style={{ background: colour }} />
            {t(`insights.${kind}`)}
          </span>
        ))}
      </figcaption>
      <details className="mt-2">
        <summary className="cursor-pointer py-2 text-table">{t("insights.asTable")}</summary>
        <DoneTable
          label={t("insights.byWeek")}
          head={t("insights.week")}
          lines={[...weeks].reverse().map((week) => ({ ...week, key: week.start, name: week.start }))}
        />
      </details>
    </figure>
  );
}

/** What was done, a line for each week, language or person. */
export function DoneTable({
  label,
  head,
  lines,
}: {
  label: string;
  head: string;
  lines: readonly (Done & { key: string; name: string; href?: string })[];
}) {
  const t = useTexts();
  return (
    <Table
      label={label}
      columns={[{ label: head }, ...KINDS.map(([kind]) => ({ label: t(`insights.${kind}`), numeric: true }))]}
    >
      {lines.map((line) => (
        <tr key={line.key}>
          <Cell head className="break-words">
            {line.href ? (
              <a href={line.href} className="name-link">
                <bdi>{line.name}</bdi>
              </a>
            ) : (
              <bdi>{line.name}</bdi>
            )}
          </Cell>
          {KINDS.map(([kind]) => (
            <Cell key={kind} numeric>
              {count(line[kind])}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}
