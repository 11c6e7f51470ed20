import type { ReactNode } from "react";
import { ActionForm } from "./action-form";
import { classes } from "./classes";
import type { FormAction } from "./form-state";
import { Submit } from "./submit";

/**
 * An act that cannot be taken back: what is pressed first opens the question, and the button of the question does it. It works
 * without script.
 */
export function AskFirst({
  action,
  open,
  label,
  question,
  children,
  end = false,
}: {
  action: FormAction;
  /** What opens the question. */
  open: string;
  /** What is done, with its object: names the form, what opens it, and its button. */
  label: string;
  question: ReactNode;
  /** Hidden fields. */
  children?: ReactNode;
  /** Stands at the end of its line. */
  end?: boolean;
}) {
  return (
    <details className={classes("min-w-0 text-start", end && "ms-auto w-fit")}>
      <summary
        aria-label={label}
        className="inline-flex min-h-8 cursor-pointer items-center rounded-control border border-line-strong bg-surface px-3 py-1 font-medium whitespace-nowrap hover:bg-sunken pointer-coarse:min-h-11"
      >
        {open}
      </summary>
      <ActionForm action={action} label={label} className="mt-2 grid max-w-[320px] justify-items-start gap-2">
        {children}
        <div className="text-table whitespace-normal text-ink">{question}</div>
        {/* In a table on a phone the name of what goes takes several lines. */}
        <Submit kind="danger" small style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
          {label}
        </Submit>
      </ActionForm>
    </details>
  );
}
