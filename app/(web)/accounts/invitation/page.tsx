import type { ReactNode } from "react";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { NewAccountFields } from "@/app/ui/new-account-fields";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { mayDo } from "@/app/ui/permission-areas";
import { Providers } from "@/app/ui/providers";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { grantsOfTeams } from "@/lib/domain/access/actor";
import { givesNothing, invitationOf, isForAnother } from "@/lib/domain/invitations/accept";
import type { InvitationRow } from "@/lib/domain/invitations/invitations";
import { urls } from "@/lib/urls";
import { accept, acceptAsNew } from "./actions";

export const generateMetadata = titled("invitation.title");

/** What the link of an invitation opens. Mail programs open links, too: the buttons alone change something. */
export default async function InvitationPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const code = one((await searchParams).code);
  const actor = await currentActor();
  const { row, refusal } = await invitationOf(code);
  if (!row || refusal)
    return (
      <Frame>
        <EmptyState title={t(`invitation.refusal.${refusal ?? "gone"}`)} action={<Home />}>
          {t("invitation.refusalText")}
        </EmptyState>
      </Frame>
    );
  if (!actor.isAnonymous && (await isForAnother(row, actor.userId)))
    return (
      <Frame>
        <EmptyState title={t("invitation.another")} action={<SignOut />}>
          {t("invitation.anotherText", { user: actor.username })}
        </EmptyState>
      </Frame>
    );
  if (!actor.isAnonymous && givesNothing(row))
    return (
      <Frame>
        <EmptyState title={t("invitation.accountThere")} action={<Home />}>
          {t("invitation.accountThereText", { user: actor.username })}
        </EmptyState>
      </Frame>
    );
  const [grant] = row.teamId === null ? [] : await grantsOfTeams([row.teamId]);
  return (
    <Frame row={row} may={grant ? mayDo(t, [...grant.permissions].toSorted()) : ""}>
      {actor.isAnonymous ? (
        <NewAccount row={row} code={code} />
      ) : (
        <div className="panel p-5">
          <p className="mb-4">
            {t.rich("invitation.signedInAs", {
              user: actor.username,
              b: (chunks) => <bdi className="font-semibold">{chunks}</bdi>,
            })}
          </p>
          <ActionForm action={accept} label={t("invitation.accept")}>
            <input type="hidden" name="code" value={code} />
            <Submit>{t("invitation.accept")}</Submit>
          </ActionForm>
          <p className="mt-4">
            <a className="link" href="/accounts/logout/">
              {t("common.otherAccount")}
            </a>
          </p>
        </div>
      )}
    </Frame>
  );
}

function Home() {
  const t = useTexts();
  return <LinkButton href={path(urls.home())}>{t("invitation.home")}</LinkButton>;
}

function SignOut() {
  const t = useTexts();
  return <LinkButton href="/accounts/logout/">{t("invitation.signOut")}</LinkButton>;
}

/** Who invites whom to what. */
function Frame({ row, may, children }: { row?: InvitationRow; may?: string; children: ReactNode }) {
  const t = useTexts();
  const where = row?.projectName ?? t("mail.invitation.site");
  const lead = row ? (
    <>
      <p>
        {row.inviterUsername
          ? t("invitation.invites", { name: row.inviterName || row.inviterUsername, where })
          : t("invitation.invited", { where })}
      </p>
      {row.teamName === null ? null : (
        <p>{t("invitation.joinsTeam", { team: teamName(t, row.teamName), may: may ?? "" })}</p>
      )}
      {row.superuser ? <p className="font-semibold text-ink">{t("invitation.becomesSuperuser")}</p> : null}
    </>
  ) : undefined;
  return (
    <div className="mx-auto max-w-[560px]">
      <Page title={t("invitation.title")} lead={lead} narrow>
        {children}
      </Page>
    </div>
  );
}

function NewAccount({ row, code }: { row: InvitationRow; code: string }) {
  const t = useTexts();
  return (
    <div className="panel p-5">
      <p className="mb-4 text-ink-2">
        {t.rich("invitation.haveAccount", {
          link: (chunks) => (
            <a className="link" href={path(urls.signIn(path(urls.invitation(code))))}>
              {chunks}
            </a>
          ),
        })}
      </p>
      <ActionForm action={acceptAsNew} className="grid gap-4" label={t("register.createAccount")}>
        <input type="hidden" name="code" value={code} />
        <NewAccountFields
          email={row.email}
          emailKnown={row.byMail}
          usernameHint={t("register.username.hint")}
          nameHint={t("register.fullName.hint")}
          emailHint={t(row.byMail ? "invitation.emailKnown" : "register.email.hint")}
          passwordHint={t("register.password.hint")}
        />
        <div>
          <Submit>{t("invitation.createAndJoin")}</Submit>
        </div>
      </ActionForm>
      <div className="mt-5">
        <Providers next={path(urls.invitation(code))} />
      </div>
    </div>
  );
}
