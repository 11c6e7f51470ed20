import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { useTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { SavedSearchRow } from "@/lib/domain/search/saved-searches";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { dropSearch, keepSearch } from "./actions";

/** Searches that the reader keeps, and a form to keep the one that is shown. */
export function SavedSearches({
  saved,
  query,
  hrefOf,
}: {
  saved: readonly SavedSearchRow[];
  /** The search that is shown; "" where there is none to keep. */
  query: string;
  hrefOf: (query: string) => string;
}) {
  const t = useTexts();
  if (saved.length === 0 && query === "") return null;
  const isKept = saved.some((one) => one.query === query);
  return (
    <Section title={t("search.savedTitle")} id="saved">
      {saved.length === 0 ? null : (
        <ul className="panel mb-4 divide-y divide-line">
          {saved.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0">
                <a href={hrefOf(NAMED_FILTERS.get(one.query) ?? one.query)} className="name-link block break-words">
                  <bdi>{one.name}</bdi>
                </a>
                <code className="break-all text-table text-ink-2">{one.query}</code>
              </span>
              <ActionForm action={dropSearch.bind(null, one.id)} label={t("search.drop", { name: one.name })}>
                <Submit kind="secondary" small aria-label={t("search.drop", { name: one.name })}>
                  {t("search.remove")}
                </Submit>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
      {query === "" || isKept ? null : (
        <ActionForm
          action={keepSearch.bind(null, query)}
          label={t("search.save")}
          className="flex flex-wrap items-end gap-3"
        >
          <Field
            label={t("search.name")}
            name="name"
            id="saved-name"
            required
            maxLength={100}
            className="min-w-48 grow"
          />
          <Submit kind="secondary">{t("search.save")}</Submit>
        </ActionForm>
      )}
    </Section>
  );
}
