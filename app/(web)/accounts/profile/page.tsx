import { redirect } from "next/navigation";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentUser } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { hasPassword } from "@/lib/domain/users/prove-oneself";
import { urls } from "@/lib/urls";
import { AccountTab } from "./account-tab";
import { DevicesTab } from "./devices-tab";
import { EditorTab } from "./editor-tab";
import { LanguagesTab } from "./languages-tab";
import { NoticesTab } from "./notices-tab";
import { PasswordTab } from "./password-tab";
import { Pseudonyms } from "./pseudonyms";
import { SecurityTab } from "./security-tab";
import { TokensTab } from "./tokens-tab";

export const generateMetadata = titled("profile.title");

const TABS = [
  ["account", "profile.tab.account"],
  ["languages", "common.languages"],
  ["editor", "profile.tab.editor"],
  ["notices", "notices.title"],
  ["tokens", "profile.tab.tokens"],
  ["security", "profile.tab.security"],
  ["password", "common.password"],
  ["devices", "profile.devices"],
] as const;

/** One’s own account: names and addresses, languages, editor, notices, tokens, security, devices, password. */
export default async function ProfilePage({ searchParams }: PageInput) {
  const t = await getTexts();
  const user = await currentUser();
  const parameters = await searchParams;
  const asked = TABS.find(([id]) => id === parameters.tab)?.[0] ?? "account";
  if (!user) redirect(path(urls.signIn(path(urls.profile(asked)))));
  return (
    <Page title={t("profile.title")} lead={<bdi>{user.username}</bdi>}>
      <Tabs
        label={t("profile.title")}
        tabs={[
          ...TABS.map(([id, label]) => ({
            label: t(label),
            href: path(urls.profile(id)),
            current: id === asked,
          })),
          { label: t("common.translationMemory"), href: "/memory/", current: false },
        ]}
      />
      {asked === "account" ? (
        <AccountTab user={user}>
          <Pseudonyms user={user} />
        </AccountTab>
      ) : null}
      {asked === "languages" ? <LanguagesTab user={user} saved={parameters.saved !== undefined} /> : null}
      {asked === "editor" ? <EditorTab user={user} /> : null}
      {asked === "notices" ? <NoticesTab user={user} rehearse={parameters.month !== undefined} /> : null}
      {asked === "tokens" ? <TokensTab user={user} /> : null}
      {asked === "security" ? <SecurityTab linked={one(parameters.linked)} /> : null}
      {asked === "devices" ? <DevicesTab /> : null}
      {asked === "password" ? (
        <PasswordTab user={user} has={await hasPassword(user.id)} changed={parameters.changed !== undefined} />
      ) : null}
    </Page>
  );
}
