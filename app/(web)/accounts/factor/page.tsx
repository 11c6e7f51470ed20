import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { ClientTexts } from "@/app/ui/client-messages";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { PasskeyButton } from "@/app/ui/passkey-button";
import { path } from "@/app/ui/paths";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { pendingSignIn } from "@/app/ui/start-session";
import { Submit } from "@/app/ui/submit";
import { Unauthenticated } from "@/lib/domain/errors";
import { passkeysArePossible } from "@/lib/domain/users/passkeys";
import { askedFactors, REMEMBER_DAYS } from "@/lib/domain/users/second-factor-sign-in";
import { urls } from "@/lib/urls";
import { askPasskey, giveCode, givePasskey } from "./actions";

export const generateMetadata = titled("factor.title");

/** The second factor of a sign-in: a code, a passkey or a recovery code. */
export default async function FactorPage() {
  const t = await getTexts();
  const step = await pendingSignIn();
  if (!(await currentActor()).isAnonymous) redirect(safePath(step?.next));
  const asked = step ? await askedFactors(step).catch(nothingForLate) : undefined;
  if (!asked)
    return (
      <div className="mx-auto max-w-[440px]">
        <Page title={t("factor.title")} narrow>
          <EmptyState
            title={t("factor.late")}
            action={<LinkButton href={path(urls.signIn())}>{t("common.signIn")}</LinkButton>}
          >
            {t("factor.lateText")}
          </EmptyState>
        </Page>
      </div>
    );
  const passkeys = asked.passkey && passkeysArePossible();
  const remember = t("factor.remember", { days: REMEMBER_DAYS });
  return (
    <div className="mx-auto max-w-[440px]">
      <Page title={t("factor.title")} lead={t("factor.lead", { user: asked.user.username })} narrow>
        <div className="panel grid gap-4 p-5">
          {passkeys ? (
            <ClientTexts part="passkey">
              <ActionForm
                action={givePasskey}
                label={t("factor.passkey")}
                className="grid gap-2 border-b border-line pb-4"
              >
                <Checkbox id="remember-passkey" name="remember" label={remember} />
                <PasskeyButton ask={askPasskey} kind="primary">
                  {t("factor.passkey")}
                </PasskeyButton>
              </ActionForm>
            </ClientTexts>
          ) : null}
          <ActionForm action={giveCode} className="grid gap-4">
            <Field
              label={t(asked.app ? "factor.code.label" : "factor.recovery.label")}
              name="otp"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              hint={t(asked.app ? "factor.code.hint" : "factor.recovery.hint")}
            />
            <Checkbox name="remember" label={remember} />
            <Submit>{t("common.signIn")}</Submit>
          </ActionForm>
        </div>
        <p className="mt-4 text-center text-ink-2">{t("factor.lost")}</p>
      </Page>
    </div>
  );
}

function nothingForLate(error: unknown): undefined {
  if (!(error instanceof Unauthenticated)) throw error;
}
