import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import type { FormAction } from "@/app/ui/form-state";
import { useTexts } from "@/app/ui/page-texts";
import { permissionAreas } from "@/app/ui/permission-areas";
import { Submit } from "@/app/ui/submit";
import { permissionWords } from "@/lib/domain/access/denial-words";

/** A role's name and its permissions, area by area. */
export function RoleForm({
  action,
  label,
  submit,
  name,
  permissions,
}: {
  action: FormAction;
  label: string;
  submit: string;
  name?: string;
  permissions: readonly string[];
}) {
  const t = useTexts();
  return (
    <ActionForm action={action} label={label} className="grid gap-5 p-4">
      <Field
        label={t("common.name")}
        name="name"
        defaultValue={name}
        maxLength={200}
        required
        className="max-w-[480px]"
      />
      {permissionAreas(true).map((area) => (
        <fieldset key={area.label} className="min-w-0">
          <legend className="mb-1 text-body font-medium">{t(area.label)}</legend>
          <div className="grid gap-x-6 lg:grid-cols-2">
            {area.permissions.map((codename) => (
              <Checkbox
                key={codename}
                name="permissions"
                value={codename}
                label={permissionWords(t, codename)}
                hint={<code className="font-mono break-all">{codename}</code>}
                defaultChecked={permissions.includes(codename)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div>
        <Submit>{submit}</Submit>
      </div>
    </ActionForm>
  );
}
