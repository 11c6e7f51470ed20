import { getTexts } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";
import type { ComponentRow } from "@/lib/domain/components/components";
import { listCategoryTree } from "@/lib/domain/translations/resolve-path";

/** Chooses where in its project a component stands. Where there are no categories there is nothing to choose. */
export async function CategoryField({ component }: { component: ComponentRow }) {
  const t = await getTexts();
  const categories = await listCategoryTree(component.projectId);
  if (categories.length === 0) return <input type="hidden" name="category" value="" />;
  return (
    <Setting name="category">
      <Select
        label={t("category.label")}
        name="category"
        choices={[
          { value: "", label: t("category.none") },
          ...categories.map(({ id, names }) => ({ value: String(id), label: names.join(" / ") })),
        ]}
        defaultValue={String(component.categoryId ?? "")}
        hint={t("category.moveHint")}
      />
    </Setting>
  );
}
