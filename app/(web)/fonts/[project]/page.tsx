import { Plus } from "lucide-react";
import { projectsCrumb } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { listFonts } from "@/lib/domain/fonts/fonts";
import { groupUse, listGroups } from "@/lib/domain/fonts/groups";
import { listRemoved } from "@/lib/domain/fonts/removed";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { FontForm, FontList } from "./font-list";
import { GroupForm, GroupList } from "./group-list";
import { RemovedList } from "./removed-list";

export const generateMetadata = titledPlace("fonts.crumb");

/** All that a project can have. */
const ALL = { limit: 100, offset: 0 };

/** Fonts that a project measures texts in: uploaded, seen, put into groups by language, replaced, removed and put back. */
export default async function FontsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, (await params).project);
    const { slug } = project;
    const [{ rows: fonts }, { rows: groups }, use, languages] = await Promise.all([
      listFonts(actor, slug, ALL),
      listGroups(actor, slug, ALL),
      groupUse(actor, slug),
      listedLanguages(t),
    ]);
    const edits = can(actor, "project.edit", { project });
    const removed = edits ? (await listRemoved(actor, slug, ALL)).rows : [];
    const asked = Number(one((await searchParams).group));
    const chosen = edits ? groups.find(({ id }) => id === asked) : undefined;
    const names = new Map(languages.map(({ code, name }) => [code, name]));
    const links = urls.project(slug);
    const home = path(links.fontsPage);
    return (
      <Page
        title={t("fonts.title", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(links.web) },
          { label: t("common.settings"), href: path(links.settings) },
          { label: t("fonts.crumb"), href: chosen ? home : undefined },
        ]}
        lead={t("fonts.lead")}
        actions={
          chosen ? (
            <LinkButton href={`${home}#group`}>
              <Plus aria-hidden size={16} /> {t("fonts.newGroup")}
            </LinkButton>
          ) : null
        }
        narrow
      >
        {fonts.length > 0 ? (
          <FontList slug={slug} fonts={fonts} edits={edits} />
        ) : (
          <div className="mb-6">
            <EmptyState title={t("fonts.none")}>{t("fonts.noneText")}</EmptyState>
          </div>
        )}
        {edits ? (
          <Section title={t("fonts.upload")}>
            <FontForm slug={slug} />
          </Section>
        ) : null}
        {fonts.length > 0 ? (
          <div className="mt-8" id="group">
            <Section title={t("fonts.groups")}>
              {groups.length > 0 ? (
                <GroupList
                  slug={slug}
                  groups={groups}
                  fonts={fonts}
                  use={use}
                  nameOf={(code) => names.get(code) ?? code}
                  edits={edits}
                />
              ) : (
                <p className="mb-4 text-ink-2">{t("fonts.noGroups")}</p>
              )}
              {edits ? (
                <GroupForm
                  key={`${chosen?.id} ${chosen?.languages.length}`}
                  slug={slug}
                  group={chosen}
                  fonts={fonts}
                  languages={languages}
                  strings={chosen ? (use.get(chosen.name) ?? 0) : 0}
                />
              ) : null}
            </Section>
          </div>
        ) : null}
        {removed.length > 0 ? (
          <div className="mt-8">
            <Section title={t("fonts.gone")}>
              <p className="mb-4 text-ink-2">{t("fonts.goneText")}</p>
              <RemovedList slug={slug} rows={removed} />
            </Section>
          </div>
        ) : null}
      </Page>
    );
  });
}
