import { Search } from "lucide-react";
import { useTexts } from "#texts";

/** Goes to projects, components, languages and people by name. A plain form. */
export function SearchBox({ query = "", id }: { query?: string; id: string }) {
  const t = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element is not known to all readers yet
    <form role="search" aria-label={t("frame.searchLabel")} action="/search/" className="relative">
      <label htmlFor={id} className="sr-only">
        {t("frame.searchLabel")}
      </label>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t("frame.searchPlaceholder")}
        autoComplete="off"
        className="control ps-9"
      />
    </form>
  );
}
