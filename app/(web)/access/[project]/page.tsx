import { projectsCrumb } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { TokenSection } from "@/app/ui/token-section";
import { NotFound } from "@/lib/domain/errors";
import { listProjectTeams, listProjectTokens } from "@/lib/domain/projects/members";
import { urls } from "@/lib/urls";
import { addToken, dropToken } from "./actions";
import { TeamList } from "./team-list";

export const generateMetadata = titled("common.access");

export default async function AccessPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject([(await params).project]);
    if (place.kind !== "project") throw new NotFound("There is no such project.");
    const { project } = place;
    const actor = await currentActor();
    const tab = one((await searchParams).tab) === "tokens" ? "tokens" : "teams";
    const [teams, tokens] = await Promise.all([listProjectTeams(actor, project), listProjectTokens(actor, project)]);
    const addresses = urls.project(project.slug);
    return (
      <Page
        title={t("access.title", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(urls.project(project.slug).web) },
          { label: t("common.access") },
        ]}
      >
        <Tabs
          label={t("common.access")}
          tabs={[
            {
              label: t("access.tab.teams"),
              href: path(addresses.access),
              current: tab === "teams",
              count: teams.length,
            },
            {
              label: t("access.tab.tokens"),
              href: path(addresses.accessTokens),
              current: tab === "tokens",
              count: tokens.length,
            },
          ]}
        />
        {tab === "teams" ? (
          <TeamList project={project} teams={teams} />
        ) : (
          <TokenSection
            lead={t("access.tokensLead", { project: project.name })}
            tokens={tokens}
            create={addToken.bind(null, project.slug)}
            revoke={dropToken.bind(null, project.slug)}
          />
        )}
      </Page>
    );
  });
}
