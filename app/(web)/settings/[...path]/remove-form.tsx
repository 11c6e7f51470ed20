import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import type { FormAction } from "@/app/ui/form-state";
import { Submit } from "@/app/ui/submit";

/** Removal, confirmed by writing the slug. */
export function RemoveForm({
  action,
  name,
  slug,
  what,
}: {
  action: FormAction;
  name: string;
  slug: string;
  what: string;
}) {
  const t = useTexts();
  return (
    <details className="mt-4 rounded-panel border border-failing bg-surface lg:ms-[204px] lg:max-w-[760px]">
      <summary className="flex min-h-11 list-none items-center px-4 font-medium text-failing">
        {t("componentSettings.openRemove", { name })}
      </summary>
      <div className="border-t border-line p-4">
        <p className="mb-3">{t("componentSettings.removeText", { what })}</p>
        <ActionForm action={action} className="grid gap-3" label={t("componentSettings.removeNamed", { name })}>
          <Field
            label={t("componentSettings.confirm.label", { slug })}
            name="confirm"
            autoComplete="off"
            dir="ltr"
            required
          />
          <div>
            <Submit kind="danger">{t("componentSettings.removeNamed", { name })}</Submit>
          </div>
        </ActionForm>
      </div>
    </details>
  );
}
