import type { ReactNode } from "react";
import { type ButtonKind, buttonClasses } from "./button";
import { classes } from "./classes";

/** A link that looks like a button. */
export function LinkButton({
  href,
  kind = "secondary",
  small = false,
  className,
  label,
  children,
}: {
  href: string;
  kind?: ButtonKind;
  small?: boolean;
  className?: string;
  /** Full name for assistive technology, when the visible words alone would not tell links of a table apart. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <a href={href} aria-label={label} className={classes(buttonClasses(kind, small), className)}>
      {children}
    </a>
  );
}
