import { CircleCheck } from "lucide-react";
import type { Texts } from "#texts";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { StateIcon } from "@/app/ui/state-icon";
import { attention } from "@/lib/domain/statistics/management";
import { urls } from "@/lib/urls";

function alertTitle(t: Texts, kind: string): string {
  const known = (ALERTS as Readonly<Record<string, AlertText>>)[kind];
  return known ? t(known.title) : kind;
}

/** What needs an administrator, above their own work. */
export async function AdminDashboard({ link = true }: { link?: boolean }) {
  const t = await getTexts();
  const needs = await attention(await currentActor());
  const quiet = needs.alerts.length === 0 && needs.failedTasks === 0 && needs.expiringTokens === 0;
  return (
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
          {needs.alerts.slice(0, 6).map((alert) => {
            const place = {
              projectSlug: alert.projectSlug,
              categoryPath: alert.categoryPath,
              componentSlug: alert.componentSlug,
            };
            return (
              <li
                key={`${path(urls.component(place).web)}${alert.kind}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2"
              >
                <StateIcon state="failing" silent />
                <span className="min-w-0 grow">
                  {alertTitle(t, alert.kind)}{" "}
                  <span className="text-ink-2">
                    {t.rich("home.alertPlace", {
                      project: alert.projectName,
                      component: alert.componentName,
                      ago: () => <RelativeTime at={alert.updatedAt} />,
                    })}
                  </span>
                </span>
                <LinkButton
                  small
                  href={path(urls.component(place).alerts)}
                  label={t("home.fixAlertOf", { componentName: alert.componentName })}
                >
                  {t("home.fixAlert")}
                </LinkButton>
              </li>
            );
          })}
          {needs.failedTasks > 0 ? (
            <li className="flex items-center gap-3 px-4 py-2">
              <span className="grow">{t("home.tasksFailed", { count: needs.failedTasks })}</span>
              <LinkButton small href={path(urls.siteTasks({ state: "failed" }))}>
                {t("home.show")}
              </LinkButton>
            </li>
          ) : null}
          {needs.expiringTokens > 0 ? (
            <li className="px-4 py-2">{t("home.tokensExpire", { count: needs.expiringTokens })}</li>
          ) : null}
        </ul>
      )}
    </Section>
  );
}
