import { useTexts } from "#texts";
import { ActionForm } from "./action-form";
import { Field } from "./field";
import type { FormAction } from "./form-state";
import { Submit } from "./submit";

/** Puts an alert off until a day, away where its kind can be meant so, or shows it again. */
export function HideAlert({
  id,
  hidden,
  forGood,
  action,
}: {
  id: number;
  hidden: boolean;
  forGood: boolean;
  action: FormAction;
}) {
  const t = useTexts();
  return (
    <ActionForm action={action} label={t("alerts.snooze.legend")} className="mt-3 flex flex-wrap items-end gap-2">
      {hidden ? (
        <Submit name="act" value="show" kind="secondary">
          {t("alerts.snooze.show")}
        </Submit>
      ) : (
        <>
          <Field id={`until-${id}`} name="snoozed_until" type="date" label={t("alerts.snooze.label")} />
          <Submit name="act" value="snooze" kind="secondary">
            {t("alerts.snooze.action")}
          </Submit>
          {forGood ? (
            <Submit name="act" value="dismiss" kind="secondary">
              {t("alerts.snooze.dismiss")}
            </Submit>
          ) : null}
        </>
      )}
    </ActionForm>
  );
}
