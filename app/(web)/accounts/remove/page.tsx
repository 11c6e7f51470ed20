import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { ProofField } from "@/app/ui/proof-field";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { proofKind } from "@/lib/domain/users/prove-oneself";
import { urls } from "@/lib/urls";
import { removeAccount } from "./actions";

export const generateMetadata = titled("removeAccount.title");

/** Removing one’s own account: what becomes of the work is said first. */
export default async function RemoveAccountPage() {
  const t = await getTexts();
  const actor = await currentActor();
  if (actor.isAnonymous) redirect(path(urls.signIn(path(urls.removeAccount()))));
  return (
    <Page title={t("removeAccount.title")} narrow>
      <div className="grid max-w-[560px] gap-4">
        <Callout tone="warning" title={t("removeAccount.forGood")}>
          {t("removeAccount.goes")}
        </Callout>
        <p>{t("removeAccount.stays")}</p>
        <div className="panel p-5">
          <ActionForm action={removeAccount} className="grid gap-4">
            <Field
              label={t("removeAccount.username")}
              name="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint={t("removeAccount.usernameHint", { user: actor.username })}
              required
            />
            <ProofField kind={await proofKind(actor.userId)} id="removal-proof" />
            <div className="flex flex-wrap gap-2">
              <Submit kind="danger">{t("removeAccount.remove")}</Submit>
              <LinkButton href={path(urls.profile())}>{t("removeAccount.keep")}</LinkButton>
            </div>
          </ActionForm>
        </div>
      </div>
    </Page>
  );
}
