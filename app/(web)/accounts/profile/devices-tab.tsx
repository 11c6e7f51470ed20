import { ActionForm } from "@/app/ui/action-form";
import { Cell } from "@/app/ui/cell";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { listSessions } from "@/lib/domain/users/sessions";
import { readSession } from "@/lib/platform/sign-in";
import { describeBrowser } from "@/lib/text/user-agent";
import { signOutDevice, signOutEverywhere, signOutOthers } from "./actions";

/** Where one is signed in, and the ways to end it. */
export async function DevicesTab() {
  const t = await getTexts();
  const sessions = await listSessions(await currentActor(), (await readSession())?.id);
  return (
    <>
      <Section title={t("profile.devices")} lead={t("profile.devicesLead")}>
        <Table
          label={t("profile.devices")}
          columns={[
            { label: t("profile.browser") },
            { label: t("profile.network"), wide: true },
            { label: t("profile.signedIn"), wide: true },
            { label: t("profile.lastSeen") },
            { label: t("profile.signOut"), hidden: true },
          ]}
        >
          {sessions.map((session, at) => {
            const name = describeBrowser(session.userAgent);
            // Several of one kind are told apart by their numbers.
            const before = sessions.slice(0, at).filter((one) => describeBrowser(one.userAgent) === name).length;
            const signOut = t("profile.signOutDevice", { name: before === 0 ? name : `${name} ${before + 1}` });
            return (
              <tr key={session.id}>
                <Cell head>
                  <span className="font-medium">{name}</span>
                  {session.current ? (
                    <span className="block text-meta text-ink-2">{t("profile.thisBrowser")}</span>
                  ) : null}
                </Cell>
                <Cell wide>
                  <code dir="ltr" className="font-mono text-meta">
                    {session.network || t("profile.unknown")}
                  </code>
                </Cell>
                <Cell wide>
                  <RelativeTime at={session.createdAt} />
                </Cell>
                <Cell>
                  <RelativeTime at={session.lastSeenAt} />
                </Cell>
                <Cell numeric>
                  {session.current ? (
                    <LinkButton href="/accounts/logout/" small>
                      {t("profile.signOut")}
                    </LinkButton>
                  ) : (
                    <ActionForm action={signOutDevice} label={signOut}>
                      <input type="hidden" name="id" value={session.id} />
                      <Submit kind="secondary" small aria-label={signOut}>
                        {t("profile.signOut")}
                      </Submit>
                    </ActionForm>
                  )}
                </Cell>
              </tr>
            );
          })}
        </Table>
      </Section>
      <Section title={t("profile.everywhere")} lead={t("profile.everywhereLead")}>
        <ActionForm action={signOutOthers} label={t("profile.signOutOthers")} className="mb-3">
          <Submit kind="secondary">{t("profile.signOutOthers")}</Submit>
        </ActionForm>
        <ActionForm action={signOutEverywhere} label={t("profile.signOutEverywhere")}>
          <Submit kind="secondary">{t("profile.signOutEverywhere")}</Submit>
        </ActionForm>
      </Section>
    </>
  );
}
