import { useTexts } from "#texts";
import { LinkButton } from "./link-button";

/** Onward in a list that is walked by key, and back to its beginning. */
export function KeyPager({ next, first }: { next?: string; first?: string }) {
  const t = useTexts();
  if (!next && !first) return null;
  return (
    <nav aria-label={t("paging.pages")} className="mt-4 flex items-center justify-between gap-3">
      {first ? <LinkButton href={first}>{t("paging.first")}</LinkButton> : <span />}
      {next ? <LinkButton href={next}>{t("paging.next")}</LinkButton> : <span />}
    </nav>
  );
}
