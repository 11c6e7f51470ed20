import { useTexts } from "#texts";
import type { ListedPlace } from "@/lib/domain/creation/component-places";
import { ActionForm } from "./action-form";
import { Field } from "./field";
import type { FormAction } from "./form-state";
import { Select } from "./select";
import { Submit } from "./submit";

/** Name, slug and place of a category. @param place path of the place that is chosen */
export function CategoryForm({
  action,
  places,
  place,
  name = "",
  slug = "",
  submit,
}: {
  action: FormAction;
  places: readonly ListedPlace[];
  place: string;
  name?: string;
  slug?: string;
  submit: string;
}) {
  const t = useTexts();
  return (
    <ActionForm action={action} className="panel grid gap-5 p-5" label={submit}>
      <Field label={t("common.name")} name="name" defaultValue={name} maxLength={100} required autoComplete="off" />
      <Field
        label={t("common.slug")}
        name="slug"
        defaultValue={slug}
        maxLength={100}
        aside={slug === "" ? t("common.optional") : undefined}
        required={slug !== ""}
        dir="ltr"
        autoComplete="off"
        hint={t(slug === "" ? "createProject.slug.hint" : "category.slugHint")}
      />
      <Select
        label={t("wizard.place")}
        name="project"
        choices={places.map(({ path, names }) => ({ value: path, label: names.join(" / ") }))}
        defaultValue={place}
        hint={t("category.placeHint")}
      />
      <div>
        <Submit>{submit}</Submit>
      </div>
    </ActionForm>
  );
}
