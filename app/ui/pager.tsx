import { useTexts } from "#texts";
import { LinkButton } from "./link-button";
import { thisPage } from "./paths";

/** Number of a page from an address; 1 for anything odd. */
export function readPage(value: string | string[] | undefined): number {
  const text = Array.isArray(value) ? value[0] : value;
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** Previous and next, and where one is. `query` holds the other parameters. */
export function Pager({
  page,
  size,
  total,
  query = {},
}: {
  page: number;
  size: number;
  total: number;
  query?: Record<string, string | undefined>;
}) {
  const t = useTexts();
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return null;
  const href = (to: number) => thisPage({ ...query, page: to > 1 ? String(to) : undefined });
  return (
    <nav aria-label={t("paging.pages")} className="mt-4 flex items-center justify-between gap-3">
      {page > 1 ? <LinkButton href={href(page - 1)}>{t("paging.previous")}</LinkButton> : <span />}
      <span className="text-table text-ink-2 tabular-nums">{t("paging.page", { count: page, last })}</span>
      {page < last ? <LinkButton href={href(page + 1)}>{t("paging.next")}</LinkButton> : <span />}
    </nav>
  );
}
