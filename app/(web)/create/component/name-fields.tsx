import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { projectChoices } from "./own-projects";

/** What a new component is called, and in which project it is. */
export function NameFields({ projects, chosen }: { projects: readonly ProjectRow[]; chosen: string }) {
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
      <Select label={t("common.project")} name="project" choices={projectChoices(projects)} defaultValue={chosen} />
    </>
  );
}
