import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { FormSecret } from "@/app/ui/form-secret";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { LINK_HOURS } from "@/lib/domain/users/account-help";
import type { ManagedPerson } from "@/lib/domain/users/list-people";
import { endSessions, giveLink, resetFactors } from "../actions";

/** A link to a new password, second factors that are lost, and the end of all sessions. */
export function SignInHelp({ person }: { person: ManagedPerson }) {
  const t = useTexts();
  const give = giveLink.bind(null, person.username);
  return (
    <Section title={t("manage.people.signIn")}>
      <div className="panel divide-y divide-line">
        {person.isActive && !person.isBot ? (
          <div className="grid gap-3 p-4">
            <p className="text-ink-2">{t("manage.people.linkText", { hours: LINK_HOURS })}</p>
            <div className="flex flex-wrap items-start gap-3">
              {mailIsSetUp() && person.email ? (
                <ActionForm action={give} label={t("manage.people.mailLink")}>
                  <input type="hidden" name="how" value="mail" />
                  <Submit kind="secondary">{t("manage.people.mailLink")}</Submit>
                </ActionForm>
              ) : null}
              <ActionForm action={give} label={t("manage.people.makeLink")} className="min-w-0 max-w-full">
                <input type="hidden" name="how" value="copy" />
                <FormSecret
                  title={t("manage.people.linkMade")}
                  note={t("manage.people.linkNote", { hours: LINK_HOURS })}
                  copy={t("manage.people.copyLink")}
                />
                <Submit kind="secondary">{t("manage.people.makeLink")}</Submit>
              </ActionForm>
            </div>
          </div>
        ) : null}
        {person.isBot ? null : (
          <ActionForm
            action={resetFactors.bind(null, person.username)}
            label={t("manage.people.resetFactors")}
            className="grid gap-3 p-4"
          >
            <p className="text-ink-2">{t("manage.people.factorsText", { count: person.factors })}</p>
            {person.factors > 0 ? (
              <div>
                <Submit kind="secondary">{t("manage.people.resetFactors")}</Submit>
              </div>
            ) : null}
          </ActionForm>
        )}
        <ActionForm
          action={endSessions.bind(null, person.username)}
          label={t("manage.people.act.end-sessions")}
          className="grid gap-3 p-4"
        >
          <p className="text-ink-2">{t("manage.people.sessionsText", { count: person.sessions })}</p>
          <div>
            <Submit kind="secondary">{t("manage.people.act.end-sessions")}</Submit>
          </div>
        </ActionForm>
      </div>
    </Section>
  );
}
