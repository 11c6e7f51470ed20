import type { Metadata } from "next";
import { cache } from "react";
import { ChangeList } from "@/app/ui/change-list";
import { DefinitionList } from "@/app/ui/definition-list";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Count } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { WeekStrip } from "@/app/ui/week-strip";
import { recentChanges } from "@/lib/domain/changes/list";
import { NotFound } from "@/lib/domain/errors";
import { weeklyActivity } from "@/lib/domain/statistics/contributors";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { contributedProjects, userStatistics } from "@/lib/domain/users/user-statistics";
import { findUser } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";

/** Projects that are named, those with most of the work. */
const PROJECTS = 12;

interface Input {
  params: Promise<{ username: string }>;
}

const load = cache(async (segment: string) => {
  let name = segment;
  try {
    name = decodeURIComponent(segment);
  } catch {
    throw new NotFound("The address holds a broken percent-encoding.");
  }
  if (name.includes("\0")) throw new NotFound("There is no such person.");
  return findUser(name);
});

export async function generateMetadata({ params }: Input): Promise<Metadata> {
  const t = await getTexts();
  const user = await load((await params).username).catch(() => undefined);
  return { title: user ? user.fullName || user.username : t("common.notFound") };
}

/** A person: what they did, and where. */
export default async function UserPage({ params }: Input) {
  const t = await getTexts();
  return guarded(async () => {
    const user = await load((await params).username);
    const actor = await currentActor();
    const [languages, weeks, changes, done, projects] = await Promise.all([
      readUserLanguages(user.id),
      weeklyActivity(actor, user.id, 12),
      recentChanges(actor, { username: user.username }, 20),
      // Strangers are not told how much somebody does.
      actor.isAnonymous ? undefined : userStatistics(actor, user.username),
      actor.isAnonymous ? [] : contributedProjects(actor, user.username, PROJECTS),
    ]);
    const self = actor.userId === user.id;
    const traits = [
      user.isBot ? t("user.bot") : "",
      user.isSuperuser ? t("user.administrator") : "",
      user.isActive ? "" : t("user.notActive"),
    ].filter(Boolean);
    return (
      <Page
        title={<bdi>{user.fullName || user.username}</bdi>}
        lead={
          <span>
            <bdi>{[user.username, ...traits].join(", ")}</bdi>
          </span>
        }
        actions={self ? <LinkButton href="/accounts/profile/">{t("user.editProfile")}</LinkButton> : null}
      >
        <div className="grid gap-x-8 lg:grid-cols-[1fr_320px]">
          <Section title={t("common.recentChanges")}>
            <ChangeList changes={changes} empty={self ? t("user.noOwnChanges") : t("user.noChanges")} />
          </Section>
          <div>
            <Section title={t("user.activity")}>
              <WeekStrip weeks={weeks} label={t("user.weeksLabel")} />
            </Section>
            {done ? (
              <Section title={t("user.work")}>
                <DefinitionList
                  facts={[
                    [t("user.translated"), <Count key="translated" value={done.translated} />],
                    [t("user.suggested"), <Count key="suggested" value={done.suggested} />],
                    [t("user.uploaded"), <Count key="uploaded" value={done.uploaded} />],
                    [t("user.commented"), <Count key="commented" value={done.commented} />],
                  ]}
                />
              </Section>
            ) : null}
            {projects.length > 0 ? (
              <Section title={t("common.projects")}>
                <ul className="grid gap-1">
                  {projects.map((project) => (
                    <li key={project.slug} className="flex flex-wrap items-baseline gap-x-3">
                      <a className="name-link min-w-0 break-words" href={path(urls.project(project.slug).web)}>
                        {project.name}
                      </a>
                      <a
                        className="link ms-auto text-table"
                        href={path(urls.history([project.slug], { user: user.username }))}
                        aria-label={t("user.changesIn", { count: project.changes, project: project.name })}
                      >
                        {t("user.changes", { count: project.changes })}
                      </a>
                    </li>
                  ))}
                </ul>
              </Section>
            ) : null}
            <Section title={t("user.about")}>
              <DefinitionList
                facts={[
                  [
                    t("common.languages"),
                    languages
                      .filter((row) => !row.secondary)
                      .map((row) => row.name)
                      .join(", ") || t("user.noLanguages"),
                  ],
                  [t("user.joined"), <RelativeTime key="joined" at={user.dateJoined} />],
                  [t("common.email"), (self || actor.isSuperuser) && user.email ? user.email : ""],
                ]}
              />
            </Section>
          </div>
        </div>
      </Page>
    );
  });
}
