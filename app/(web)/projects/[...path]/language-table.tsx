import { useTexts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { editorPath, path } from "@/app/ui/paths";
import { toDo } from "@/app/ui/work-numbers";
import type { orderLinks } from "@/app/ui/work-order";
import { type WorkLine, WorkTable } from "@/app/ui/work-table";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { type TranslationRow, translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

/** Languages of a component, in the order given. */
export function LanguageTable({
  component,
  translations,
  byName,
  sort,
}: {
  component: ComponentRow;
  translations: readonly TranslationRow[];
  /** Orders all of them by the names that the reader has for them; the order given goes by the English ones. */
  byName?: "up" | "down";
  sort: ReturnType<typeof orderLinks>;
}) {
  const t = useTexts();
  const names = languageNames(t);
  const rows = byName && t.language !== "en" ? ordered(translations, names.of, t.language, byName) : translations;
  return (
    <WorkTable
      label={t("component.languagesOf", { component: component.name })}
      head={t("common.language")}
      csv={`${path(urls.component(addressOf(component)).exports.statistics)}?format=csv`}
      sort={sort}
      lines={rows.map((row): WorkLine => {
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

/** By name, the source where it was: first or last. */
function ordered(
  rows: readonly TranslationRow[],
  nameOf: (stored: string) => string,
  language: string,
  way: "up" | "down",
): TranslationRow[] {
  const { compare } = new Intl.Collator(language);
  const others = rows
    .filter((row) => !row.isSource)
    .sort((a, b) => compare(nameOf(a.language.name), nameOf(b.language.name)) * (way === "up" ? 1 : -1));
  const source = rows.filter((row) => row.isSource);
  return rows[0]?.isSource ? [...source, ...others] : [...others, ...source];
}
