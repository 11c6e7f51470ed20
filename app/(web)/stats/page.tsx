import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { WorkSummary } from "@/app/ui/work-summary";
import { readSiteStatistics } from "@/lib/domain/statistics/site-statistics";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("siteStats.title");

/** Numbers of the installation. */
export default async function StatisticsPage() {
  const t = await getTexts();
  const { projects, languages, people, strings } = await readSiteStatistics(await currentActor());
  const facts: readonly (readonly [string, number])[] = [
    [t("siteStats.projects"), projects],
    [t("siteStats.languages"), languages],
    [t("siteStats.people"), people],
    ...(strings
      ? ([
          [t("siteStats.strings"), strings.total],
          [t("siteStats.words"), strings.totalWords],
          [t("siteStats.translatedWords"), strings.translatedWords],
          [t("siteStats.suggestions"), strings.suggestions],
          [t("siteStats.comments"), strings.comments],
          [t("siteStats.failing"), strings.failing],
        ] as const)
      : []),
  ];
  return (
    <Page
      title={t("siteStats.title")}
      crumbs={[{ label: t("about.link"), href: path(urls.about()) }, { label: t("siteStats.title") }]}
      lead={t("siteStats.lead")}
      actions={
        <>
          <LinkButton href={path(urls.insights())}>{t("siteStats.activity")}</LinkButton>
          <LinkButton href="/languages/">{t("siteStats.byLanguage")}</LinkButton>
        </>
      }
    >
      {strings ? <WorkSummary numbers={strings} /> : null}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {facts.map(([name, count]) => (
          <div key={name} className="panel flex min-w-0 flex-col-reverse px-4 py-3">
            <dt className="text-table break-words text-ink-2">{name}</dt>
            <dd className="text-h1 font-semibold tracking-tight tabular-nums">{t("siteStats.number", { count })}</dd>
          </div>
        ))}
      </dl>
      {strings ? null : (
        <p className="mt-4 text-ink-2">
          <a href={path(urls.signIn("/stats/"))} className="link">
            {t("siteStats.signIn")}
          </a>
        </p>
      )}
    </Page>
  );
}
