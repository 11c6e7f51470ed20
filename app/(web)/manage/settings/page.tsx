import type { TextKey } from "#texts";
import { Callout, type Tone } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { environmentWords } from "@/app/ui/environment-words";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import type { Risk } from "@/lib/domain/settings/examine";
import { installationRisks, installationSettings } from "@/lib/domain/settings/installation";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { MailSection } from "./mail-section";
import { RegistrationForm } from "./registration-form";

export const generateMetadata = titled("manage.settings.title");

const RISKS = {
  open: ["manage.settings.risk.open", "warning"],
  exposed: ["manage.settings.risk.exposed", "error"],
  fragile: ["manage.settings.risk.fragile", "warning"],
} as const satisfies Record<Risk["kind"], readonly [TextKey, Tone]>;

/** What is set for the whole installation: here, and where it was started. */
export default async function SiteSettingsPage() {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const settings = installationSettings(actor);
    const risks = await installationRisks(actor);
    return (
      <Page
        title={t("manage.settings.title")}
        actions={<LinkButton href={path(urls.siteSettingsChanges())}>{t("settingsSaves.title")}</LinkButton>}
      >
        <RegistrationForm />
        <MailSection />
        <Section title={t("manage.settings.risks")} lead={t("manage.settings.risksLead")}>
          <div className="grid gap-3">
            {risks.length === 0 ? <Callout tone="success">{t("manage.settings.noRisks")}</Callout> : null}
            {risks.map(({ kind, what, remedy }) => (
              <Callout key={what.key} tone={RISKS[kind][1]} title={t(RISKS[kind][0])}>
                <p className="break-words">{sayRefusal(t, what)}</p>
                <p className="break-words text-ink-2">{sayRefusal(t, remedy)}</p>
              </Callout>
            ))}
          </div>
        </Section>
        <Section title={t("manage.settings.environment")} lead={t("manage.settings.environmentLead")}>
          <Table
            quiet
            label={t("manage.settings.environment")}
            columns={[
              { label: t("manage.settings.variable") },
              { label: t("manage.settings.value") },
              { label: t("manage.settings.source"), wide: true },
            ]}
          >
            {settings.map((setting) => (
              <tr key={setting.name} className="hover:bg-sunken">
                <Cell head className="max-w-[52ch]">
                  <code dir="ltr" className="font-mono text-meta break-all">
                    {setting.name}
                  </code>
                  <span className="block text-meta text-ink-3">{environmentWords(t, setting).about}</span>
                </Cell>
                <Cell className="max-w-[36ch]">
                  {setting.given && setting.value === undefined ? (
                    <span className="text-ink-2">{t("manage.settings.secret")}</span>
                  ) : (
                    <bdi className="break-all">{setting.value ?? (environmentWords(t, setting).without || "–")}</bdi>
                  )}
                </Cell>
                <Cell wide className="text-ink-2">
                  {t(setting.given ? "manage.settings.fromEnvironment" : "manage.settings.byDefault")}
                </Cell>
              </tr>
            ))}
          </Table>
        </Section>
      </Page>
    );
  });
}
