import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import type { ListedPlace } from "@/lib/domain/creation/component-places";
import { placeChoices } from "./own-places";

/** What a new component is called, and where it is. */
export function NameFields({ places, chosen }: { places: readonly ListedPlace[]; chosen: string }) {
  const t = useTexts();
  return (
    <>
      <Field label={t("common.name")} name="name" required maxLength={100} autoComplete="off" />
      <Field
        label={t("common.slug")}
        name="slug"
        maxLength={100}
        dir="ltr"
        autoComplete="off"
        aside={t("common.optional")}
        hint={t("wizard.slug.hint")}
      />
      <Select label={t("wizard.place")} name="project" choices={placeChoices(places)} defaultValue={chosen} />
    </>
  );
}
