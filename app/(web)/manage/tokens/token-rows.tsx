import { useTexts } from "#texts";
import { AskFirst } from "@/app/ui/ask-first";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Table } from "@/app/ui/table";
import { TickCell, type Ticks } from "@/app/ui/tick-cell";
import { TokenCalls, TokenUse } from "@/app/ui/token-section";
import type { TokenLine } from "@/lib/domain/users/list-tokens";
import { urls } from "@/lib/urls";
import { revoke } from "../users/actions";

type Row = Omit<TokenLine, "username" | "isBot" | "isActive" | "projectName" | "projectSlug"> &
  Partial<Pick<TokenLine, "username" | "isBot" | "isActive" | "projectName" | "projectSlug">>;

/** Tokens with whose they are, where they reach and when they were used. */
export function TokenRows({ tokens, ticks, csv }: { tokens: readonly Row[]; ticks?: Ticks; csv?: string }) {
  const t = useTexts();
  if (tokens.length === 0) return <EmptyState title={t("tokens.none")}>{t("manage.tokens.noneText")}</EmptyState>;
  const owners = tokens.some((token) => token.username !== undefined);
  return (
    <Table
      actsBelow
      name="tokens"
      csv={csv}
      label={t("tokens.tokens")}
      columns={[
        ...(ticks ? [{ label: t("work.choose"), hidden: true, className: "w-10" }] : []),
        { label: t("common.name") },
        ...(owners ? [{ key: "owner", label: t("manage.tokens.owner") }] : []),
        { key: "key", label: t("tokens.key"), wide: true },
        { key: "used", label: t("tokens.lastUsed") },
        { key: "expiry", label: t("tokens.expiry"), wide: true },
        { label: t("tokens.revoke"), hidden: true },
      ]}
    >
      {tokens.map((token) => (
        <tr key={token.id} className="hover:bg-sunken">
          {ticks ? (
            <TickCell
              ticks={ticks}
              value={String(token.id)}
              label={t("work.chooseName", { name: `${token.name || t("tokens.unnamed")} ${token.lastFour}` })}
            />
          ) : null}
          <Cell head>
            <span className="font-medium break-words">{token.name || t("tokens.unnamed")}</span>
            <span className="block text-meta text-ink-3">
              {token.projectSlug
                ? t("manage.tokens.inProject", { project: token.projectName ?? "" })
                : token.prefix === "svcp_"
                  ? t("manage.tokens.oneProject")
                  : t("manage.tokens.everything")}
            </span>
          </Cell>
          {owners ? (
            <Cell>
              <a className="name-link break-all" href={path(urls.person(token.username ?? ""))}>
                <bdi>{token.username}</bdi>
              </a>
              {token.isActive === false ? (
                <span className="block text-meta text-ink-3">{t("user.notActive")}</span>
              ) : null}
            </Cell>
          ) : null}
          <Cell wide>
            <code dir="ltr" className="font-mono text-meta">
              {token.prefix}…{token.lastFour}
            </code>
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
              <span className="block max-w-60 truncate text-meta text-ink-3 max-lg:hidden">{token.lastClient}</span>
            ) : null}
          </Cell>
          <Cell wide>{token.expiresAt ? <RelativeTime at={token.expiresAt} /> : t("tokens.never")}</Cell>
          <Cell numeric>
            <AskFirst
              action={revoke}
              open={t("tokens.revoke")}
              label={t("tokens.revokeToken", { token: `${token.name} ${token.lastFour}` })}
              question={
                <>
                  <TokenUse token={token} />
                  <p>{t("tokens.revokeAsk")}</p>
                </>
              }
              end
            >
              <input type="hidden" name="id" value={token.id} />
            </AskFirst>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
