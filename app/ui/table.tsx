import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { type ChoosableTable, chosenColumns } from "./chosen-columns";
import { classes } from "./classes";
import { ColumnChooser } from "./column-chooser";
import { type Marked, StateMark } from "./state-mark";
import { TableTools } from "./table-tools";

export interface Column {
  label: string;
  /** What the choice of columns calls it; without one it is always shown. */
  key?: string;
  /** Numbers stand at the end. */
  numeric?: boolean;
  /** Left out on narrow screens. */
  wide?: boolean;
  /** Read aloud only; for columns of buttons. */
  hidden?: boolean;
  className?: string;
  /** The shape of what its numbers count. */
  mark?: Marked;
  /** Orders the rows by this column; `now` tells that and how they are. */
  sort?: { href: string; now?: "ascending" | "descending" };
}

interface TableContent {
  label: string;
  columns: readonly Column[];
  /** On a phone the last column, with buttons that open forms, stands below the rest of its row. */
  actsBelow?: boolean;
  /** Without links and buttons in it the table takes the focus itself, so that keys scroll it. */
  quiet?: boolean;
  children: ReactNode;
}

/**
 * A table in a panel; on narrow screens it drops its wide columns before it scrolls.
 * @param name lets readers choose among the columns that have keys
 * @param csv address of all its rows as a file for spreadsheets
 */
export function Table({ name, csv, ...content }: TableContent & { name?: ChoosableTable; csv?: string }) {
  if (name) return <ChoosableColumns name={name} csv={csv} {...content} />;
  return (
    <>
      {csv ? <TableTools csv={csv} /> : null}
      <Rows {...content} />
    </>
  );
}

async function ChoosableColumns({ name, csv, ...content }: TableContent & { name: ChoosableTable; csv?: string }) {
  const chosen = await chosenColumns(name);
  return (
    <>
      <TableTools csv={csv}>
        <ColumnChooser name={name} columns={content.columns} chosen={chosen} />
      </TableTools>
      <Rows {...content} chosen={chosen} />
    </>
  );
}

/** Columns are hidden and shown by their number, so that rows need not know of it. */
function Rows({ label, columns, actsBelow, quiet, children, chosen }: TableContent & { chosen?: ReadonlySet<string> }) {
  const numbers = (those: (column: Column & { key: string }, wanted: ReadonlySet<string>) => boolean) =>
    columns.flatMap((column, at) =>
      chosen && column.key && those({ ...column, key: column.key }, chosen) ? [at + 1] : [],
    );
  return (
    <div
      className="panel relative overflow-x-auto"
      {...(quiet ? { tabIndex: 0, role: "region", "aria-label": label } : {})}
    >
      <table
        data-rows
        data-acts-below={actsBelow || undefined}
        style={actsBelow ? tracks(columns) : undefined}
        data-hide={numbers(({ key }, wanted) => !wanted.has(key)).join(" ") || undefined}
        data-show={numbers(({ key, wide }, wanted) => wide === true && wanted.has(key)).join(" ") || undefined}
        className="w-full border-collapse text-table"
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-start text-meta text-ink-2">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={column.sort?.now}
                className={classes(
                  "px-3 py-2 font-medium",
                  column.numeric ? "text-end" : "text-start",
                  column.wide && "max-lg:hidden",
                  column.className,
                )}
              >
                {column.hidden ? <span className="sr-only">{column.label}</span> : <Head column={column} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

/** Widths on a phone: the first column with words takes what the others leave. */
function tracks(columns: readonly Column[]): CSSProperties {
  const own = columns.slice(0, -1);
  const first = own.findIndex(({ hidden }) => !hidden);
  const widths = own.map((_, at) => (at === first ? "minmax(min-content, 1fr)" : "auto"));
  return { "--tracks": widths.join(" ") } as CSSProperties;
}

function Head({ column: { label, mark, sort } }: { column: Column }) {
  const said = (
    <>
      {mark ? <StateMark state={mark} size={12} /> : null}
      {label}
    </>
  );
  const look = "inline-flex min-h-6 items-center gap-1";
  if (!sort) return mark ? <span className={look}>{said}</span> : label;
  const Arrow = sort.now === "ascending" ? ArrowUp : sort.now === "descending" ? ArrowDown : undefined;
  return (
    <a href={sort.href} className={classes(look, "text-ink-2 hover:text-ink")}>
      {said}
      {Arrow ? <Arrow aria-hidden size={14} /> : null}
    </a>
  );
}
