import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import { commitIdentity, type UserRow } from "@/lib/domain/users/users";
import { saveAccount } from "./actions";

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
          hint="Only you and administrators see it."
        />
        <Field
          label="E-mail in commits"
          name="commit_email"
          type="email"
          defaultValue={user.commitEmail ?? ""}
          aside="optional"
          hint="Commits are public in most repositories. Give another address here to keep your own out of them."
        />
        <p className="text-table text-ink-2">
          Commits of your work say:{" "}
          <code dir="ltr" className="rounded-control bg-sunken px-1.5 py-0.5 font-mono text-ink">
            {identity.name} &lt;{identity.email}&gt;
          </code>
        </p>
        <div>
          <Submit>Save the account</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
