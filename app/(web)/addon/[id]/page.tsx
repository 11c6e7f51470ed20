import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { AddonFields } from "@/app/ui/addon-fields";
import { AddonLog } from "@/app/ui/addon-log";
import { addonWords } from "@/app/ui/addon-words";
import { CodeBlock } from "@/app/ui/code-block";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can } from "@/lib/domain/access/demand";
import type { Published } from "@/lib/domain/addons/addon";
import { offeredFields } from "@/lib/domain/addons/form-choices";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { findAddonType } from "@/lib/domain/addons/registry";
import { urls } from "@/lib/urls";
import { configure, runNow, uninstall } from "./actions";
import { addonCrumbs, addonTitle, findShown, homeOf, nameOf } from "./addon-home";
import { MessagesSection } from "./messages-section";

export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  return { title: (await addonTitle(params)) ?? (await getTexts())("addons.pageTitle") };
}

/** An installed add-on: its settings, what it would do, what it did. */
export default async function AddonPage({ params }: { params: Promise<{ id: string }> }) {
  return guarded(async () => {
    return InstalledAddon({ row: await findShown((await params).id) });
  });
}

const isScript = ({ entry }: Published): boolean => entry?.endsWith(".js") ?? false;

const leadOf = (published: Published) => (isScript(published) ? "addons.published.script" : "addons.published.lead");

/** Where programs begin to read what an add-on publishes; for a script the element that loads it. */
function entryOf(address: string, published: Published): string {
  const url = published.entry ? urls.publishedFile(address, published.entry) : urls.manifest(address);
  return isScript(published) ? `<script src="${url}" async></script>` : url;
}

/** One installed add-on: its settings, what it did, and its removal. */
async function InstalledAddon({ row }: { row: AddonRow }) {
  const t = await getTexts();
  const addon = findAddonType(row.name);
  const name = nameOf(t, row);
  const actor = await currentActor();
  const fields = addon ? await offeredFields(actor, addon, row.inProject, row.configuration) : [];
  return (
    <Page
      title={name}
      crumbs={addonCrumbs(t, row)}
      lead={addon && addonWords(t, addon).description}
      narrow
      actions={
        row.projectSlug !== null || can(actor, "management.use") ? (
          <LinkButton href={homeOf(t, row).saves}>{t("settingsSaves.title")}</LinkButton>
        ) : undefined
      }
    >
      <Section id="settings" title={t("common.settings")}>
        {fields.length > 0 ? (
          <ActionForm
            action={configure.bind(null, row.id)}
            label={t("common.settings")}
            className="panel grid grid-cols-1 gap-4 p-5"
          >
            <AddonFields addon={row.name} fields={fields} values={row.configuration} />
            <div className="flex flex-wrap gap-3">
              <Submit>{t("common.saveSettings")}</Submit>
              {addon?.preview ? (
                <Submit kind="secondary" name="plan" value="on">
                  {t("addons.showPlan")}
                </Submit>
              ) : null}
            </div>
          </ActionForm>
        ) : (
          <p className="text-ink-2">{t("addons.noSettings")}</p>
        )}
      </Section>
      {addon?.publishes ? (
        <Section id="published" title={t("addons.published.title")} lead={t(leadOf(addon.publishes))}>
          {row.state.public ? (
            <CodeBlock text={entryOf(row.state.public, addon.publishes)} />
          ) : (
            <p>{t("addons.published.none")}</p>
          )}
        </Section>
      ) : null}
      {addon?.messages ? <MessagesSection row={row} /> : null}
      <Section id="activity" title={t("addons.activity")} lead={t("addons.activityLead")}>
        <AddonLog
          lines={row.state.log ?? []}
          none={t(
            addon?.perform ? "addons.noActivity" : addon?.messages ? "addons.noFailures" : "addons.noActivityYet",
          )}
        />
        {addon?.perform ? (
          <ActionForm action={runNow.bind(null, row.id)} label={t("addons.runNow")} className="mt-3 grid gap-3">
            <div>
              <Submit kind="secondary">{t("addons.runNow")}</Submit>
            </div>
          </ActionForm>
        ) : null}
      </Section>
      <details className="rounded-panel border border-failing bg-surface">
        <summary className="flex min-h-11 list-none items-center px-4 font-medium text-failing">
          {t("addons.openRemove")}
        </summary>
        <div className="border-t border-line p-4">
          <p className="mb-3">{t("addons.removeText")}</p>
          <ActionForm action={uninstall.bind(null, row.id)} label={t("addons.removeThis")}>
            <Submit kind="danger">{t("addons.remove", { name })}</Submit>
          </ActionForm>
        </div>
      </details>
    </Page>
  );
}
