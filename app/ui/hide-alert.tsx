"use client";

import { ActionForm } from "./action-form";
import { Field } from "./field";
import type { FormAction } from "./form-state";
import type { HideWords } from "./hide-words";
import { Submit } from "./submit";

/** Puts an alert off until a day, away where its kind can be meant so, or shows it again. */
export function HideAlert({
  id,
  hidden,
  forGood,
  action,
  words,
}: {
  id: number;
  hidden: boolean;
  forGood: boolean;
  /** Reads the alert's id from the form. */
  action: FormAction;
  words: HideWords;
}) {
  return (
    <ActionForm action={action} className="mt-3 flex flex-wrap items-end gap-2">
      <input type="hidden" name="id" value={id} />
      {hidden ? (
        <Submit name="act" value="show" kind="secondary">
          {words.show}
        </Submit>
      ) : (
        <>
          <Field id={`until-${id}`} name="snoozed_until" type="date" label={words.label} />
          <Submit name="act" value="snooze" kind="secondary">
            {words.snooze}
          </Submit>
          {forGood ? (
            <Submit name="act" value="dismiss" kind="secondary">
              {words.dismiss}
            </Submit>
          ) : null}
        </>
      )}
    </ActionForm>
  );
}
