import { ActionForm } from "@/app/ui/action-form";
import { roleName, teamName, teamsNamed } from "@/app/ui/built-in-names";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FindForm } from "@/app/ui/find-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { orderedLinks, orderedQuery, readOrdered } from "@/app/ui/table-order";
import { Tabs } from "@/app/ui/tabs";
import { can } from "@/lib/domain/access/demand";
import { listSiteTeams } from "@/lib/domain/teams/team-list";
import { urls } from "@/lib/urls";
import { reachText } from "../../teams/[id]/reach-text";
import { addSiteTeam } from "./actions";
import { TEAM_SORTS } from "./team-order";

export const generateMetadata = titled("team.siteTeams");

const SIZE = 50;

/** Teams of the installation, or all teams, with what they reach. */
export default async function SiteTeamsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const actor = await currentActor();
    const q = one(asked.q).replaceAll("\0", "").slice(0, 100);
    const all = one(asked.all) === "1";
    const after = /^[1-9]\d{0,8}$/.exec(one(asked.after))?.[0];
    const ordered = readOrdered(TEAM_SORTS, asked);
    const { rows, next } = await listSiteTeams(actor, {
      words: q,
      names: teamsNamed(t, q),
      all,
      down: ordered.down,
      after: after ? Number(after) : undefined,
      limit: SIZE,
    });
    const words = q || undefined;
    const narrowed = { q: words, all: all ? "1" : undefined };
    const query = { ...narrowed, ...orderedQuery(TEAM_SORTS, ordered) };
    return (
      <Page
        title={t("team.siteTeams")}
        crumbs={[{ label: t("common.management"), href: path(urls.manage()) }, { label: t("team.siteTeams") }]}
        lead={t("team.siteLead")}
        actions={
          <>
            <LinkButton href={path(urls.roles())}>{t("roles.title")}</LinkButton>
            {can(actor, "user.edit") ? (
              <LinkButton href={path(urls.siteInvitations())}>{t("invitation.list")}</LinkButton>
            ) : null}
          </>
        }
      >
        <Tabs
          label={t("team.siteTeams")}
          tabs={[
            { label: t("team.siteOnly"), href: path(urls.siteTeams({ q: words })), current: !all },
            { label: t("team.withProjects"), href: path(urls.siteTeams({ q: words, all: "1" })), current: all },
          ]}
        />
        <FindForm label={t("team.find")} words={q}>
          {Object.entries({ ...query, q: undefined }).map(([name, value]) =>
            value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
        </FindForm>
        {rows.length === 0 ? (
          <EmptyState title={t("team.none")}>{t("team.noneText")}</EmptyState>
        ) : (
          <Table
            name="teams"
            csv={path(urls.table("teams", [], { q: words, kind: all ? "all" : undefined, down: query.down }))}
            label={t("team.siteTeams")}
            columns={[
              { label: t("access.team.label"), sort: orderedLinks(TEAM_SORTS, ordered, narrowed)("name") },
              { key: "reach", label: t("team.reaches") },
              { key: "roles", label: t("team.roles"), wide: true },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id} className="hover:bg-sunken">
                <Cell head>
                  <a className="name-link break-words" href={path(urls.teamPage(row.id))}>
                    <bdi>{teamName(t, row.name)}</bdi>
                  </a>
                  <span className="block text-meta text-ink-3 break-words">
                    {row.projectName ?? t(row.builtin ? "team.builtin" : "access.siteWide")}
                  </span>
                </Cell>
                <Cell>{reachText(t, row)}</Cell>
                <Cell wide>
                  <span className="break-words">
                    {row.roleNames.map((name) => roleName(t, name)).join(", ") || t("access.noRoles")}
                  </span>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        <KeyPager
          next={next && path(urls.siteTeams({ ...query, after: next }))}
          first={after ? path(urls.siteTeams(query)) : undefined}
        />
        {can(actor, "group.edit") ? (
          <div className="mt-8">
            <Section title={t("team.new")} lead={t("team.newSiteLead")}>
              <ActionForm action={addSiteTeam} label={t("team.new")}>
                <div className="panel flex flex-wrap items-end gap-4 p-4">
                  <Field label={t("common.name")} name="name" maxLength={150} required className="grow basis-60" />
                  <Submit>{t("team.create")}</Submit>
                </div>
              </ActionForm>
            </Section>
          </div>
        ) : null}
      </Page>
    );
  });
}
