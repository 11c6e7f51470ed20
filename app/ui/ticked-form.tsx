import type { ReactNode } from "react";
import { ActionForm } from "./action-form";
import { AskedTicks } from "./asked-ticks";
import type { FormAction } from "./form-state";
import { Select } from "./select";
import { Submit } from "./submit";

/** What is done with the rows of a table that are ticked; it stays in sight beneath them. */
export function TickedForm({
  id,
  action,
  label,
  acts,
  submit,
  children,
}: {
  /** What ticks of the rows name as their form. */
  id: string;
  action: FormAction;
  label: string;
  acts: readonly { value: string; label: string }[];
  /** What the button says. */
  submit: string;
  /** Fields that an act needs. */
  children?: ReactNode;
}) {
  return (
    <ActionForm
      id={id}
      action={action}
      label={label}
      className="sticky bottom-0 z-10 mt-3 border-t border-line bg-bg py-3"
    >
      <AskedTicks />
      <div className="flex flex-wrap items-end gap-3">
        <Select label={label} name="act" choices={acts} />
        {children}
        <Submit kind="secondary">{submit}</Submit>
      </div>
    </ActionForm>
  );
}
