import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { described } from "./field";

/** A box to tick, its words beside it. */
export function Checkbox({
  label,
  hint,
  error,
  id,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode; error?: string }) {
  const own = id ?? `${input.name}${input.value === undefined ? "" : `-${String(input.value)}`}`;
  return (
    <div className="flex min-h-8 items-start gap-3 py-1">
      <input
        type="checkbox"
        id={own}
        {...described(own, hint, error)}
        {...input}
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <div className="min-w-0">
        <label htmlFor={own} className="block text-body">
          {label}
        </label>
        {hint ? (
          <p id={`${own}-hint`} className="max-w-[72ch] text-table text-ink-2">
            {hint}
          </p>
        ) : null}
        {error ? (
          <p id={`${own}-error`} className="mt-1 flex items-start gap-1.5 text-table text-failing">
            <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
