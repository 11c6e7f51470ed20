import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const KINDS: Record<ButtonKind, string> = {
  primary: "button button-primary",
  secondary: "button",
  quiet: "button button-quiet",
  danger: "button button-danger",
};

/** Classes of a button, for links that look like one too. */
export function buttonClasses(kind: ButtonKind = "secondary", small = false): string {
  return classes(KINDS[kind], small && "button-small");
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
