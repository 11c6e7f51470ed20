import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import type { ManagedPerson } from "@/lib/domain/users/list-people";
import { saveProfile } from "../actions";

/** Who somebody is. The form says what it showed, so that nothing is written over what somebody else has changed. */
export function ProfileForm({ person }: { person: ManagedPerson }) {
  const t = useTexts();
  return (
    <ActionForm
      action={saveProfile.bind(null, person.username)}
      label={t("manage.people.profile")}
      className="panel grid gap-4 p-4"
    >
      <input type="hidden" name="seen_username" value={person.username} />
      <input type="hidden" name="seen_full_name" value={person.fullName} />
      <input type="hidden" name="seen_email" value={person.email ?? ""} />
      <Field
        label={t("common.userName")}
        name="username"
        defaultValue={person.username}
        hint={t("manage.people.renameHint")}
        autoComplete="off"
        maxLength={150}
        required
      />
      <Field
        label={t("manage.people.fullName")}
        name="full_name"
        defaultValue={person.fullName}
        autoComplete="off"
        maxLength={150}
        required
      />
      <Field
        label={t("common.email")}
        name="email"
        type="email"
        defaultValue={person.email ?? ""}
        hint={t("manage.people.emailHint")}
        autoComplete="off"
        maxLength={190}
      />
      <div>
        <Submit kind="secondary">{t("common.save")}</Submit>
      </div>
    </ActionForm>
  );
}
