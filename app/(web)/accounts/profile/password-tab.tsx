import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import type { UserRow } from "@/lib/domain/users/users";
import { changePassword } from "./actions";

export function PasswordTab({ user, has, changed }: { user: UserRow; has: boolean; changed: boolean }) {
  const t = useTexts();
  return (
    <div className="max-w-[480px]">
      {changed ? (
        <div className="mb-4">
          <Callout tone="success">{t("profile.passwordChanged")}</Callout>
        </div>
      ) : null}
      <ActionForm action={changePassword} className="grid gap-4">
        <input
          type="text"
          name="username"
          defaultValue={user.username}
          autoComplete="username"
          hidden
          readOnly
          aria-hidden
        />
        {has ? (
          <Field
            label={t("profile.oldPassword.label")}
            name="old_password"
            type="password"
            autoComplete="current-password"
            required
          />
        ) : (
          <>
            <p className="text-table text-ink-2">{t("profile.noPassword")}</p>
            <Field
              label={t("security.proof.code")}
              name="old_password"
              type="password"
              autoComplete="one-time-code"
              aside={t("common.optional")}
              hint={t("security.proof.fresh")}
            />
          </>
        )}
        <Field
          label={t("profile.password.label")}
          name="password"
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
        <p className="text-table text-ink-2">{t("profile.passwordSignsOut")}</p>
        <div>
          <Submit>{t("profile.changePassword")}</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
