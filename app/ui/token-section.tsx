import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { TokenRow } from "@/lib/domain/users/tokens";
import { ActionForm } from "./action-form";
import { AskFirst } from "./ask-first";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { FormSecret } from "./form-secret";
import type { FormAction } from "./form-state";
import { RelativeTime } from "./relative-time";
import { Section } from "./section";
import { Select } from "./select";
import { Submit } from "./submit";
import { Table } from "./table";
import { LIFETIMES } from "./token-lifetime";
import { tokenSnippets } from "./token-snippets";

/** Tokens: a form that makes one and shows its key once, and those there are. */
export function TokenSection({
  lead,
  snippets = tokenSnippets(),
  example,
  none,
  tokens,
  create,
  revoke,
}: {
  lead: ReactNode;
  /** Commands for a new key; those of the API when left out. */
  snippets?: readonly { label: string; template: string }[];
  /** An example of a name, and what stands where there is no token; those of tokens of the API when left out. */
  example?: string;
  none?: string;
  tokens: readonly (TokenRow & { username?: string })[];
  create: FormAction;
  revoke: FormAction;
}) {
  const t = useTexts();
  return (
    <>
      <Section title={t("tokens.newToken")} lead={lead}>
        <ActionForm action={create} label={t("tokens.newToken")}>
          <FormSecret title={t("tokens.copyNow")} note={t("tokens.copyNowText")} snippets={snippets} />
          <div className="panel grid items-end gap-4 p-4 sm:grid-cols-[1fr_180px_auto]">
            <Field
              label={t("common.name")}
              name="name"
              maxLength={100}
              required
              placeholder={example ?? t("tokens.name.placeholder")}
            />
            <Select
              label={t("tokens.expires.label")}
              name="expires"
              choices={LIFETIMES.map(({ value, label }) => ({ value, label: t(label) }))}
              defaultValue="90"
            />
            <Submit>{t("tokens.create")}</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section title={t("tokens.tokens")}>
        {tokens.length === 0 ? (
          <EmptyState title={t("tokens.none")}>{none ?? t("tokens.noneText")}</EmptyState>
        ) : (
          <Table
            label={t("tokens.tokens")}
            columns={[
              { label: t("common.name") },
              { label: t("tokens.key") },
              { label: t("tokens.lastUsed") },
              { label: t("tokens.expiry"), wide: true },
              { label: t("tokens.revoke"), hidden: true },
            ]}
          >
            {tokens.map((token) => (
              <tr key={token.id}>
                <Cell head>
                  <span className="font-medium">{token.name || t("tokens.unnamed")}</span>
                  {token.username ? (
                    <span className="block text-meta text-ink-3">{t("tokens.bot", { user: token.username })}</span>
                  ) : null}
                </Cell>
                <Cell>
                  <code dir="ltr" className="font-mono text-meta">
                    {token.prefix}…{token.lastFour}
                  </code>
                </Cell>
                <Cell>
                  <RelativeTime at={token.lastUsedAt} />
                  {token.lastClient ? (
                    <span className="block max-w-60 truncate text-meta text-ink-3 max-lg:hidden">
                      {token.lastClient}
                    </span>
                  ) : null}
                </Cell>
                <Cell wide>{token.expiresAt ? <RelativeTime at={token.expiresAt} /> : t("tokens.never")}</Cell>
                <Cell numeric>
                  <AskFirst
                    action={revoke}
                    open={t("tokens.revoke")}
                    label={t("tokens.revokeToken", { token: token.name })}
                    question={t("tokens.revokeAsk")}
                    end
                  >
                    <input type="hidden" name="id" value={token.id} />
                  </AskFirst>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </>
  );
}
