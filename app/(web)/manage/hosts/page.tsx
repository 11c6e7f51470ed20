import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { CODE_HOST_KINDS, listCodeHosts } from "@/lib/domain/requests/accounts";
import { urls } from "@/lib/urls";
import { addHost, changeHost, removeHost } from "./actions";
import { HostFields } from "./host-fields";

export const generateMetadata = titled("codeHosts.crumb");

export default async function CodeHostsPage() {
  const t = await getTexts();
  return guarded(async () => {
    const accounts = await listCodeHosts(await currentActor());
    const nameOf = (kind: string) => CODE_HOST_KINDS.find(({ id }) => id === kind)?.name ?? kind;
    return (
      <Page
        title={t("codeHosts.title")}
        crumbs={[{ label: t("common.management"), href: path(urls.manage()) }, { label: t("codeHosts.crumb") }]}
        lead={t("codeHosts.lead")}
      >
        <Section title={t("codeHosts.accounts")}>
          {accounts.length === 0 ? (
            <EmptyState title={t("codeHosts.none")}>{t("codeHosts.noneText")}</EmptyState>
          ) : (
            <ul className="grid gap-3">
              {accounts.map((account) => (
                <li key={account.id} className="panel">
                  <details>
                    <summary
                      aria-label={t("codeHosts.changeHost", { host: account.host })}
                      className="flex min-h-11 list-none flex-wrap items-center gap-x-3 px-4 py-2"
                    >
                      <bdi className="break-all font-medium">{account.host}</bdi>
                      <span className="text-table text-ink-2">{nameOf(account.kind)}</span>
                      <bdi className="break-all text-table text-ink-2">{account.username}</bdi>
                      <span className="ms-auto text-table underline">{t("codeHosts.change")}</span>
                    </summary>
                    <div className="border-t border-line p-4">
                      <ActionForm
                        action={changeHost.bind(null, account.id)}
                        className="grid gap-4 sm:grid-cols-2"
                        label={t("codeHosts.changeHost", { host: account.host })}
                      >
                        <HostFields account={account} />
                        <div>
                          <Submit kind="secondary">{t("common.save")}</Submit>
                        </div>
                      </ActionForm>
                      <ActionForm
                        action={removeHost.bind(null, account.id, account.host)}
                        className="mt-4"
                        label={t("codeHosts.removeHost", { host: account.host })}
                      >
                        <Submit kind="secondary" small aria-label={t("codeHosts.removeHost", { host: account.host })}>
                          {t("codeHosts.remove")}
                        </Submit>
                      </ActionForm>
                    </div>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title={t("codeHosts.new")}>
          <ActionForm action={addHost} className="panel grid gap-4 p-4 sm:grid-cols-2" label={t("codeHosts.new")}>
            <HostFields />
            <div className="sm:col-span-2">
              <Submit kind="secondary">{t("codeHosts.add")}</Submit>
            </div>
          </ActionForm>
        </Section>
      </Page>
    );
  });
}
