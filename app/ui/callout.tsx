import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

export type Tone = "info" | "success" | "warning" | "error";

/** How messages of a kind look. */
export const LOOKS: Record<Tone, { ground: string; icon: typeof Info; colour: string }> = {
  info: { ground: "bg-tint-translated border-translated", icon: Info, colour: "text-translated" },
  success: { ground: "bg-tint-approved border-approved", icon: CircleCheck, colour: "text-approved" },
  warning: { ground: "bg-tint-needs border-needs", icon: TriangleAlert, colour: "text-needs" },
  error: { ground: "bg-tint-failing border-failing", icon: CircleAlert, colour: "text-failing" },
};

/** A message in the page: what, why, and the step that mends it. */
export function Callout({
  tone = "info",
  title,
  children,
  action,
  close,
  live = false,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** A small button beside the words, however narrow they are. */
  close?: ReactNode;
  live?: boolean;
}) {
  const look = LOOKS[tone];
  return (
    <div
      role={live ? (tone === "error" ? "alert" : "status") : undefined}
      className={classes("flex items-start gap-3 rounded-panel border px-4 py-3", look.ground)}
    >
      <look.icon aria-hidden size={20} className={classes("shrink-0", look.colour)} />
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-3 gap-y-2">
        {/* The action stands beside the words as long as they have room. */}
        <div className={classes("min-w-0 grow", children ? "basis-56" : "basis-36")}>
          {title ? <p className="font-semibold">{title}</p> : null}
          {children ? <div className="max-w-[80ch] whitespace-pre-line text-ink">{children}</div> : null}
        </div>
        {action ? <div className="shrink-0">{action}</div> : null}
      </div>
      {close ? <div className="shrink-0">{close}</div> : null}
    </div>
  );
}
