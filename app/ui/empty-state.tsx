import type { ReactNode } from "react";
import { Logo } from "./logo";

/** Why there is nothing here, and the one step that changes it. */
export function EmptyState({
  title,
  children,
  action,
  plain = false,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  plain?: boolean;
}) {
  return (
    <div className={plain ? "px-4 py-8 text-center" : "panel px-4 py-12 text-center"}>
      <div aria-hidden className="mb-3 flex justify-center opacity-90">
        <Logo size={40} />
      </div>
      <p className="text-h2 font-semibold">{title}</p>
      {children ? <div className="mx-auto mt-2 max-w-[56ch] text-ink-2">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
