import { AccountItem } from "@/app/ui/account-item";
import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { listHttpAccounts } from "@/lib/domain/http-accounts/accounts";
import { urls } from "@/lib/urls";
import { AccountFields } from "./account-fields";
import { addAccount, changeAccount, removeAccount } from "./actions";

export const generateMetadata = titled("httpAccounts.crumb");

/** Accounts for repositories that are read by HTTP. */
export default async function HttpAccountsPage() {
  const t = await getTexts();
  return guarded(async () => {
    const accounts = await listHttpAccounts(await currentActor());
    return (
      <Page
        title={t("httpAccounts.title")}
        crumbs={[{ label: t("common.management"), href: path(urls.manage()) }, { label: t("httpAccounts.crumb") }]}
        lead={t("httpAccounts.lead")}
      >
        <Section title={t("httpAccounts.accounts")}>
          {accounts.length === 0 ? (
            <EmptyState title={t("httpAccounts.none")}>{t("httpAccounts.noneText")}</EmptyState>
          ) : (
            <ul className="grid gap-3">
              {accounts.map((account) => (
                <AccountItem
                  key={account.id}
                  name={account.place}
                  more={<bdi className="break-all text-table text-ink-2">{account.username}</bdi>}
                  texts={{
                    open: t("httpAccounts.change"),
                    opens: t("httpAccounts.changePlace", { place: account.place }),
                    remove: t("httpAccounts.remove"),
                    removes: t("httpAccounts.removePlace", { place: account.place }),
                  }}
                  change={changeAccount.bind(null, account.id)}
                  remove={removeAccount.bind(null, account.id, account.place)}
                  fields={<AccountFields account={account} />}
                />
              ))}
            </ul>
          )}
        </Section>
        <Section title={t("httpAccounts.new")}>
          <ActionForm action={addAccount} className="panel grid gap-4 p-4 sm:grid-cols-2" label={t("httpAccounts.new")}>
            <AccountFields />
            <div className="sm:col-span-2">
              <Submit kind="secondary">{t("httpAccounts.add")}</Submit>
            </div>
          </ActionForm>
        </Section>
      </Page>
    );
  });
}
