import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import { commitIdentity, noReplyAddress } from "@/lib/domain/users/commit-identity";
import type { UserRow } from "@/lib/domain/users/users";
import { saveAccount } from "./actions";

const CONFIRMED = "Confirmed.";
const WAITING = "Not confirmed yet: an administrator can confirm it.";

/** Why commits carry the address that they do. */
function reason(user: UserRow): string {
  const confirmed = user.commitEmail === null ? user.emailConfirmed : user.commitEmailConfirmed;
  if (confirmed) return "This address is confirmed, so commits carry it.";
  if (user.email === null && user.commitEmail === null)
    return "You have given no e-mail address, so commits carry one that reaches nobody.";
  return "Your address is not confirmed yet, so commits carry one that reaches nobody.";
}

export function AccountTab({ user }: { user: UserRow }) {
  const identity = commitIdentity(user);
  return (
    <div className="max-w-[560px]">
      <ActionForm action={saveAccount} className="grid gap-4">
        <Field label="Name" name="full_name" defaultValue={user.fullName} autoComplete="name" required />
        <Field
          label="E-mail"
          name="email"
          type="email"
          defaultValue={user.email ?? ""}
          autoComplete="email"
          hint={`${user.email ? `${user.emailConfirmed ? CONFIRMED : WAITING} ` : ""}Only you and administrators see it.`}
        />
        <Field
          label="E-mail in commits"
          name="commit_email"
          type="email"
          defaultValue={user.commitEmail ?? ""}
          aside="optional"
          hint={
            <>
              {user.commitEmail ? `${user.commitEmailConfirmed ? CONFIRMED : WAITING} ` : ""}Commits are public in most
              repositories. To keep your address out of them, enter{" "}
              <code dir="ltr" className="font-mono break-all">
                {noReplyAddress(user)}
              </code>
            </>
          }
        />
        <Field
          label="Password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          aside="to change an address"
          hint="Needed only when you change an e-mail address."
        />
        <p className="text-table text-ink-2">
          Commits of your work say:{" "}
          <code dir="ltr" className="rounded-control bg-sunken px-1.5 py-0.5 font-mono break-all text-ink">
            {identity.name} &lt;{identity.email}&gt;
          </code>
          <br />
          {reason(user)}
        </p>
        <div>
          <Submit>Save the account</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
