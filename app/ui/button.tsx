import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-control font-medium text-body no-underline transition-colors duration-100 whitespace-nowrap disabled:opacity-60 aria-disabled:opacity-60";

const KINDS: Record<ButtonKind, string> = {
  primary: "bg-primary text-on-primary border border-transparent enabled:hover:bg-primary-hover",
  secondary: "bg-surface text-ink border border-line-strong enabled:hover:bg-sunken",
  quiet: "bg-transparent text-ink-2 border border-transparent enabled:hover:bg-sunken enabled:hover:text-ink",
  danger: "bg-failing text-on-failing border border-transparent enabled:hover:opacity-90",
};

/** Classes of a button, for links that look like one too. */
export function buttonClasses(kind: ButtonKind = "secondary", small = false): string {
  return classes(BASE, KINDS[kind], small ? "min-h-8 px-3 py-1" : "min-h-10 px-4 py-2");
}

/** A button. What it does is a verb with its number: "Push 3 commits". */
export function Button({
  kind = "secondary",
  small = false,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { kind?: ButtonKind; small?: boolean; children: ReactNode }) {
  return (
    <button type="submit" {...rest} className={classes(buttonClasses(kind, small), className)}>
      {children}
    </button>
  );
}
