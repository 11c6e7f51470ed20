import { AccountItem } from "@/app/ui/account-item";
import { ActionForm } from "@/app/ui/action-form";
import { codeHostKind } from "@/app/ui/code-host-words";
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

/** Code hosts for merge requests, with their tokens. */
export default async function CodeHostsPage() {
  const t = await getTexts();
  return guarded(async () => {
    const accounts = await listCodeHosts(await currentActor());
    const nameOf = (kind: string) =>
      codeHostKind(t, CODE_HOST_KINDS.find(({ id }) => id === kind) ?? { id: kind, name: kind });
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
                <AccountItem
                  key={account.id}
                  name={account.host}
                  more={
                    <>
                      <span className="text-table text-ink-2">{nameOf(account.kind)}</span>
                      <bdi className="break-all text-table text-ink-2">{account.username}</bdi>
                    </>
                  }
                  texts={{
                    open: t("codeHosts.change"),
                    opens: t("codeHosts.changeHost", { host: account.host }),
                    remove: t("codeHosts.remove"),
                    removes: t("codeHosts.removeHost", { host: account.host }),
                  }}
                  change={changeHost.bind(null, account.id)}
                  remove={removeHost.bind(null, account.id, account.host)}
                  fields={<HostFields account={account} />}
                />
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
