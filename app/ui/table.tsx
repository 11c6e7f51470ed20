import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

export interface Column {
  label: string;
  /** Numbers stand at the end. */
  numeric?: boolean;
  /** Left out on narrow screens. */
  wide?: boolean;
  /** Read aloud only; for columns of buttons. */
  hidden?: boolean;
  className?: string;
  /** Orders the rows by this column; `now` tells that and how they are. */
  sort?: { href: string; now?: "ascending" | "descending" };
}

/** A table in a panel; on narrow screens it drops its wide columns before it scrolls. */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <div className="panel relative overflow-x-auto">
      <table className="w-full border-collapse text-table">
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

function Head({ column: { label, sort } }: { column: Column }) {
  if (!sort) return label;
  const Arrow = sort.now === "ascending" ? ArrowUp : sort.now === "descending" ? ArrowDown : undefined;
  return (
    <a href={sort.href} className="inline-flex min-h-6 items-center gap-1 text-ink-2 hover:text-ink">
      {label}
      {Arrow ? <Arrow aria-hidden size={14} /> : null}
    </a>
  );
}
