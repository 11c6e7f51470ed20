import { useTexts } from "#texts";
import { LinkButton } from "./link-button";

/** The way on through a list that is read by cursors, and back to its beginning. */
export function NextPage({ first, next }: { first: string | undefined; next: string | undefined }) {
  const t = useTexts();
  if (!first && !next) return null;
  return (
    <nav aria-label={t("paging.pages")} className="mt-4 flex items-center justify-between gap-3">
      {first ? <LinkButton href={first}>{t("paging.first")}</LinkButton> : <span />}
      {next ? <LinkButton href={next}>{t("paging.next")}</LinkButton> : null}
    </nav>
  );
}
