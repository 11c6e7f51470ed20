import type { ReactNode } from "react";
import { classes } from "./classes";

/** A cell of a table; `head` makes it the name of its row. How all cells look stands in the style sheet, once. */
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
  const look = classes(numeric && "num", wide && "wide", className) || undefined;
  return head ? (
    <th scope="row" className={look}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  );
}
