import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import type { HttpAccountView } from "@/lib/domain/http-accounts/accounts";
import { MASK } from "@/lib/domain/secrets";

/** What an account at an HTTP server consists of; a mask stands for the password that is set. */
export function AccountFields({ account }: { account?: HttpAccountView }) {
  const t = useTexts();
  const id = (name: string) => (account ? `${name}-${account.id}` : name);
  const plain = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  return (
    <>
      <Field
        label={t("httpAccounts.place.label")}
        name="place"
        id={id("place")}
        defaultValue={account?.place}
        hint={t("httpAccounts.place.hint")}
        className="sm:col-span-2"
        required
        {...plain}
      />
      <Field
        label={t("httpAccounts.username.label")}
        name="username"
        id={id("username")}
        defaultValue={account?.username}
        aside={t("common.optional")}
        hint={t("httpAccounts.username.hint")}
        {...plain}
      />
      <Field
        label={t("httpAccounts.password.label")}
        name="password"
        id={id("password")}
        type="password"
        defaultValue={account ? MASK : undefined}
        aside={account ? t("httpAccounts.password.set") : undefined}
        hint={account ? t("httpAccounts.password.keep") : t("httpAccounts.password.hint")}
        required
        {...plain}
      />
    </>
  );
}
