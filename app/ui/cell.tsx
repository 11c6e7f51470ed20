import type { ReactNode } from "react";
import { classes } from "./classes";

/** A cell of a table; `head` makes it the name of its row. */
export function Cell({
  head,
  numeric,
  wide,
  className,
  children,
}: {
  head?: boolean;
  numeric?: boolean;
  wide?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const look = classes(
    "px-3 py-2.5 align-middle",
    numeric ? "text-end tabular-nums" : "text-start",
    wide && "max-lg:hidden",
    className,
  );
  return head ? (
    <th scope="row" className={classes(look, "font-normal")}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  );
}
