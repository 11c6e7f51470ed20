import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { NewAccountFields } from "@/app/ui/new-account-fields";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { ProofField } from "@/app/ui/proof-field";
import { currentActor } from "@/app/ui/session";
import { currentSessionId, pendingIdentity } from "@/app/ui/start-session";
import { Submit } from "@/app/ui/submit";
import { type ProofKind, proofKind } from "@/lib/domain/users/prove-oneself";
import { freeUsername, linkingNeedsProof, mayJoin, nameOf, providerName } from "@/lib/domain/users/provider-accounts";
import type { ProvenIdentity } from "@/lib/platform/sign-in-providers";
import { urls } from "@/lib/urls";
import { join, link } from "./actions";

export const generateMetadata = titled("join.title");

/** What becomes of an identity that opens no account yet: a new account, or a link to the one that somebody has. */
export default async function JoinPage() {
  const t = await getTexts();
  const identity = await pendingIdentity();
  const actor = await currentActor();
  return (
    <div className="mx-auto max-w-[480px]">
      {identity ? (
        actor.isAnonymous ? (
          <NewAccount identity={identity} />
        ) : (
          <Link
            identity={identity}
            user={actor.username}
            kind={
              (await linkingNeedsProof(actor, await currentSessionId())) ? await proofKind(actor.userId) : undefined
            }
          />
        )
      ) : (
        <Page title={t("join.title")} narrow>
          <EmptyState
            title={t("join.late")}
            action={<LinkButton href={path(urls.signIn())}>{t("common.signIn")}</LinkButton>}
          >
            {t("factor.lateText")}
          </EmptyState>
        </Page>
      )}
    </div>
  );
}

async function NewAccount({ identity }: { identity: ProvenIdentity }) {
  const t = await getTexts();
  const provider = providerName(identity.provider);
  const open = await mayJoin(identity.provider);
  return (
    <Page title={t("join.title")} lead={t("join.lead", { provider, name: nameOf(identity) })} narrow>
      <div className="mb-4">
        <Callout
          title={t("join.haveAccount")}
          action={
            <LinkButton href={path(urls.signIn(path(urls.joinByProvider())))} small>
              {t("common.signIn")}
            </LinkButton>
          }
        >
          {t("join.haveAccountText", { provider })}
        </Callout>
      </div>
      {open ? (
        <div className="panel p-5">
          <ActionForm action={join} className="grid gap-4">
            <NewAccountFields
              username={await freeUsername(identity)}
              fullName={identity.fullName}
              email={identity.email ?? ""}
              usernameHint={t("register.username.hint")}
              nameHint={t("register.fullName.hint")}
              emailHint={t("register.email.hint")}
            />
            <Submit>{t("register.createAccount")}</Submit>
          </ActionForm>
        </div>
      ) : (
        <p className="text-ink-2">{t("register.closedText")}</p>
      )}
    </Page>
  );
}

async function Link({ identity, user, kind }: { identity: ProvenIdentity; user: string; kind: ProofKind | undefined }) {
  const t = await getTexts();
  const provider = providerName(identity.provider);
  return (
    <Page
      title={t("join.linkTitle", { provider })}
      lead={t("join.linkLead", { provider, name: nameOf(identity), user })}
      narrow
    >
      <div className="panel p-5">
        <ActionForm action={link} className="grid gap-4">
          {kind ? <ProofField kind={kind} id="link-proof" /> : null}
          <div className="flex flex-wrap gap-2">
            <Submit>{t("join.link", { provider })}</Submit>
            <LinkButton href={path(urls.profile("security"))}>{t("join.leave")}</LinkButton>
          </div>
        </ActionForm>
      </div>
    </Page>
  );
}
