import { teamName } from "@/app/ui/built-in-names";
import { projectsCrumb } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { InvitationList, InviteForm } from "@/app/ui/invitations";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { TokenSection } from "@/app/ui/token-section";
import { NotFound } from "@/lib/domain/errors";
import { listInvitations } from "@/lib/domain/invitations/invitations";
import { countAccessRequests } from "@/lib/domain/projects/access-requests";
import { listProjectTeams, listProjectTokens } from "@/lib/domain/projects/members";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { addToken, dropToken, endOld, rotateKey } from "./actions";
import { BlocksTab } from "./blocks-tab";
import { MatrixTab } from "./matrix-tab";
import { PeopleTab } from "./people-tab";
import { PersonView } from "./person-view";
import { RequestsTab } from "./requests-tab";
import { teamHint } from "./team-hint";
import { TeamsTab } from "./teams-tab";

export const generateMetadata = titledPlace("common.access");

const TABS = ["people", "teams", "matrix", "invitations", "requests", "blocked", "tokens"] as const;

/** People of a project: members, teams, who can do what and why, invitations, requests, blocks, tokens. */
export default async function AccessPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject([(await params).project]);
    if (place.kind !== "project") throw new NotFound("There is no such project.");
    const { project } = place;
    const asked = await searchParams;
    const clean = (name: string) => one(asked[name]).replaceAll("\0", "").slice(0, 190);
    const tab = TABS.find((name) => name === clean("tab")) ?? "people";
    const person = clean("person");
    const addresses = urls.project(project.slug);
    // Asks for the right to see any of it.
    const waiting = await countAccessRequests(await currentActor(), project);
    // Called, not rendered: what they refuse is caught here and shown with its reason.
    const content = person
      ? await PersonView({ project, username: person })
      : await tabContent(project, tab, {
          words: clean("q"),
          after: clean("after"),
          team: clean("team"),
          permission: clean("permission"),
        });
    return (
      <Page
        title={
          person
            ? t("access.personTitle", { user: person, project: project.name })
            : t("access.title", { project: project.name })
        }
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(urls.project(project.slug).web) },
          ...(person
            ? [{ label: t("common.access"), href: path(addresses.access) }, { label: person }]
            : [{ label: t("common.access") }]),
        ]}
      >
        <Tabs
          label={t("common.access")}
          tabs={TABS.map((name) => ({
            label: t(`access.tab.${name}`),
            href: path(name === "people" ? addresses.access : addresses.accessTab({ tab: name })),
            current: !person && name === tab,
            count: name === "requests" && waiting > 0 ? waiting : undefined,
          }))}
        />
        {content}
      </Page>
    );
  });
}

async function tabContent(
  project: ProjectRow,
  tab: (typeof TABS)[number],
  asked: Readonly<Record<"words" | "after" | "team" | "permission", string>>,
) {
  const { words, after } = asked;
  switch (tab) {
    case "people":
      return PeopleTab({ project, words, after });
    case "teams":
      return TeamsTab({ project });
    case "matrix":
      return MatrixTab({ project, team: asked.team, permission: asked.permission });
    case "invitations":
      return InvitationsTab({ project, after });
    case "requests":
      return RequestsTab({ project, after });
    case "blocked":
      return BlocksTab({ project, after });
    default:
      return TokensTab({ project });
  }
}

const SIZE = 50;

/** Whom the project has invited, and a form that invites somebody. */
async function InvitationsTab({ project, after }: { project: ProjectRow; after: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const before = /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined;
  const [teams, { rows, next }] = await Promise.all([
    listProjectTeams(actor, project),
    listInvitations(actor, { project }, { before, limit: SIZE }),
  ]);
  const address = urls.project(project.slug);
  return (
    <>
      {teams.length > 0 ? (
        <InviteForm
          teams={teams.map((team) => ({ id: team.id, name: teamName(t, team.name), hint: teamHint(t, team) }))}
          pick
        />
      ) : null}
      <Section title={t("invitation.pending")}>
        <InvitationList rows={rows} />
        <KeyPager
          next={next && path(address.accessTab({ tab: "invitations", after: next }))}
          first={before ? path(address.accessTab({ tab: "invitations" })) : undefined}
        />
      </Section>
    </>
  );
}

async function TokensTab({ project }: { project: ProjectRow }) {
  const t = await getTexts();
  return (
    <TokenSection
      lead={t("access.tokensLead", { project: project.name })}
      tokens={await listProjectTokens(await currentActor(), project)}
      create={addToken.bind(null, project.slug)}
      revoke={dropToken.bind(null, project.slug)}
      rotate={rotateKey.bind(null, project.slug)}
      endOld={endOld.bind(null, project.slug)}
    />
  );
}
