import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import type { FormAction } from "@/app/ui/form-state";
import { Submit } from "@/app/ui/submit";

/** The button that has causes of alerts looked for at once. */
export function LookAgain({ action }: { action: FormAction }) {
  const t = useTexts();
  return (
    <ActionForm action={action} label={t("alerts.again.look")} className="mb-4 grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <Submit kind="secondary">{t("alerts.again.look")}</Submit>
        <span className="max-w-[72ch] text-table text-ink-2">{t("alerts.again.about")}</span>
      </div>
    </ActionForm>
  );
}
