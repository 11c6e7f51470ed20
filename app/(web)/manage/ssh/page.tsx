import { ActionForm } from "@/app/ui/action-form";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { demand } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { listHostKeys } from "@/lib/domain/ssh/hosts";
import { installationKey } from "@/lib/domain/ssh/keys";
import { urls } from "@/lib/urls";
import { KeyPanel } from "../../ssh/key-panel";
import { addHost, forget, renewSiteKey } from "./actions";

export const generateMetadata = titled("ssh.crumb");

/** The SSH key of the installation, and the hosts that it trusts. */
export default async function SshPage() {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    demand(actor, "management.use");
    const key = await installationKey(actor).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    const hosts = await listHostKeys(actor);
    return (
      <Page
        title={t("ssh.title")}
        crumbs={[{ label: t("common.management"), href: path(urls.manage()) }, { label: t("ssh.crumb") }]}
        lead={t("ssh.lead")}
      >
        <Section title={t("ssh.siteKey")} lead={t("ssh.siteKeyLead")}>
          {key ? <KeyPanel view={key} /> : null}
          <ActionForm action={renewSiteKey} className="mt-3" label={t("ssh.siteKey")}>
            <Submit kind="secondary">{key ? t("ssh.renew") : t("ssh.make")}</Submit>
            {key ? <p className="mt-2 text-table text-ink-2">{t("ssh.renewHint")}</p> : null}
          </ActionForm>
        </Section>
        <Section title={t("ssh.hosts")} lead={t("ssh.hostsLead")}>
          {hosts.length === 0 ? (
            <EmptyState title={t("ssh.noHosts")}>{t("ssh.noHostsText")}</EmptyState>
          ) : (
            <Table
              label={t("ssh.hosts")}
              columns={[{ label: t("ssh.host") }, { label: t("ssh.known"), wide: true }, { label: "" }]}
            >
              {hosts.map((host) => (
                <tr key={host.id} className="hover:bg-sunken">
                  <Cell head>
                    <bdi className="break-all font-mono">{host.host}</bdi>
                    <span className="block break-all font-normal text-meta text-ink-3">
                      {host.type} <bdi className="font-mono">{host.fingerprint}</bdi>
                    </span>
                  </Cell>
                  <Cell wide>
                    <RelativeTime at={host.pinnedAt} />
                  </Cell>
                  <Cell>
                    <ActionForm
                      action={forget.bind(null, host.host)}
                      label={t("ssh.forgetHost", { host: host.host })}
                      className="text-end"
                    >
                      <Submit kind="secondary" small aria-label={t("ssh.forgetHost", { host: host.host })}>
                        {t("ssh.forget")}
                      </Submit>
                    </ActionForm>
                  </Cell>
                </tr>
              ))}
            </Table>
          )}
          <ActionForm action={addHost} className="panel mt-4 grid gap-3 p-4" label={t("ssh.addHost")}>
            <Field
              label={t("ssh.line.label")}
              name="line"
              dir="ltr"
              autoComplete="off"
              hint={t("ssh.line.hint")}
              required
            />
            <div>
              <Submit kind="secondary">{t("ssh.addHost")}</Submit>
            </div>
          </ActionForm>
        </Section>
      </Page>
    );
  });
}
