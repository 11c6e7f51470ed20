import { InvitationList } from "@/app/ui/invitations";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { pendingInvitations } from "@/lib/domain/invitations/invitations";

const MOST = 5;

/** Invitations that nobody has used yet, to be sent again or withdrawn on the spot; nothing where there is none. */
export async function InvitationsWaiting() {
  const t = await getTexts();
  const { rows, next } = await pendingInvitations(await currentActor(), MOST);
  if (rows.length === 0) return null;
  return (
    <Section title={t("invitation.pending")}>
      <InvitationList rows={rows} places />
      {next ? <p className="mt-2 text-table text-ink-2">{t("home.newestInvitations", { count: MOST })}</p> : null}
    </Section>
  );
}
