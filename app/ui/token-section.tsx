import type { ReactNode } from "react";
import type { TokenRow } from "@/lib/domain/users/tokens";
import { ActionForm } from "./action-form";
import { Ago } from "./ago";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { FormSecret } from "./form-secret";
import type { FormAction } from "./form-state";
import { Section } from "./section";
import { Select } from "./select";
import { Submit } from "./submit";
import { Table } from "./table";
import { LIFETIMES } from "./token-lifetime";
import { tokenSnippets } from "./token-snippets";

/** Tokens: a form that makes one and shows its key once, and those there are. */
export function TokenSection({
  lead,
  tokens,
  create,
  revoke,
}: {
  lead: ReactNode;
  tokens: readonly (TokenRow & { username?: string })[];
  create: FormAction;
  revoke: FormAction;
}) {
  return (
    <>
      <Section title="New token" lead={lead}>
        <ActionForm action={create} label="New token">
          <FormSecret
            title="Copy the key now"
            note="It is stored as a fingerprint only and cannot be shown again."
            snippets={tokenSnippets()}
          />
          <div className="panel grid items-end gap-4 p-4 sm:grid-cols-[1fr_180px_auto]">
            <Field
              label="Name"
              name="name"
              maxLength={100}
              required
              placeholder="Where is it used? laptop, ci-deploy …"
            />
            <Select label="Ends after" name="expires" choices={LIFETIMES} defaultValue="90" />
            <Submit>Make a token</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section title="Tokens">
        {tokens.length === 0 ? (
          <EmptyState title="No tokens yet">Make one above to use the API from a script or a client.</EmptyState>
        ) : (
          <Table
            label="Tokens"
            columns={[
              { label: "Name" },
              { label: "Key" },
              { label: "Last used" },
              { label: "Ends", wide: true },
              { label: "Revoke", hidden: true },
            ]}
          >
            {tokens.map((token) => (
              <tr key={token.id}>
                <Cell head>
                  <span className="font-medium">{token.name || "without a name"}</span>
                  {token.username ? <span className="block text-meta text-ink-3">bot {token.username}</span> : null}
                </Cell>
                <Cell>
                  <code dir="ltr" className="font-mono text-meta">
                    {token.prefix}…{token.lastFour}
                  </code>
                </Cell>
                <Cell>
                  <Ago at={token.lastUsedAt} />
                  {token.lastClient ? (
                    <span className="block max-w-60 truncate text-meta text-ink-3">{token.lastClient}</span>
                  ) : null}
                </Cell>
                <Cell wide>{token.expiresAt ? <Ago at={token.expiresAt} /> : "never"}</Cell>
                <Cell numeric>
                  <ActionForm action={revoke} label={`Revoke ${token.name}`}>
                    <input type="hidden" name="id" value={token.id} />
                    <Submit kind="secondary" small aria-label={`Revoke the token ${token.name}`}>
                      Revoke
                    </Submit>
                  </ActionForm>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </>
  );
}
