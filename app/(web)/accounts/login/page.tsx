import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { ClientTexts } from "@/app/ui/client-messages";
import { Field } from "@/app/ui/field";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { PasskeyButton } from "@/app/ui/passkey-button";
import { path } from "@/app/ui/paths";
import { Providers } from "@/app/ui/providers";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { passkeysArePossible } from "@/lib/domain/users/passkeys";
import { findProvider, PROVIDER_PROBLEMS } from "@/lib/platform/sign-in-providers";
import { urls } from "@/lib/urls";
import { askPasskey, signIn, signInByPasskey } from "./actions";

/** Why a sign-in with a provider did not end well. */
const PROBLEMS = [...PROVIDER_PROBLEMS, "closed"] as const;

export const generateMetadata = titled("common.signIn");

/** Signing in: by password, by passkey, or through another service. */
export default async function LoginPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const asked = await searchParams;
  // The second is what next-auth calls it when it sends somebody here.
  const next = safePath(asked.next ?? asked.callbackUrl);
  if (!(await currentActor()).isAnonymous) redirect(next);
  const open = await registrationIsOpen();
  const problem = PROBLEMS.find((known) => known === asked.problem);
  const passkeys = passkeysArePossible();
  return (
    <div className="mx-auto max-w-[440px]">
      <Page title={t("common.signIn")} lead={t("signIn.lead")} narrow>
        {asked.reset === undefined ? null : (
          <Callout tone="success">{t(asked.reset === "first" ? "signIn.passwordSet" : "signIn.passwordReset")}</Callout>
        )}
        {asked.removed === undefined ? null : <Callout tone="success">{t("signIn.removed")}</Callout>}
        {problem ? (
          <div className="mb-4">
            <Callout tone="error" live>
              {t(`signIn.problem.${problem}`, {
                provider: findProvider(one(asked.provider))?.name ?? t("signIn.theProvider"),
              })}
            </Callout>
          </div>
        ) : null}
        <div className="panel grid gap-4 p-5">
          <ActionForm action={signIn} className="grid gap-4">
            <input type="hidden" name="next" value={next} />
            <Field
              label={t("signIn.username.label")}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
            <Field
              label={t("common.password")}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            <Submit>{t("common.signIn")}</Submit>
          </ActionForm>
          {passkeys ? (
            <ClientTexts part="passkey">
              <ActionForm action={signInByPasskey} label={t("signIn.passkey")}>
                <input type="hidden" name="next" value={next} />
                <PasskeyButton ask={askPasskey}>{t("signIn.passkey")}</PasskeyButton>
              </ActionForm>
            </ClientTexts>
          ) : null}
          <Providers next={next} />
        </div>
        <p className="mt-4 text-center text-ink-2">
          {mailIsSetUp()
            ? t.rich("signIn.forgotten", {
                link: (chunks) => (
                  <a className="link" href={path(urls.resetPassword())}>
                    {chunks}
                  </a>
                ),
              })
            : t("signIn.forgottenNoMail")}
        </p>
        {open ? (
          <p className="mt-4 text-center text-ink-2">
            {t.rich("signIn.noAccount", {
              link: (chunks) => (
                <a className="link" href={path(urls.register(next))}>
                  {chunks}
                </a>
              ),
            })}
          </p>
        ) : (
          <p className="mt-4 text-center text-ink-2">{t("signIn.closed")}</p>
        )}
      </Page>
    </div>
  );
}
