import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { KeyRow, TokenRow } from "@/lib/domain/users/tokens";
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

type Shown = KeyRow & Partial<Omit<TokenRow, keyof KeyRow>> & { username?: string };

/** For how long the key before goes on working, in hours. */
const OVERLAPS = [
  { value: "24", label: "tokens.overlap.day" },
  { value: "1", label: "tokens.overlap.hour" },
  { value: "168", label: "tokens.overlap.week" },
  { value: "0", label: "tokens.overlap.none" },
] as const;

/** Buttons of the rows belong to the form above them, which shows the new key. */
const ROTATE = "rotate-token";

/** Tokens: a form that makes one and shows its key once, and those there are. */
export function TokenSection({
  lead,
  snippets = tokenSnippets(),
  example,
  none,
  tokens,
  create,
  revoke,
  rotate,
  endOld,
}: {
  lead: ReactNode;
  /** Commands for a new key; those of the API when left out. */
  snippets?: readonly { label: string; template: string }[];
  /** An example of a name, and what stands where there is no token; those of tokens of the API when left out. */
  example?: string;
  none?: string;
  tokens: readonly Shown[];
  create: FormAction;
  revoke: FormAction;
  /** Gives a token another key; left out where there is no such way. */
  rotate?: FormAction;
  /** Ends the key before. */
  endOld?: FormAction;
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
        {rotate ? (
          <ActionForm id={ROTATE} action={rotate} label={t("tokens.rotate")}>
            <FormSecret title={t("tokens.copyNow")} note={t("tokens.copyNowText")} snippets={snippets} />
          </ActionForm>
        ) : null}
        {tokens.length === 0 ? (
          <EmptyState title={t("tokens.none")}>{none ?? t("tokens.noneText")}</EmptyState>
        ) : (
          <Table
            actsBelow
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
                  <OldKey token={token} endOld={endOld} />
                </Cell>
                <Cell>
                  <RelativeTime at={token.lastUsedAt} />
                  <TokenCalls token={token} />
                  {token.lastAddress ? (
                    <span className="block text-meta text-ink-3">
                      <bdi dir="ltr">{token.lastAddress}</bdi>
                    </span>
                  ) : null}
                  {token.lastClient ? (
                    <span className="block max-w-60 truncate text-meta text-ink-3 max-lg:hidden">
                      <bdi>{token.lastClient}</bdi>
                    </span>
                  ) : null}
                </Cell>
                <Cell wide>{token.expiresAt ? <RelativeTime at={token.expiresAt} /> : t("tokens.never")}</Cell>
                <Cell numeric>
                  <div className="flex flex-wrap items-start justify-end gap-2">
                    {rotate ? <Rotation token={token} /> : null}
                    <AskFirst
                      action={revoke}
                      open={t("tokens.revoke")}
                      label={t("tokens.revokeToken", { token: token.name })}
                      question={
                        <>
                          <TokenUse token={token} />
                          <p>{t("tokens.revokeAsk")}</p>
                        </>
                      }
                    >
                      <input type="hidden" name="id" value={token.id} />
                    </AskFirst>
                  </div>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </>
  );
}

/** How often a token was used lately; nothing for one that was not. */
export function TokenCalls({ token }: { token: Partial<Pick<TokenRow, "callsPerHour" | "callsPerWeek">> }) {
  const t = useTexts();
  if (!token.callsPerWeek) return null;
  return (
    <span className="block text-meta text-ink-3">
      {t("tokens.calls", { hour: token.callsPerHour ?? 0, week: token.callsPerWeek })}
    </span>
  );
}

/** Whether a token is in use, before it ends. */
export function TokenUse({ token }: { token: Pick<Shown, "lastUsedAt" | "lastClient" | "lastAddress"> }) {
  const t = useTexts();
  if (!token.lastUsedAt) return <p>{t("tokens.neverUsed")}</p>;
  const by = [token.lastClient, token.lastAddress].filter(Boolean).join(", ");
  return (
    <p className="break-words">
      {t.rich("tokens.usedLast", { ago: () => <RelativeTime at={token.lastUsedAt} /> })}
      {by ? (
        <>
          {" "}
          <bdi>{by}</bdi>
        </>
      ) : null}
    </p>
  );
}

/** The key that a token had before its last rotation, while that works. */
function OldKey({ token, endOld }: { token: Shown; endOld: FormAction | undefined }) {
  const t = useTexts();
  if (!token.oldEndsAt || token.oldEndsAt <= new Date()) return null;
  const label = t("tokens.endOld", { key: `…${token.oldLastFour}` });
  return (
    <div className="mt-1 grid justify-items-start gap-1 text-meta text-ink-2">
      <span>
        <code dir="ltr" className="font-mono">
          …{token.oldLastFour}
        </code>{" "}
        {t.rich("tokens.oldEnds", { ago: () => <RelativeTime at={token.oldEndsAt} /> })}
      </span>
      <span>{t.rich("tokens.oldUsed", { ago: () => <RelativeTime at={token.oldUsedAt} /> })}</span>
      {endOld ? (
        <ActionForm action={endOld} label={label}>
          <input type="hidden" name="id" value={token.id} />
          <Submit kind="secondary" small aria-label={label}>
            {t("tokens.endNow")}
          </Submit>
        </ActionForm>
      ) : null}
    </div>
  );
}

/** Opens the choice of how long the key before goes on working. */
function Rotation({ token }: { token: Shown }) {
  const t = useTexts();
  const label = t("tokens.rotateToken", { token: token.name });
  return (
    <details className="min-w-0 text-start">
      <summary
        aria-label={`${t("tokens.rotate")}: ${token.name}`}
        className="inline-flex min-h-8 cursor-pointer items-center rounded-control border border-line-strong bg-surface px-3 py-1 font-medium whitespace-nowrap hover:bg-sunken pointer-coarse:min-h-11"
      >
        {t("tokens.rotate")}
      </summary>
      <div className="mt-2 grid min-w-48 max-w-[320px] justify-items-start gap-2">
        <Select
          form={ROTATE}
          id={`overlap-${token.id}`}
          name={`overlap_${token.id}`}
          label={t("tokens.overlap.label")}
          choices={OVERLAPS.map(({ value, label: words }) => ({ value, label: t(words) }))}
          defaultValue="24"
        />
        <p className="text-table whitespace-normal text-ink">{t("tokens.rotateAsk")}</p>
        <Submit
          form={ROTATE}
          name="rotate"
          value={token.id}
          small
          style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
        >
          {label}
        </Submit>
      </div>
    </details>
  );
}
