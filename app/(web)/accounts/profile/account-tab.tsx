import type { ReactNode } from "react";
import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { commitIdentity, noReplyAddress } from "@/lib/domain/users/commit-identity";
import type { UserRow } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";
import { saveAccount, sendConfirmation } from "./actions";

/** Why commits carry the address that they do. */
function reason(t: Texts, user: UserRow): string {
  const confirmed = user.commitEmail === null ? user.emailConfirmed : user.commitEmailConfirmed;
  if (confirmed) return t("profile.commitAddress.confirmed");
  return t(
    user.email === null && user.commitEmail === null
      ? "profile.commitAddress.missing"
      : "profile.commitAddress.unconfirmed",
  );
}

/** Whether an address is confirmed; nothing where there is none. */
function confirmation(t: Texts, address: string | null, confirmed: boolean): string {
  if (!address) return "";
  return t(confirmed ? "profile.addressConfirmed" : "profile.addressUnconfirmed");
}

/** Whether an address of the user waits to be confirmed. */
const awaits = (user: UserRow): boolean =>
  (user.email !== null && !user.emailConfirmed) || (user.commitEmail !== null && !user.commitEmailConfirmed);

/** @param children stands below the name and address of the account */
export function AccountTab({ user, children }: { user: UserRow; children: ReactNode }) {
  const t = useTexts();
  const identity = commitIdentity(user);
  return (
    <div>
      <ActionForm action={saveAccount} className="grid max-w-[560px] gap-4">
        <Field
          label={t("register.fullName.label")}
          name="full_name"
          defaultValue={user.fullName}
          autoComplete="name"
          required
        />
        <Field
          label={t("common.email")}
          name="email"
          type="email"
          defaultValue={user.email ?? ""}
          autoComplete="email"
          hint={[confirmation(t, user.email, user.emailConfirmed), t("profile.email.hint")].filter(Boolean).join(" ")}
        />
        <Field
          label={t("profile.commitEmail.label")}
          name="commit_email"
          type="email"
          defaultValue={user.commitEmail ?? ""}
          aside={t("common.optional")}
          hint={
            <>
              {confirmation(t, user.commitEmail, user.commitEmailConfirmed)}{" "}
              {t.rich("profile.commitEmail.hint", {
                address: noReplyAddress(user),
                code: (chunks) => (
                  <code dir="ltr" className="font-mono break-all">
                    {chunks}
                  </code>
                ),
              })}
            </>
          }
        />
        <Field
          label={t("common.password")}
          name="current_password"
          type="password"
          autoComplete="current-password"
          aside={t("profile.currentPassword.aside")}
          hint={t("profile.currentPassword.hint")}
        />
        <p className="text-table text-ink-2">
          {t("profile.commitsSay")}{" "}
          <code dir="ltr" className="rounded-control bg-sunken px-1.5 py-0.5 font-mono break-all text-ink">
            {identity.name} &lt;{identity.email}&gt;
          </code>
          <br />
          {reason(t, user)}
        </p>
        <div>
          <Submit>{t("profile.saveAccount")}</Submit>
        </div>
      </ActionForm>
      {mailIsSetUp() && awaits(user) ? (
        <ActionForm
          action={sendConfirmation}
          label={t("profile.sendConfirmation")}
          className="mt-6 grid max-w-[560px] gap-3"
        >
          <p className="text-table text-ink-2">{t("profile.confirmByMail")}</p>
          <div>
            <Submit kind="secondary">{t("profile.sendConfirmation")}</Submit>
          </div>
        </ActionForm>
      ) : null}
      <div className="mt-8">{children}</div>
      <ul className="mt-8 grid gap-2 text-table">
        <li>
          <a className="link" href={path(urls.ownData())} download>
            {t("profile.downloadData")}
          </a>
        </li>
        <li>
          <a className="link" href={path(urls.removeAccount())}>
            {t("profile.removeAccount")}
          </a>
        </li>
      </ul>
    </div>
  );
}
