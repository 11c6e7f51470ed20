import { ActionForm } from "@/app/ui/action-form";
import { Ago } from "@/app/ui/ago";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FormSecret } from "@/app/ui/form-secret";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { listTokens } from "@/lib/domain/users/tokens";
import type { UserRow } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";
import { endToken, newToken } from "./actions";

const LIFETIMES = [
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "One year" },
  { value: "never", label: "Never" },
];

/** Ready-made commands; {key} stands for the new key. */
export function tokenSnippets() {
  return [
    { label: "curl", template: `curl -H "Authorization: Token {key}" ${urls.api()}projects/` },
    { label: "wlc, in ~/.config/weblate", template: `[weblate]\nurl = ${urls.api()}\n\n[keys]\n${urls.api()} = {key}` },
  ];
}

export async function TokensTab({ user }: { user: UserRow }) {
  const tokens = await listTokens(await currentActor(), user.id);
  return (
    <>
      <Section title="New token" lead="A token may do what you may do. Its key is shown once.">
        <ActionForm action={newToken}>
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
      <Section title="Your tokens">
        {tokens.length === 0 ? (
          <EmptyState title="No tokens yet">Make one above to use the API from a script or a client.</EmptyState>
        ) : (
          <Table
            label="Your tokens"
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
                <Cell head>{token.name || "without a name"}</Cell>
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
                  <ActionForm action={endToken} label={`Revoke ${token.name}`}>
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
