import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import type { UserRow } from "@/lib/domain/users/users";
import { changePassword } from "./actions";

export function PasswordTab({ user, changed }: { user: UserRow; changed: boolean }) {
  return (
    <div className="max-w-[480px]">
      {changed ? (
        <div className="mb-4">
          <Callout tone="success">Your password is changed. You are signed out everywhere else.</Callout>
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
        <Field label="Current password" name="old_password" type="password" autoComplete="current-password" required />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint="At least 10 characters. A sentence is good."
        />
        <Field label="New password again" name="repeat_password" type="password" autoComplete="new-password" required />
        <p className="text-table text-ink-2">Changing it signs you out on every other device.</p>
        <div>
          <Submit>Change the password</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
