import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { ManagedPerson } from "@/lib/domain/users/list-people";
import { actOnOne, setSuperuser } from "../actions";

/** Whether somebody may sign in, and may do everything. */
export function Standing({ person, own, raises }: { person: ManagedPerson; own: boolean; raises: boolean }) {
  const t = useTexts();
  return (
    <Section title={t("manage.people.standing")}>
      <div className="panel divide-y divide-line">
        {own ? null : (
          <ActionForm
            action={actOnOne.bind(null, person.username, person.isActive ? "deactivate" : "activate")}
            label={t(person.isActive ? "manage.people.act.deactivate" : "manage.people.act.activate")}
            className="grid gap-3 p-4"
          >
            <p className="text-ink-2">
              {t(person.isActive ? "manage.people.activeText" : "manage.people.inactiveText")}
            </p>
            <div>
              <Submit kind="secondary">
                {t(person.isActive ? "manage.people.act.deactivate" : "manage.people.act.activate")}
              </Submit>
            </div>
          </ActionForm>
        )}
        {raises && !person.isBot ? (
          <ActionForm
            action={setSuperuser.bind(null, person.username, !person.isSuperuser)}
            label={t(person.isSuperuser ? "manage.people.lower" : "manage.people.raise")}
            className="grid gap-3 p-4"
          >
            <p className="text-ink-2">
              {t(person.isSuperuser ? "manage.people.superuserText" : "manage.people.ordinaryText")}
            </p>
            <div>
              <Submit kind="secondary">{t(person.isSuperuser ? "manage.people.lower" : "manage.people.raise")}</Submit>
            </div>
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}
