import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Callout } from "@/app/ui/callout";
import { ChangeList } from "@/app/ui/change-list";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { WeekStrip } from "@/app/ui/week-strip";
import { recentChanges } from "@/lib/domain/changes/list";
import { weeklyActivity } from "@/lib/domain/statistics/contributors";
import { listWork, sumWork } from "@/lib/domain/statistics/work";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { AskLanguages } from "./ask-languages";
import { ContinueCard } from "./continue-card";
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
    <Page title="My work" lead={welcome ? undefined : `Welcome back, ${actor.fullName || actor.username}.`}>
      {welcome ? (
        <div className="mb-6">
          <Callout
            tone="success"
            title="Loquat is set up, and you administer it"
            action={
              <LinkButton small kind="primary" href="/create/project/">
                Make a project <ArrowRight aria-hidden size={16} className="rtl:rotate-180" />
              </LinkButton>
            }
          >
            Begin with a project, then give the address of a repository: its files become components.
          </Callout>
        </div>
      ) : null}
      {actor.email === null ? (
        <div className="mb-6">
          <Callout
            tone="warning"
            title="Your profile has no e-mail address"
            action={
              <LinkButton small href="/accounts/profile/">
                Add it
              </LinkButton>
            }
          >
            Commits need one, so you cannot translate yet.
          </Callout>
        </div>
      ) : null}
      {children}
      {mine.length === 0 ? (
        <AskLanguages />
      ) : (
        <>
          {mine.length > 1 ? (
            <Tabs
              label="Languages"
              tabs={[
                { label: "All my languages", href: "/", current: chosen.length === 0 },
                ...mine.map((row) => ({
                  label: row.name,
                  href: `/?language=${encodeURIComponent(row.code)}`,
                  current: chosen[0]?.code === row.code,
                })),
              ]}
            />
          ) : null}
          <ContinueCard languageIds={ids} />
          <Section title="To do">
            <WorkTotals sums={sums} languages={shown} rows={work} />
          </Section>
          <Section title="Where">
            {work.length === 0 ? (
              <EmptyState
                title="Nothing to do in your languages"
                action={<LinkButton href="/projects/">Browse projects</LinkButton>}
              >
                Everything is translated, or no project has your languages yet.
              </EmptyState>
            ) : (
              <WorkList rows={work} />
            )}
          </Section>
        </>
      )}
      <div className="mt-8 grid gap-x-8 lg:grid-cols-[1fr_320px]">
        <Section title="Recent activity">
          <ChangeList changes={changes} empty="You have not changed anything yet" />
        </Section>
        <Section title="Last 12 weeks">
          <WeekStrip weeks={weeks} label="Your accepted texts per week" />
        </Section>
      </div>
    </Page>
  );
}
