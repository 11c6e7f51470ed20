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
          <li key={index} className="inline-flex min-h-6 max-w-full items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden size={14} className="shrink-0 text-ink-3 rtl:rotate-180" /> : null}
            {crumb.href ? (
              <a
                href={crumb.href}
                className="min-w-0 break-words text-ink-2 no-underline hover:text-primary hover:underline"
              >
                <bdi>{crumb.label}</bdi>
              </a>
            ) : (
              <bdi aria-current="page" className="min-w-0 break-words">
                {crumb.label}
              </bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
