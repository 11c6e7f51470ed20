import { guarded } from "@/app/ui/guard";
import { InvitationList, InviteForm } from "@/app/ui/invitations";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { listInvitations } from "@/lib/domain/invitations/invitations";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("invitation.list");

const SIZE = 50;

/** Invitations to the installation itself, without a team. */
export default async function SiteInvitationsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const before = /^[1-9]\d{0,8}$/.exec(one((await searchParams).before))?.[0];
    const { rows, next } = await listInvitations(actor, "site", {
      limit: SIZE,
      before: before ? Number(before) : undefined,
    });
    return (
      <Page
        title={t("invitation.list")}
        crumbs={[{ label: t("common.management"), href: path(urls.manage()) }, { label: t("invitation.list") }]}
        lead={t("invitation.siteLead")}
      >
        <InviteForm teams={[{ id: "site", name: "", hint: "" }]} superuser={actor.isSuperuser} />
        <Section title={t("invitation.pending")}>
          <InvitationList rows={rows} />
          <KeyPager next={next && `?before=${next}`} first={before ? "?" : undefined} />
        </Section>
      </Page>
    );
  });
}
