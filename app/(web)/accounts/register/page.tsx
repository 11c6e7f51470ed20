import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { NewAccountFields } from "@/app/ui/new-account-fields";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { urls } from "@/lib/urls";
import { register } from "./actions";

export const generateMetadata = titled("register.title");

/** Making an account, where that is open to everybody. */
export default async function RegisterPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const next = safePath((await searchParams).next);
  if (!(await currentActor()).isAnonymous) redirect(next);
  if (!(await registrationIsOpen()))
    return (
      <Page title={t("register.title")} narrow>
        <EmptyState
          title={t("register.closed")}
          action={<LinkButton href={path(urls.signIn(next))}>{t("common.signIn")}</LinkButton>}
        >
          {t("register.closedText")}
        </EmptyState>
      </Page>
    );
  return (
    <div className="mx-auto max-w-[480px]">
      <Page title={t("register.createTitle")} lead={t("register.lead")} narrow>
        <div className="panel p-5">
          <ActionForm action={register} className="grid gap-4">
            <input type="hidden" name="next" value={next} />
            <NewAccountFields
              usernameHint={t("register.username.hint")}
              nameHint={t("register.fullName.hint")}
              emailHint={t("register.email.hint")}
              passwordHint={t("register.password.hint")}
            />
            <Submit>{t("register.createAccount")}</Submit>
          </ActionForm>
        </div>
        <p className="mt-4 text-center text-ink-2">
          {t.rich("register.haveAccount", {
            link: (chunks) => (
              <a className="link" href={path(urls.signIn(next))}>
                {chunks}
              </a>
            ),
          })}
        </p>
      </Page>
    </div>
  );
}
