import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Callout } from "@/app/ui/callout";
import { ChangeList } from "@/app/ui/change-list";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { WeekStrip } from "@/app/ui/week-strip";
import { recentChanges } from "@/lib/domain/changes/list";
import { weeklyActivity } from "@/lib/domain/statistics/contributors";
import { listWork, sumWork } from "@/lib/domain/statistics/remaining-work";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { urls } from "@/lib/urls";
import { AskLanguages } from "./ask-languages";
import { ContinueCard } from "./continue-card";
import { FirstStrings } from "./first-strings";
import { HomeLists } from "./home-lists";
import { Questions } from "./questions";
import { RequestsWaiting } from "./requests-waiting";
import { WorkList } from "./work-list";
import { WorkTotals } from "./work-totals";

/** A translator's desk: go on where one was, then all there is to do in one's languages. */
export async function TranslatorHome({
  language,
  welcome,
  children,
}: {
  language: string;
  welcome: boolean;
  children?: ReactNode;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const mine = (await readUserLanguages(actor.userId)).filter((row) => !row.secondary);
  const chosen = mine.filter((row) => row.code === language);
  const shown = chosen.length > 0 ? chosen : mine;
  const ids = shown.map((row) => row.id);
  const [sums, work, changes, weeks] = await Promise.all([
    sumWork(actor, ids),
    listWork(actor, { languageIds: ids }, 25),
    recentChanges(actor, { username: actor.username }, 8),
    weeklyActivity(actor, actor.userId, 12),
  ]);
  return (
    <Page
      title={t("home.title")}
      lead={welcome ? undefined : t("home.lead", { actor: actor.fullName || actor.username })}
    >
      {welcome ? (
        <div className="mb-6">
          <Callout
            tone="success"
            title={t("home.setUp")}
            action={
              <LinkButton small kind="primary" href="/create/project/">
                {t("home.createProject")} <ArrowRight aria-hidden size={16} className="rtl:rotate-180" />
              </LinkButton>
            }
          >
            {t("home.setUpText")}
          </Callout>
        </div>
      ) : null}
      {actor.email === null ? (
        <div className="mb-6">
          <Callout
            tone="warning"
            title={t("home.noEmail")}
            action={
              <LinkButton small href="/accounts/profile/">
                {t("home.addEmail")}
              </LinkButton>
            }
          >
            {t("home.noEmailText")}
          </Callout>
        </div>
      ) : null}
      {children}
      <RequestsWaiting />
      <Questions />
      {mine.length === 0 ? (
        <AskLanguages />
      ) : (
        <>
          {mine.length > 1 ? (
            <Tabs
              label={t("common.languages")}
              tabs={[
                { label: t("home.allMyLanguages"), href: "/", current: chosen.length === 0 },
                ...mine.map((row) => ({
                  label: row.name,
                  href: path(urls.home(row.code)),
                  current: chosen[0]?.code === row.code,
                })),
              ]}
            />
          ) : null}
          <ContinueCard languageIds={ids} />
          <FirstStrings rows={work} />
          <Section title={t("home.toDo")}>
            <WorkTotals sums={sums} languages={shown} rows={work} />
          </Section>
          <Section title={t("home.translations")}>
            {work.length === 0 ? (
              <EmptyState
                title={t("home.nothingToDo")}
                action={<LinkButton href="/projects/">{t("common.browseProjects")}</LinkButton>}
              >
                {t("home.nothingToDoText")}
              </EmptyState>
            ) : (
              <WorkList rows={work} />
            )}
          </Section>
        </>
      )}
      <div className="mt-8 grid gap-x-8 lg:grid-cols-[1fr_320px]">
        <Section title={t("home.recentActivity")}>
          <ChangeList changes={changes} empty={t("home.noActivity")} />
        </Section>
        <Section title={t("home.last12Weeks")}>
          <WeekStrip weeks={weeks} label={t("home.weeksLabel")} />
          <HomeLists />
        </Section>
      </div>
    </Page>
  );
}
