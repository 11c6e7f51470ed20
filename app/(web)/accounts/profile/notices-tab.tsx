import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { eventText } from "@/lib/domain/notices/kind-texts";
import { ALL_KINDS } from "@/lib/domain/notices/kinds";
import { rehearseMonth } from "@/lib/domain/notices/rehearse-month";
import { frequenciesOf, GRID_SCOPES, readGrid, scopesOf } from "@/lib/domain/notices/settings-grid";
import { isAsked } from "@/lib/domain/users/subscriptions";
import type { UserRow } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";
import { saveNotices } from "./notices-actions";

const SCOPES = { 0: "notices.scope.all", 10: "notices.scope.watched", 20: "notices.scope.administered" } as const;
const FREQUENCIES = [
  "notices.frequency.never",
  "notices.frequency.instant",
  "notices.frequency.daily",
  "notices.frequency.weekly",
  "notices.frequency.monthly",
] as const;

/** What is told at once unless somebody says otherwise. */
const isUnasked = (notification: string, scope: number) => scope === 0 && isAsked(notification);

/** What somebody is told of, where, and how often. */
export async function NoticesTab({ user, rehearse }: { user: UserRow; rehearse: boolean }) {
  const t = await getTexts();
  const actor = await currentActor();
  const grid = await readGrid(actor);
  const frequencyOf = (notification: string, scope: number) =>
    String(
      grid.find((cell) => cell.notification === notification && cell.scope === scope)?.frequency ??
        (isUnasked(notification, scope) ? 1 : ""),
    );
  return (
    <>
      <div className="mb-5 grid gap-3">
        {mailIsSetUp() ? null : <Callout>{t("notices.noMail")}</Callout>}
        {mailIsSetUp() && !(user.email && user.emailConfirmed) ? (
          <Callout tone="warning">{t("notices.noAddress")}</Callout>
        ) : null}
      </div>
      <Section title={t("notices.settings")} lead={t("notices.settingsLead")}>
        <ActionForm action={saveNotices} className="grid gap-5">
          {ALL_KINDS.map((notification) => (
            <fieldset key={notification} className="panel p-4">
              <legend className="px-1 font-semibold">{t(eventText(notification))}</legend>
              <div className="grid gap-3 sm:grid-cols-3">
                {GRID_SCOPES.filter((scope) => scopesOf(notification).includes(scope)).map((scope) => (
                  <Select
                    key={scope}
                    name={`${notification}.${scope}`}
                    label={t(SCOPES[scope])}
                    defaultValue={frequencyOf(notification, scope)}
                    choices={[
                      ...(isUnasked(notification, scope)
                        ? []
                        : [
                            {
                              value: "",
                              label: t(scope === 0 ? "notices.frequency.unset" : "notices.frequency.wider"),
                            },
                          ]),
                      ...frequenciesOf(notification).map((value) => ({
                        value: String(value),
                        label: t(FREQUENCIES[value] ?? FREQUENCIES[0]),
                      })),
                    ]}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <div>
            <Submit>{t("notices.save")}</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section title={t("notices.month")} lead={t("notices.monthLead")}>
        {rehearse ? (
          <Month />
        ) : (
          <LinkButton href={`${path(urls.profile("notices"))}&month#month`}>{t("notices.showMonth")}</LinkButton>
        )}
      </Section>
    </>
  );
}

/** What the saved settings would have sent. */
async function Month() {
  const t = await getTexts();
  const rows = await rehearseMonth(await currentActor());
  if (rows.length === 0) return <p id="month">{t("notices.monthNothing")}</p>;
  return (
    <ul id="month" className="grid gap-3">
      {rows
        .filter((row) => row.notification === null)
        .map((sum) => (
          <li key={sum.frequency} className="panel p-4">
            <p className="font-semibold">
              {t("notices.monthMails", {
                frequency: t(FREQUENCIES[sum.frequency] ?? FREQUENCIES[1]),
                count: sum.mails,
              })}
            </p>
            <ul className="mt-1 list-disc ps-5 text-ink-2">
              {rows
                .filter((row) => row.notification !== null && row.frequency === sum.frequency)
                .map((row) => (
                  <li key={row.notification}>
                    {t("notices.monthKind", { kind: t(eventText(row.notification ?? "")), count: row.events })}
                  </li>
                ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}
