import { languageNames } from "@/app/ui/language-names";
import { languagesIn } from "@/lib/domain/editor/place";
import { type EditorTarget, holderOf } from "@/lib/domain/editor/resolve-place";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { urls } from "@/lib/urls";
import { placeCrumbs } from "./crumbs";
import { EmptyState } from "./empty-state";
import { Page } from "./page-body";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { requestPath } from "./request-path";
import { currentActor } from "./session";

/** Where a list of strings is asked for without a language: the languages there are, one's own first. A search goes along. */
export async function ChooseLanguage({
  target: { holder, slugs },
  base,
}: {
  target: Extract<EditorTarget, { kind: "choice" }>;
  base: "translate" | "zen" | "browse";
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const [languages, mine] = await Promise.all([
    languagesIn(actor, holderOf(holder)),
    actor.isAnonymous ? [] : readUserLanguages(actor.userId),
  ]);
  const name =
    holder.kind === "project"
      ? holder.project.name
      : holder.kind === "category"
        ? holder.category.name
        : holder.component.name;
  const query = new URL(await requestPath(), "http://page.invalid").searchParams.get("q");
  const asked = query === null ? "" : `?q=${encodeURIComponent(query)}`;
  const below = holder.kind === "component" ? [] : ["-"];
  const own = new Set(mine.filter(({ secondary }) => !secondary).map(({ code }) => code));
  const sorted = languageNames(t)
    .listed(languages)
    .sort((a, b) => Number(own.has(b.code)) - Number(own.has(a.code)));
  return (
    <Page title={t("chooseLanguage.title", { name })} crumbs={placeCrumbs(t, holder)} narrow>
      {sorted.length === 0 ? (
        <EmptyState title={t("chooseLanguage.none")}>{t("chooseLanguage.noneText")}</EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {sorted.map(({ code, name, total, translated }) => (
            <li key={code} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
              <a
                className="link inline-flex min-h-9 items-center"
                href={`${path(urls.below(base, [...slugs, ...below, code]))}${asked}`}
              >
                {name}
              </a>
              <span className="text-table text-ink-2 tabular-nums">
                {own.has(code) ? `${t("chooseLanguage.mine")} · ` : ""}
                {t("chooseLanguage.left", { count: total - translated })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
