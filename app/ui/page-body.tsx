import type { ReactNode } from "react";
import { classes } from "./classes";
import { type Crumb, PathCrumbs } from "./path-crumbs";

/** A page: crumbs, its one heading, what can be done, then content. */
export function Page({
  title,
  lead,
  crumbs,
  actions,
  narrow = false,
  children,
}: {
  title: ReactNode;
  /** One line under the heading. */
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** For prose and forms. */
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes("mx-auto w-full px-4 py-6 sm:px-6", narrow ? "max-w-[760px]" : "max-w-[1440px]")}>
      {crumbs ? <PathCrumbs crumbs={crumbs} /> : null}
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h1 font-semibold tracking-tight">
            <bdi>{title}</bdi>
          </h1>
          {lead ? <div className="mt-1 max-w-[80ch] text-ink-2">{lead}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
