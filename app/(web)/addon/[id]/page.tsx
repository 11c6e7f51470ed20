import { ActionForm } from "@/app/ui/action-form";
import { AddonFields } from "@/app/ui/addon-fields";
import { AddonLog } from "@/app/ui/addon-log";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { findAddon } from "@/lib/domain/addons/addons";
import { settingsFields } from "@/lib/domain/addons/form";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { findAddonType } from "@/lib/domain/addons/registry";
import { NotFound } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { configure, uninstall } from "./actions";

export const generateMetadata = titled("addons.pageTitle");

export default async function AddonPage({ params }: { params: Promise<{ id: string }> }) {
  return guarded(async () => {
    const { id } = await params;
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound("There is no such add-on.");
    return InstalledAddon({ row: await findAddon(await currentActor(), Number(id)) });
  });
}

/** Where it is installed, for the crumbs. */
function homeOf(row: AddonRow): { label: string; href: string; addons: string } {
  const urlsOf =
    row.componentSlug === null
      ? urls.project(row.projectSlug)
      : urls.component({
          projectSlug: row.projectSlug,
          categoryPath: row.categoryPath,
          componentSlug: row.componentSlug,
        });
  return { label: row.componentSlug ?? row.projectSlug, href: path(urlsOf.web), addons: path(urlsOf.addons) };
}

/** One installed add-on: its settings, what it did, and its removal. */
async function InstalledAddon({ row }: { row: AddonRow }) {
  const t = await getTexts();
  const addon = findAddonType(row.name);
  const name = addon?.name ?? row.name;
  const home = homeOf(row);
  const fields = addon ? settingsFields(addon) : [];
  return (
    <Page
      title={name}
      crumbs={[
        projectsCrumb(t),
        { label: home.label, href: home.href },
        { label: t("common.addons"), href: home.addons },
        { label: name },
      ]}
      lead={addon?.description}
      narrow
    >
      <Section id="settings" title={t("common.settings")}>
        {fields.length > 0 ? (
          <ActionForm
            action={configure.bind(null, row.id)}
            label={t("common.settings")}
            className="panel grid gap-4 p-5"
          >
            <AddonFields fields={fields} values={row.configuration} />
            <div>
              <Submit>{t("common.saveSettings")}</Submit>
            </div>
          </ActionForm>
        ) : (
          <p className="text-ink-2">{t("addons.noSettings")}</p>
        )}
      </Section>
      <Section id="activity" title={t("addons.activity")} lead={t("addons.activityLead")}>
        <AddonLog lines={row.state.log ?? []} />
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
