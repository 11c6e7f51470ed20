import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ActionForm } from "./action-form";
import type { FormAction } from "./form-state";
import { Submit } from "./submit";

/** An account at a server of somebody else, as one line that opens into its fields. */
export function AccountItem({
  name,
  more,
  texts,
  change,
  remove,
  fields,
}: {
  name: string;
  more: ReactNode;
  texts: { open: string; opens: string; remove: string; removes: string };
  change: FormAction;
  remove: FormAction;
  fields: ReactNode;
}) {
  const t = useTexts();
  return (
    <li className="panel">
      <details>
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 px-4 py-2">
          <bdi className="break-all font-medium">{name}</bdi>
          {more}
          <span className="ms-auto text-table underline">{texts.open}</span>
        </summary>
        <div className="border-t border-line p-4">
          <ActionForm action={change} className="grid gap-4 sm:grid-cols-2" label={texts.opens}>
            {fields}
            <div className="sm:col-span-2">
              <Submit kind="secondary">{t("common.save")}</Submit>
            </div>
          </ActionForm>
          <ActionForm action={remove} className="mt-4" label={texts.removes}>
            <Submit kind="secondary" small aria-label={texts.removes}>
              {texts.remove}
            </Submit>
          </ActionForm>
        </div>
      </details>
    </li>
  );
}
