import { useTexts } from "#texts";
import type { Decided, Done } from "@/lib/domain/statistics/activity";
import { Cell } from "./cell";
import { Count, percentText } from "./numbers";
import { Table } from "./table";

const KINDS = [
  ["added", "var(--state-translated)"],
  ["edited", "var(--state-needs)"],
  ["approved", "var(--state-approved)"],
  ["suggested", "var(--suggestion)"],
] as const;

/** Units of the drawing, which is stretched to the width of the page. */
const STEP = 100;
const HEIGHT = 1000;

const DAY = 86_400_000;

/** The last day of a week that begins with a day, both as dates. */
const endOf = (start: string) => new Date(Date.parse(start) + 6 * DAY).toISOString().slice(0, 10);

/**
 * What was done in each week as stacked bars, and the same numbers as a table. Both lead to the changes of a week; with the
 * keyboard by the table, as the bars would be a hundred stops.
 * @param changesOf the address of what happened from one day to another, as dates
 */
export function WeekPlot({
  weeks,
  changesOf,
}: {
  weeks: readonly (Done & { start: string })[];
  changesOf: (first: string, last: string) => string;
}) {
  const t = useTexts();
  const sums = weeks.map((week) => KINDS.reduce((all, [kind]) => all + week[kind], 0));
  const most = Math.max(1, ...sums);
  const total = sums.reduce((all, one) => all + one, 0);
  if (total === 0) return <p className="text-ink-2">{t("insights.none")}</p>;
  return (
    <figure className="max-w-[960px]">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-meta text-ink-2 tabular-nums">
        <div aria-hidden className="flex flex-col justify-between text-end">
          <span>
            <Count value={most} />
          </span>
          <span>0</span>
        </div>
        <div className="relative">
          <svg
            viewBox={`0 0 ${STEP * weeks.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-40 w-full border-y border-line rtl:-scale-x-100"
            role="img"
          >
            <title>{t("insights.plot", { total, weeks: weeks.length, most })}</title>
            {weeks.map((week, index) => {
              let below = 0;
              return KINDS.map(([kind, colour]) => {
                const height = (HEIGHT * week[kind]) / most;
                below += height;
                return height > 0 ? (
                  <rect
                    key={`${week.start} ${kind}`}
                    x={(index + 0.12) * STEP}
                    y={HEIGHT - below}
                    width={0.76 * STEP}
                    height={height}
                    fill={colour}
                  />
                ) : null;
              });
            })}
          </svg>
          <div aria-hidden className="absolute inset-0 flex">
            {weeks.map(({ start }, index) =>
              sums[index] ? (
                <a
                  key={start}
                  href={changesOf(start, endOf(start))}
                  title={start}
                  tabIndex={-1}
                  className="flex-1 rounded-xs hover:outline-2 hover:outline-primary"
                >
                  <span className="sr-only">{start}</span>
                </a>
              ) : (
                <span key={start} className="flex-1" />
              ),
            )}
          </div>
        </div>
        <div aria-hidden className="col-start-2 flex justify-between pt-1">
          <span>{weeks[0]?.start}</span>
          <span>{weeks.at(-1)?.start}</span>
        </div>
      </div>
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
          lines={[...weeks].reverse().map((week) => ({
            ...week,
            key: week.start,
            name: week.start,
            href: changesOf(week.start, endOf(week.start)),
          }))}
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
  /** With `accepted` and `rejected` a column more: the share of suggestions that others accepted. */
  lines: readonly (Done & Partial<Decided> & { key: string; name: string; href?: string })[];
}) {
  const t = useTexts();
  const decided = lines.some(({ accepted }) => accepted !== undefined);
  return (
    <Table
      quiet
      label={label}
      columns={[
        { label: head },
        ...KINDS.map(([kind]) => ({ label: t(`insights.${kind}`), numeric: true })),
        { label: t("insights.wordsDone"), numeric: true },
        ...(decided ? [{ label: t("insights.accepted"), numeric: true }] : []),
      ]}
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
              <Count value={line[kind]} />
            </Cell>
          ))}
          <Cell numeric>
            <Count value={line.words} />
          </Cell>
          {decided ? <Cell numeric>{acceptedText(line)}</Cell> : null}
        </tr>
      ))}
    </Table>
  );
}

const acceptedText = ({ accepted = 0, rejected = 0 }: Partial<Decided>) => percentText(accepted, accepted + rejected);
