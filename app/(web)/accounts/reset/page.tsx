import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { resetOwner } from "@/lib/domain/users/reset-password";
import { urls } from "@/lib/urls";
import { askForLink, chooseNewPassword } from "./actions";

export const generateMetadata = titled("reset.title");

/** A new password: the way to a link by mail, and what the link leads to. */
export default async function ResetPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const { token } = await searchParams;
  return (
    <div className="mx-auto max-w-[440px]">
      {typeof token === "string" ? <Choose token={token} /> : <Ask />}
      <p className="mt-4 text-center">
        <a className="link" href={path(urls.signIn())}>
          {t("reset.backToSignIn")}
        </a>
      </p>
    </div>
  );
}

async function Ask() {
  const t = await getTexts();
  if (!mailIsSetUp())
    return (
      <Page title={t("reset.title")} narrow>
        <p>{t("reset.noMail")}</p>
      </Page>
    );
  return (
    <Page title={t("reset.title")} lead={t("reset.lead")} narrow>
      <div className="panel p-5">
        <ActionForm action={askForLink} className="grid gap-4">
          <Field
            label={t("signIn.username.label")}
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Submit>{t("reset.ask")}</Submit>
        </ActionForm>
      </div>
    </Page>
  );
}

async function Choose({ token }: { token: string }) {
  const t = await getTexts();
  const owner = await resetOwner(token);
  if (!owner)
    return (
      <Page title={t("reset.title")} narrow>
        <EmptyState
          title={t("reset.gone")}
          action={<LinkButton href={path(urls.resetPassword())}>{t("reset.again")}</LinkButton>}
        >
          {t("reset.goneText")}
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={t(owner.isNew ? "reset.firstTitle" : "reset.title")}
      lead={t(owner.isNew ? "reset.firstLead" : "reset.chooseLead", { user: owner.username })}
      narrow
    >
      <div className="panel p-5">
        <ActionForm action={chooseNewPassword} className="grid gap-4">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="username" autoComplete="username" value={owner.username} />
          <Field
            label={t("profile.password.label")}
            name="new_password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            required
            hint={t("profile.password.hint")}
          />
          <Field
            label={t("profile.repeatPassword.label")}
            name="repeat_password"
            type="password"
            autoComplete="new-password"
            required
          />
          <Submit>{t(owner.isNew ? "reset.firstSave" : "reset.save")}</Submit>
        </ActionForm>
      </div>
    </Page>
  );
}
