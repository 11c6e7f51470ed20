import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { InvitationList, InviteForm } from "@/app/ui/invitations";
import { KeyPager } from "@/app/ui/key-pager";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { mayDo } from "@/app/ui/permission-areas";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { savesPage } from "@/app/ui/settings-saves/saves-address";
import { Submit } from "@/app/ui/submit";
import { Tabs } from "@/app/ui/tabs";
import { type Actor, grantsOfTeams } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { listInvitations } from "@/lib/domain/invitations/invitations";
import { findProject } from "@/lib/domain/projects/projects";
import { planTeamRemoval } from "@/lib/domain/teams/plan-team-removal";
import { teamChoices } from "@/lib/domain/teams/team-choices";
import { teamReach } from "@/lib/domain/teams/team-list";
import { readTeamSettings } from "@/lib/domain/teams/team-settings";
import { findTeam, mayManageMembers, mayManageTeam, type TeamRow } from "@/lib/domain/teams/teams";
import { maySeeSaves, type SavesPlace } from "@/lib/domain/undo/saved-settings";
import { urls } from "@/lib/urls";
import { leave } from "./actions";
import { MembersTab } from "./members-tab";
import { reachText } from "./reach-text";
import { RemoveTeam } from "./remove-team";
import { SettingsForm } from "./settings-form";

interface Input extends PageInput {
  params: Promise<{ id: string }>;
}

const idOf = async (params: Input["params"]): Promise<number> => {
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound("There is no such team.");
  return Number(id);
};

export async function generateMetadata({ params }: Input): Promise<Metadata> {
  const t = await getTexts();
  const team = await idOf(params)
    .then(async (id) => findTeam(await currentActor(), id))
    .catch(() => undefined);
  return { title: team ? t("team.title", { team: teamName(t, team.name) }) : t("common.notFound") };
}

/** One team: what it reaches, its settings and its members, each for those who may. */
export default async function TeamPage({ params, searchParams }: Input) {
  const t = await getTexts();
  return guarded(async () => {
    const id = await idOf(params);
    const asked = await searchParams;
    const clean = (name: string) => one(asked[name]).replaceAll("\0", "").slice(0, 190);
    const actor = await currentActor();
    const team = await findTeam(actor, id);
    const manages = mayManageTeam(actor, team);
    const staffs = await mayManageMembers(actor, team);
    const tabs = [
      ...(manages ? (["settings"] as const) : []),
      ...(staffs ? (["members", "invitations"] as const) : []),
    ];
    const tab = tabs.find((name) => name === clean("tab")) ?? tabs[0];
    const [reach, [grant], saves] = await Promise.all([
      teamReach(actor, id),
      grantsOfTeams([id]),
      manages ? savesOf(actor, team) : undefined,
    ]);
    const content =
      tab === "settings"
        ? await SettingsTab({ team, saves })
        : tab === "members"
          ? await MembersTab({ team, words: clean("q"), after: clean("after") })
          : tab === "invitations"
            ? await InvitationsTab({ team, after: clean("after") })
            : null;
    const slug = team.definingProjectSlug;
    return (
      <Page
        title={t("team.title", { team: teamName(t, team.name) })}
        crumbs={[
          ...(slug === null
            ? can(actor, "management.use")
              ? [
                  { label: t("common.management"), href: path(urls.manage()) },
                  { label: t("team.siteTeams"), href: path(urls.siteTeams()) },
                ]
              : []
            : [
                projectsCrumb(t),
                { label: team.definingProjectName ?? slug, href: path(urls.project(slug).web) },
                ...(manages
                  ? [{ label: t("common.access"), href: path(urls.project(slug).accessTab({ tab: "teams" })) }]
                  : []),
              ]),
          { label: teamName(t, team.name) },
        ]}
        actions={saves === undefined ? undefined : <LinkButton href={saves}>{t("team.saves")}</LinkButton>}
        lead={
          <>
            <p>{reachText(t, reach)}</p>
            <p>
              {grant && grant.permissions.size > 0
                ? mayDo(t, [...grant.permissions].toSorted())
                : t("access.noRolesText")}
            </p>
          </>
        }
      >
        {tabs.length > 0 ? (
          <Tabs
            label={t("team.title", { team: teamName(t, team.name) })}
            tabs={tabs.map((name) => ({
              label: t(`team.tab.${name}`),
              href: path(urls.teamPage(id, name === tabs[0] ? undefined : name)),
              current: name === tab,
            }))}
          />
        ) : null}
        {content}
        {actor.grants.some(({ teamId }) => teamId === id) && !(team.builtin && slug === null) ? (
          <Section title={t("team.leave")} lead={t("team.leaveLead")}>
            <ActionForm action={leave.bind(null, id)} label={t("team.leave")}>
              <Submit kind="secondary">{t("team.leave")}</Submit>
            </ActionForm>
          </Section>
        ) : null}
      </Page>
    );
  });
}

async function SettingsTab({ team, saves }: { team: TeamRow; saves: string | undefined }) {
  const actor = await currentActor();
  const [t, { settings }, stored] = await Promise.all([
    getTexts(),
    readTeamSettings(actor, team.id),
    teamChoices(actor, team),
  ]);
  const names = languageNames(t);
  const rows = stored.languages.rows.map(({ value, label }) => ({ value, label: names.of(label) }));
  rows.sort((one, other) => one.label.localeCompare(other.label, t.language));
  const choices = { ...stored, languages: { ...stored.languages, rows } };
  return (
    <>
      <SettingsForm team={team} settings={settings} choices={choices} patterns={can(actor, "group.edit")} />
      {team.builtin ? null : <RemoveTeam team={team} plan={await planTeamRemoval(actor, team.id)} back={saves} />}
    </>
  );
}

/** The page of what was changed of the team; undefined for those who may not see it. */
async function savesOf(actor: Actor, { id, definingProjectSlug: slug }: TeamRow): Promise<string | undefined> {
  const place: SavesPlace =
    slug === null ? { kind: "site" } : { kind: "project", project: await findProject(actor, slug) };
  return maySeeSaves(actor, place) ? `${path(savesPage(place))}?team=${id}` : undefined;
}

const SIZE = 50;

async function InvitationsTab({ team, after }: { team: TeamRow; after: string }) {
  const t = await getTexts();
  const before = /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined;
  const { rows, next } = await listInvitations(await currentActor(), { teamId: team.id }, { before, limit: SIZE });
  return (
    <>
      {team.roles.length === 0 ? (
        <div className="mb-4">
          <Callout tone="warning">{t("access.noRolesText")}</Callout>
        </div>
      ) : null}
      <InviteForm teams={[{ id: team.id, name: teamName(t, team.name), hint: "" }]} />
      <Section title={t("invitation.pending")}>
        <InvitationList rows={rows} />
        <KeyPager next={next && `?tab=invitations&after=${next}`} first={before ? "?tab=invitations" : undefined} />
      </Section>
    </>
  );
}
