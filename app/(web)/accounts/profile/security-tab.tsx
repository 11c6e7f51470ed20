import type { ReactNode } from "react";
import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { ClientTexts } from "@/app/ui/client-messages";
import { Field } from "@/app/ui/field";
import { FormSecret } from "@/app/ui/form-secret";
import type { FormAction } from "@/app/ui/form-state";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { PasskeyButton } from "@/app/ui/passkey-button";
import { path } from "@/app/ui/paths";
import { ProofField } from "@/app/ui/proof-field";
import { QrCode } from "@/app/ui/qr-code";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { passkeysArePossible } from "@/lib/domain/users/passkeys";
import { type LinkedAccount, listLinkedAccounts, providerName } from "@/lib/domain/users/provider-accounts";
import { appInSetup, type FactorRow, type Security, securityOf } from "@/lib/domain/users/second-factors";
import { environment } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { addOwnPasskey, appStep, askNewPasskey, makeCodes, removeOwnFactor, unlinkOwn } from "./security-actions";

type Kind = Security["proof"];

/** Second factors and linked accounts. */
export async function SecurityTab({ linked }: { linked: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [security, accounts, setup] = await Promise.all([
    securityOf(actor),
    listLinkedAccounts(actor),
    appInSetup(actor, new URL(environment().baseUrl).host),
  ]);
  const factors = [...security.apps, ...security.passkeys];
  return (
    <div className="max-w-[760px]">
      <Section title={t("security.title")} lead={t("security.lead")}>
        <div className="grid gap-4">
          <Factors factors={factors} kind={security.proof} />
          <AddApp setup={setup} kind={security.proof} />
          <AddPasskey kind={security.proof} />
        </div>
      </Section>
      {factors.length > 0 ? <Codes left={security.codesLeft} kind={security.proof} /> : null}
      <Accounts accounts={accounts} kind={security.proof} linked={linked} />
    </div>
  );
}

/** A button that unfolds to the proof which it needs. */
function Guarded({
  action,
  id,
  name,
  kind,
  label,
  children,
}: {
  action: FormAction;
  id: number;
  name: string;
  kind: Kind;
  label: string;
  children: ReactNode;
}) {
  return (
    <details className="text-start">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center" aria-label={label}>
        {children}
      </summary>
      <ActionForm action={action} label={label} className="mt-2 grid max-w-[320px] gap-3">
        <input type="hidden" name="id" value={id} />
        <ProofField kind={kind} id={`${name}-${id}-proof`} />
        <div>
          <Submit kind="danger" small>
            {label}
          </Submit>
        </div>
      </ActionForm>
    </details>
  );
}

const kindName = (t: Texts, { kind }: FactorRow) => t(kind === "totp" ? "security.app" : "security.passkey");

function Factors({ factors, kind }: { factors: readonly FactorRow[]; kind: Kind }) {
  const t = useTexts();
  if (factors.length === 0) return <p className="panel p-4 text-ink-2">{t("security.none")}</p>;
  return (
    <Table
      label={t("security.title")}
      columns={[
        { label: t("security.name") },
        { label: t("security.added"), wide: true },
        { label: t("security.lastUsed"), wide: true },
        { label: t("security.remove"), hidden: true },
      ]}
    >
      {factors.map((factor) => (
        <tr key={factor.id}>
          <Cell head>
            <bdi className="font-medium break-words">{factor.name}</bdi>
            <span className="block text-meta text-ink-2">{kindName(t, factor)}</span>
          </Cell>
          <Cell wide>
            <RelativeTime at={factor.createdAt} />
          </Cell>
          <Cell wide>{factor.lastUsedAt ? <RelativeTime at={factor.lastUsedAt} /> : t("security.never")}</Cell>
          <Cell>
            <Guarded
              action={removeOwnFactor}
              id={factor.id}
              name="factor"
              kind={kind}
              label={t("security.removeNamed", { name: factor.name })}
            >
              {t("security.remove")}
            </Guarded>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** One form for both steps: what it answers is shown once, and must outlive the step that asked for it. */
function AddApp({ setup, kind }: { setup: { secret: string; address: string } | undefined; kind: Kind }) {
  const t = useTexts();
  return (
    <div className="panel min-w-0 p-4">
      <ActionForm action={appStep} label={t("security.addApp.title")} className="grid max-w-[480px] gap-3">
        <FormSecret title={t("security.codes.shown")} note={t("security.codes.keep")} />
        <h3 className="font-semibold">{t(setup ? "security.setup.title" : "security.addApp.title")}</h3>
        <input type="hidden" name="step" value={setup ? "confirm" : "begin"} />
        {setup ? (
          <>
            <QrCode text={setup.address} label={t("security.setup.qr")} />
            <p className="text-table text-ink-2">{t("security.setup.text")}</p>
            <code dir="ltr" className="rounded-control bg-sunken px-2 py-1 font-mono text-table break-all">
              {setup.secret.match(/.{1,4}/g)?.join(" ")}
            </code>
            <Field label={t("security.setup.name")} name="name" maxLength={60} defaultValue={t("security.app")} />
            <Field
              label={t("security.setup.code")}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
            <div>
              <Submit>{t("security.setup.confirm")}</Submit>
            </div>
          </>
        ) : (
          <>
            <p className="text-table text-ink-2">{t("security.addApp.text")}</p>
            <ProofField kind={kind} id="app-proof" />
            <div>
              <Submit kind="secondary">{t("security.addApp.begin")}</Submit>
            </div>
          </>
        )}
      </ActionForm>
    </div>
  );
}

function AddPasskey({ kind }: { kind: Kind }) {
  const t = useTexts();
  return (
    <div className="panel min-w-0 p-4">
      <ClientTexts part="passkey">
        <ActionForm action={addOwnPasskey} label={t("security.addPasskey.title")} className="grid max-w-[480px] gap-3">
          <FormSecret title={t("security.codes.shown")} note={t("security.codes.keep")} />
          <h3 className="font-semibold">{t("security.addPasskey.title")}</h3>
          {passkeysArePossible() ? (
            <>
              <p className="text-table text-ink-2">{t("security.addPasskey.text")}</p>
              <Field
                id="passkey-name"
                label={t("security.addPasskey.name")}
                name="name"
                maxLength={60}
                defaultValue={t("security.passkey")}
              />
              <ProofField kind={kind} id="passkey-proof" />
              <div>
                <PasskeyButton ask={askNewPasskey} make>
                  {t("security.addPasskey.add")}
                </PasskeyButton>
              </div>
            </>
          ) : (
            <p className="text-table text-ink-2">{t("security.addPasskey.impossible")}</p>
          )}
        </ActionForm>
      </ClientTexts>
    </div>
  );
}

function Codes({ left, kind }: { left: number; kind: Kind }) {
  const t = useTexts();
  return (
    <Section title={t("security.codes.title")} lead={t("security.codes.lead")}>
      <ActionForm action={makeCodes} label={t("security.codes.new")} className="panel grid gap-3 p-4">
        <FormSecret title={t("security.codes.shown")} note={t("security.codes.keep")} />
        <p>{t("security.codes.left", { count: left })}</p>
        <div className="max-w-[480px]">
          <ProofField kind={kind} id="codes-proof" />
        </div>
        <div>
          <Submit kind="secondary">{t("security.codes.new")}</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}

function Accounts({ accounts, kind, linked }: { accounts: readonly LinkedAccount[]; kind: Kind; linked: string }) {
  const t = useTexts();
  const { providers } = environment().signIn;
  if (accounts.length === 0 && providers.length === 0) return null;
  const back = path(urls.profile("security"));
  return (
    <Section title={t("security.accounts.title")} lead={t("security.accounts.lead")}>
      <div className="grid gap-4">
        {linked === "here" ? <Callout tone="success">{t("security.accounts.here")}</Callout> : null}
        {linked === "elsewhere" ? <Callout tone="error">{t("security.accounts.elsewhere")}</Callout> : null}
        {accounts.length === 0 ? (
          <p className="panel p-4 text-ink-2">{t("security.accounts.none")}</p>
        ) : (
          <Table
            label={t("security.accounts.title")}
            columns={[
              { label: t("security.accounts.service") },
              { label: t("security.accounts.name") },
              { label: t("security.lastUsed"), wide: true },
              { label: t("security.accounts.unlink"), hidden: true },
            ]}
          >
            {accounts.map((account) => (
              <tr key={account.id}>
                <Cell head>
                  <span className="font-medium">{providerName(account.provider)}</span>
                </Cell>
                <Cell>
                  <bdi className="break-all">{account.name}</bdi>
                </Cell>
                <Cell wide>{account.lastUsedAt ? <RelativeTime at={account.lastUsedAt} /> : t("security.never")}</Cell>
                <Cell>
                  <Guarded
                    action={unlinkOwn}
                    id={account.id}
                    name="account"
                    kind={kind}
                    label={t("security.accounts.unlinkNamed", { provider: providerName(account.provider) })}
                  >
                    {t("security.accounts.unlink")}
                  </Guarded>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        <div className="flex flex-wrap gap-2">
          {providers.map(({ id, name }) => (
            <LinkButton key={id} href={path(urls.withProvider(id, back))}>
              {t("security.accounts.link", { provider: name })}
            </LinkButton>
          ))}
        </div>
      </div>
    </Section>
  );
}
