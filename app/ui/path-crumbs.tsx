import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";

export interface Crumb {
  label: ReactNode;
  href?: string;
}

/** Where this page lies; the last part is the page itself. */
export function PathCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTexts();
  return (
    <nav aria-label={t("paging.breadcrumb")} className="mb-2">
      <ol className="flex flex-wrap items-center gap-x-1 text-table text-ink-2">
        {crumbs.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path are their places
          <li key={index} className="inline-flex min-h-6 items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden size={14} className="text-ink-3 rtl:rotate-180" /> : null}
            {crumb.href ? (
              <a href={crumb.href} className="text-ink-2 no-underline hover:text-primary hover:underline">
                <bdi>{crumb.label}</bdi>
              </a>
            ) : (
              <bdi aria-current="page">{crumb.label}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
