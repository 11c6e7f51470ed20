import { useTexts } from "#texts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { type HookSetUp, hookSetUp } from "@/lib/domain/hooks/set-up";
import { urls } from "@/lib/urls";
import { Callout } from "./callout";
import { CodeBlock } from "./code-block";
import { DefinitionList } from "./definition-list";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { outcomeColour, receiptWords } from "./receipt-words";
import { RelativeTime } from "./relative-time";
import { ReplayForm } from "./replay-form";
import { Section } from "./section";
import { currentActor } from "./session";

/** What a host is to send; its name is the same in all languages. */
const CONTENT_TYPE = "application/json";

/** Other hosts, by the last words of their addresses. */
const OTHERS = ["github", "gitlab", "bitbucket", "gitea", "forgejo", "azure", "pagure", "gitee"];

/** The webhook of a component: what to enter at its code host, whether something has come, and what became of it. */
export async function HookSetup({ component }: { component: ComponentRow }) {
  const t = await getTexts();
  const hook = await hookSetUp(await currentActor(), component);
  const { service = "github" } = hook;
  return (
    <Section id="webhook" title={t("hookSetup.title")} lead={t("hookSetup.lead")}>
      {hook.off ? (
        <Callout tone="warning" title={t("hookSetup.off")}>
          {t(hook.off === "site" ? "hookSetup.offSite" : "hookSetup.offProject", { project: component.project.name })}
        </Callout>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="panel min-w-0 p-4">
            <p className="mb-3">
              {hook.page ? (
                <a className="link" href={hook.page} rel="noopener nofollow">
                  {t("hookSetup.open")}
                </a>
              ) : (
                t("hookSetup.find")
              )}
            </p>
            <DefinitionList
              facts={[
                [
                  t("hookSetup.address"),
                  <CodeBlock key="address" text={urls.hook(service)} label={t("wizard.import.copyAddress")} />,
                ],
                [
                  t("hookSetup.content"),
                  <code key="content" dir="ltr">
                    {CONTENT_TYPE}
                  </code>,
                ],
                [t("hookSetup.events"), t("hookSetup.pushes")],
                [t("hookSetup.secret"), <Secret key="secret" hook={hook} component={component} />],
              ]}
            />
            {hook.service ? null : (
              <p className="mt-3 text-table text-ink-2">{t("hookSetup.others", { words: OTHERS.join(", ") })}</p>
            )}
          </div>
          <Received hook={hook} component={component} />
        </div>
      )}
    </Section>
  );
}

function Secret({ hook, component }: { hook: HookSetUp; component: ComponentRow }) {
  const t = useTexts();
  return (
    <>
      {t(hook.secretSet ? "hookSetup.secretSet" : "hookSetup.noSecret")}{" "}
      {hook.mayChangeSecret ? (
        <a className="link" href={path(urls.project(component.project.slug).settings)}>
          {t(hook.secretSet ? "hookSetup.changeSecret" : "hookSetup.setSecret")}
        </a>
      ) : null}
    </>
  );
}

function Received({ hook: { received, mayReplay }, component }: { hook: HookSetUp; component: ComponentRow }) {
  const t = useTexts();
  if (received.length === 0) return <Callout title={t("hookSetup.waiting")}>{t("hookSetup.waitingText")}</Callout>;
  return (
    <ol className="panel min-w-0 divide-y divide-line" aria-label={t("hookSetup.received")}>
      {received.map((row) => {
        const { what, more } = receiptWords(t, row);
        return (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-table">
            <span className={outcomeColour(row.outcome)}>{what}</span>
            <span className="min-w-0 break-words text-ink-2">
              {[
                row.event,
                row.branch && t("manage.hooks.branch", { branch: row.branch }),
                more,
                row.replayOf === null ? "" : t("manage.hooks.repeated"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="ms-auto text-ink-3">
              <RelativeTime at={row.at} />
            </span>
            {mayReplay && row.replayable ? (
              <ReplayForm receipt={{ ...row, repository: component.name }} component={component.id} />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
