import { useTexts } from "#texts";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { SETTING_GROUPS } from "@/lib/domain/components/shared-settings";

/** Where settings are copied from, and which. */
export function CopyFields({ from }: { from: string }) {
  const t = useTexts();
  return (
    <>
      <Field
        label={t("manySettings.copyFrom.label")}
        name="copy_from"
        defaultValue={from}
        dir="ltr"
        spellCheck={false}
        aside={t("common.optional")}
        hint={t("manySettings.copyFrom.hint")}
      />
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="mb-1 font-medium">{t("manySettings.groups")}</legend>
        {SETTING_GROUPS.map((group) => (
          <Checkbox key={group} name="groups" value={group} label={t(`manySettings.group.${group}`)} />
        ))}
      </fieldset>
    </>
  );
}
