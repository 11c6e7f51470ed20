import { Search } from "lucide-react";
import { useTexts } from "#texts";

/** Goes to projects, components, languages and people by name. A plain form. */
export function SearchBox({
  query = "",
  id,
  action = "/search/",
  strings = false,
}: {
  query?: string;
  id: string;
  /** Path of the page that searches. */
  action?: string;
  /** Only strings are found by it. */
  strings?: boolean;
}) {
  const t = useTexts();
  const label = t(strings ? "search.stringsLabel" : "frame.searchLabel");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element is not known to all readers yet
    <form role="search" aria-label={label} action={action} className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
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
        placeholder={t(strings ? "search.stringsPlaceholder" : "frame.searchPlaceholder")}
        autoComplete="off"
        className="control ps-9"
      />
    </form>
  );
}
