import { useTexts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { editorPath, path } from "@/app/ui/paths";
import { WorkTable } from "@/app/ui/work-table";
import type { WorkRow } from "@/lib/domain/statistics/remaining-work";
import { urls } from "@/lib/urls";

/** Translations with something to do, across projects. */
export function WorkList({ rows }: { rows: readonly WorkRow[] }) {
  const t = useTexts();
  const names = languageNames(t);
  return (
    <WorkTable
      label={t("home.workTable")}
      head={t("home.translations")}
      lines={rows.map((row) => {
        const place = {
          projectSlug: row.projectSlug,
          categoryPath: row.categoryPath,
          componentSlug: row.componentSlug,
          languageCode: row.languageCode,
        };
        return {
          key: row.translationId,
          name: `${row.projectName} › ${row.componentName}`,
          plainName: `${row.projectName} ${row.componentName}, ${names.of(row.languageName)}`,
          href: path(urls.translation(place).web),
          numbers: row.counters,
          translate: editorPath(place, "state:<translated"),
          note: row.locked ? t("home.locked", { language: names.of(row.languageName) }) : names.of(row.languageName),
        };
      })}
    />
  );
}
