import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Submit } from "@/app/ui/submit";
import type { PersonLine } from "@/lib/domain/users/list-people";
import { confirmEmail } from "./actions";

/** The addresses of somebody, and the button that vouches for them. */
export function ConfirmEmail({ person }: { person: PersonLine }) {
  const t = useTexts();
  const commit = person.commitEmail && person.commitEmail !== person.email ? person.commitEmail : null;
  const waiting =
    (person.email !== null && !person.emailConfirmed) || (person.commitEmail !== null && !person.commitEmailConfirmed);
  if (person.email === null && commit === null) return <span className="text-ink-3">{t("manage.none")}</span>;
  return (
    <div className="grid justify-items-start gap-1">
      <span className="break-all">{person.email}</span>
      {commit ? <span className="text-meta break-all text-ink-3">{t("manage.commitAddress", { commit })}</span> : null}
      {waiting && person.isActive && !person.isBot ? (
        <ActionForm action={confirmEmail} label={t("manage.confirmEmail", { user: person.username })}>
          <input type="hidden" name="username" value={person.username} />
          <input type="hidden" name="email" value={person.email ?? ""} />
          <input type="hidden" name="commit_email" value={person.commitEmail ?? ""} />
          <Submit kind="secondary" small aria-label={t("manage.confirmEmail", { user: person.username })}>
            {t("manage.confirm")}
          </Submit>
        </ActionForm>
      ) : null}
    </div>
  );
}
