import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Label above, hint under it, the control, the error last. */
export function FieldNote({
  id,
  label,
  hint,
  error,
  aside,
  children,
}: {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  aside?: string;
  children: ReactNode;
}) {
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-body font-medium">
        {label}
        {aside ? <span className="ms-2 font-normal text-meta text-ink-3">{aside}</span> : null}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mb-1.5 max-w-[72ch] text-table text-ink-2">
          {hint}
        </p>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-table text-failing">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          <span className="whitespace-pre-line">{error}</span>
        </p>
      ) : null}
    </>
  );
}
