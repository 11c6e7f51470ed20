import { CircleCheck } from "lucide-react";
import { Ago } from "@/app/ui/ago";
import { ALERTS } from "@/app/ui/alert-texts";
import { LinkButton } from "@/app/ui/link-button";
import { counted } from "@/app/ui/numbers";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { StateIcon } from "@/app/ui/state-icon";
import type { AlertKind } from "@/lib/domain/components/alerts";
import { attention } from "@/lib/domain/statistics/manage";
import { urls } from "@/lib/urls";

/** What needs an administrator, above their own work. */
export async function AdminDesk({ link = true }: { link?: boolean }) {
  const needs = await attention(await currentActor());
  const quiet = needs.alerts.length === 0 && needs.failedTasks === 0 && needs.expiringTokens === 0;
  return (
    <Section
      title="Needs you"
      action={
        link ? (
          <LinkButton small kind="quiet" href="/manage/">
            Management
          </LinkButton>
        ) : null
      }
    >
      {quiet ? (
        <p className="panel flex items-center gap-2 px-4 py-3 text-ink-2">
          <CircleCheck aria-hidden size={20} className="text-approved" /> Nothing: no alerts, no failed tasks.
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
                  {ALERTS[alert.kind as AlertKind]?.title ?? alert.kind}{" "}
                  <span className="text-ink-2">
                    in {alert.projectName} › {alert.componentName}, <Ago at={alert.updatedAt} />
                  </span>
                </span>
                <LinkButton small href={path(urls.component(place).alerts)} label={`Mend: ${alert.componentName}`}>
                  Mend
                </LinkButton>
              </li>
            );
          })}
          {needs.failedTasks > 0 ? (
            <li className="flex items-center gap-3 px-4 py-2">
              <span className="grow">{counted(needs.failedTasks, "task")} failed in the last day</span>
              <LinkButton small href="/manage/?tab=tasks&state=failed">
                Show
              </LinkButton>
            </li>
          ) : null}
          {needs.expiringTokens > 0 ? (
            <li className="px-4 py-2">{counted(needs.expiringTokens, "token")} ends within a week</li>
          ) : null}
        </ul>
      )}
    </Section>
  );
}
