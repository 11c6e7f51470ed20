import { classes } from "./classes";

/** Links that narrow a list at a click; each is an address of its own. */
export function QuickFilters({
  label,
  filters,
}: {
  label: string;
  filters: readonly { label: string; href: string; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="flex flex-wrap gap-2 text-table">
        {filters.map((filter) => (
          <li key={filter.href}>
            <a
              href={filter.href}
              aria-current={filter.current ? "true" : undefined}
              className={classes(
                "inline-flex min-h-8 items-center rounded-full border px-3 no-underline pointer-coarse:min-h-11",
                filter.current
                  ? "border-primary bg-sunken font-semibold text-ink"
                  : "border-line-strong text-ink-2 hover:bg-sunken hover:text-ink",
              )}
            >
              {filter.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
