import type { ReactNode } from "react";

/** A part of a page with its own heading. */
export function Section({
  title,
  lead,
  action,
  children,
  id,
}: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section id={id} aria-labelledby={id ? `${id}-title` : undefined} className="mb-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 id={id ? `${id}-title` : undefined} className="text-h2 font-semibold tracking-tight">
            {title}
          </h2>
          {lead ? <div className="max-w-[72ch] break-words text-table text-ink-2">{lead}</div> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
