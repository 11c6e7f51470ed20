import { useTexts } from "#texts";
import { codeHostKind } from "@/app/ui/code-host-words";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { CODE_HOST_KINDS, type CodeHostView } from "@/lib/domain/requests/accounts";
import { MASK } from "@/lib/domain/secrets";

/** What an account at a code host consists of; a mask stands for the token that is set. */
export function HostFields({ account }: { account?: CodeHostView }) {
  const t = useTexts();
  const id = (name: string) => (account ? `${name}-${account.id}` : name);
  const plain = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  return (
    <>
      <Select
        label={t("codeHosts.kind")}
        name="kind"
        id={id("kind")}
        choices={CODE_HOST_KINDS.map((kind) => ({ value: kind.id, label: codeHostKind(t, kind) }))}
        defaultValue={account?.kind}
      />
      <Field
        label={t("codeHosts.host.label")}
        name="host"
        id={id("host")}
        defaultValue={account?.host}
        hint={t("codeHosts.host.hint")}
        required
        {...plain}
      />
      <Field
        label={t("codeHosts.username.label")}
        name="username"
        hint={t("codeHosts.username.hint")}
        id={id("username")}
        defaultValue={account?.username}
        required
        {...plain}
      />
      <Field
        label={t("codeHosts.token.label")}
        name="token"
        id={id("token")}
        type="password"
        defaultValue={account ? MASK : undefined}
        aside={account ? t("codeHosts.token.set") : undefined}
        hint={account ? t("codeHosts.token.keep") : t("codeHosts.token.hint")}
        required
        {...plain}
      />
      <Field
        label={t("codeHosts.api.label")}
        name="api"
        id={id("api")}
        defaultValue={account?.api}
        aside={t("common.optional")}
        hint={t("codeHosts.api.hint")}
        className="sm:col-span-2"
        {...plain}
      />
    </>
  );
}
