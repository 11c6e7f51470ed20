"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { describedBy } from "./described-by";
import { useField } from "./form-context";

/** A box to tick, its words beside it. */
export function Checkbox({
  label,
  hint,
  error,
  id,
  name,
  defaultChecked,
  value,
  ...input
}: Omit<ComponentProps<"input">, "type" | "name" | "value"> & {
  name: string;
  value?: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
}) {
  const own = id ?? `${name}${value === undefined ? "" : `-${value}`}`;
  const answer = useField(name);
  const wrong = error ?? (value === undefined ? answer.error : undefined);
  const checked = answer.answered ? (answer.values ?? []).includes(value ?? "on") : defaultChecked;
  return (
    <div className="flex min-h-8 items-start gap-3 py-1">
      <input
        key={String(checked)}
        type="checkbox"
        id={own}
        name={name}
        value={value}
        {...describedBy(own, hint, wrong)}
        {...input}
        defaultChecked={checked}
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
        {wrong ? (
          <p id={`${own}-error`} className="mt-1 flex items-start gap-1.5 text-table text-failing">
            <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {wrong}
          </p>
        ) : null}
      </div>
    </div>
  );
}
