import { CircleCheck } from "lucide-react";
import type { Texts } from "#texts";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { StateIcon } from "@/app/ui/state-icon";
import { countAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { attention } from "@/lib/domain/statistics/management";
import { countUnconfirmed } from "@/lib/domain/users/list-people";
import { urls } from "@/lib/urls";
import { InvitationsWaiting } from "./invitations-waiting";
import { SetUpCard } from "./set-up-card";

/** Kinds of alerts that are named here, the worst ones. */
const MOST_KINDS = 6;

function alertTitle(t: Texts, kind: string): string {
  const known = (ALERTS as Readonly<Record<string, AlertText>>)[kind];
  return known ? t(known.title) : kind;
}

/** What needs an administrator, above their own work. */
export async function AdminDashboard({ link = true }: { link?: boolean }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [needs, alerts, unconfirmed] = await Promise.all([
    attention(actor),
    countAlerts(actor, {}),
    countUnconfirmed(actor),
  ]);
  const quiet = alerts.length === 0 && needs.failedTasks === 0 && needs.expiringTokens === 0 && unconfirmed === 0;
  return (
    <>
      <SetUpCard />
      <Section
        title={t("home.attention")}
        action={
          link ? (
            <LinkButton small kind="quiet" href="/manage/">
              {t("common.management")}
            </LinkButton>
          ) : null
        }
      >
        {quiet ? (
          <p className="panel flex items-center gap-2 px-4 py-3 text-ink-2">
            <CircleCheck aria-hidden size={20} className="text-approved" /> {t("home.attentionNone")}
          </p>
        ) : (
          <ul className="panel divide-y divide-line">
            {alerts.slice(0, MOST_KINDS).map(({ kind, grave, alerts: count, components, projects }) => (
              <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
                <StateIcon state={grave ? "failing" : "needs-editing"} silent />
                <span className="min-w-0 grow">
                  {alertTitle(t, kind)}{" "}
                  <span className="text-ink-2">{t("home.alertPlaces", { count, components, projects })}</span>
                </span>
                <LinkButton
                  small
                  href={`${path(urls.alerts())}?kind=${encodeURIComponent(kind)}`}
                  label={t("home.showAlerts", { alert: alertTitle(t, kind) })}
                >
                  {t("home.show")}
                </LinkButton>
              </li>
            ))}
            {alerts.length > MOST_KINDS ? (
              <li className="flex items-center gap-3 px-4 py-2">
                <span className="grow">{t("home.moreAlerts", { count: alerts.length - MOST_KINDS })}</span>
                <LinkButton small href={path(urls.alerts())}>
                  {t("home.showAll")}
                </LinkButton>
              </li>
            ) : null}
            {needs.failedTasks > 0 ? (
              <li className="flex items-center gap-3 px-4 py-2">
                <span className="grow">{t("home.tasksFailed", { count: needs.failedTasks })}</span>
                <LinkButton small href={path(urls.siteTasks({ state: "failed" }))}>
                  {t("home.show")}
                </LinkButton>
              </li>
            ) : null}
            {needs.expiringTokens > 0 ? (
              <li className="flex items-center gap-3 px-4 py-2">
                <span className="grow">{t("home.tokensExpire", { count: needs.expiringTokens })}</span>
                <LinkButton small href={path(urls.siteTokens({ kind: "expiring" }))} label={t("home.showTokens")}>
                  {t("home.show")}
                </LinkButton>
              </li>
            ) : null}
            {unconfirmed > 0 ? (
              <li className="flex items-center gap-3 px-4 py-2">
                <span className="grow">{t("home.peopleWait", { count: unconfirmed })}</span>
                <LinkButton small href={path(urls.people({ kind: "unconfirmed" }))} label={t("home.showPeople")}>
                  {t("home.show")}
                </LinkButton>
              </li>
            ) : null}
          </ul>
        )}
      </Section>
      <InvitationsWaiting />
    </>
  );
}
