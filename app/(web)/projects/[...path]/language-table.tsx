import { useTexts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { editorPath, path } from "@/app/ui/paths";
import { toDo } from "@/app/ui/work-numbers";
import type { orderLinks } from "@/app/ui/work-order";
import { type WorkLine, WorkTable } from "@/app/ui/work-table";
import type { ComponentRow } from "@/lib/domain/components/components";
import { type TranslationRow, translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

/** Languages of a component, in the order given. */
export function LanguageTable({
  component,
  translations,
  sort,
}: {
  component: ComponentRow;
  translations: readonly TranslationRow[];
  sort: ReturnType<typeof orderLinks>;
}) {
  const t = useTexts();
  const names = languageNames(t);
  return (
    <WorkTable
      label={t("component.languagesOf", { component: component.name })}
      head={t("common.language")}
      sort={sort}
      lines={translations.map((row): WorkLine => {
        const address = translationAddress(row);
        return {
          key: row.id,
          name: names.of(row.language.name),
          plainName: names.of(row.language.name),
          href: path(urls.translation(address).web),
          numbers: row.counters,
          translate: editorPath(address, toDo(row.counters) > 0 ? "state:<translated" : ""),
          note: row.isSource ? t("common.sourceLanguageNote") : row.languageCode,
        };
      })}
    />
  );
}
