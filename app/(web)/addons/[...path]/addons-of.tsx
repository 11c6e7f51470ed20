import type { Texts } from "#texts";
import { AddonCard } from "@/app/ui/addon-card";
import { addonWords } from "@/app/ui/addon-words";
import { componentCrumbs, projectsCrumb } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { type AddonTarget, addonsAt, inheritedAddons, installableAddons } from "@/lib/domain/addons/addons";
import { addressOf } from "@/lib/domain/components/components";
import { urls } from "@/lib/urls";
import { InstallPage } from "./install-page";

function about(t: Texts, place: AddonTarget) {
  if ("component" in place)
    return {
      name: place.component.name,
      crumbs: componentCrumbs(t, place.component),
      address: path(urls.component(addressOf(place.component)).addons),
    };
  if ("everywhere" in place)
    return {
      name: t("addons.everyProject"),
      crumbs: [{ label: t("common.management"), href: path(urls.manage()) }],
      address: path(urls.siteAddons()),
    };
  const home = path(urls.project(place.project.slug).web);
  return {
    name: place.project.name,
    crumbs: [projectsCrumb(t), { label: place.project.name, href: home }],
    address: path(urls.project(place.project.slug).addons),
  };
}

/** Add-ons of a place: what is installed, what comes from elsewhere, what could be installed. */
export async function AddonsOf({ place, wanted }: { place: AddonTarget; wanted: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [installed, inherited, offered] = await Promise.all([
    addonsAt(actor, place),
    inheritedAddons(actor, place),
    installableAddons(actor, place),
  ]);
  const { name, crumbs, address } = about(t, place);
  const choices = offered.map((addon) => ({ id: addon.id, ...addonWords(t, addon) }));
  const chosen = offered.find((addon) => addon.id === wanted);
  if (chosen) return InstallPage({ addon: chosen, place, name, crumbs, address });
  return (
    <Page
      title={"everywhere" in place ? t("addons.everywhereTitle") : t("addons.title", { name })}
      crumbs={[...crumbs, { label: t("common.addons") }]}
      lead={"everywhere" in place ? t("addons.everywhereLead") : t("addons.lead")}
    >
      <Section id="installed" title={t("addons.installed")}>
        {installed.length === 0 ? (
          <EmptyState title={t("addons.noneInstalled")}>
            {offered.length > 0 ? t("addons.noneInstalledText") : t("addons.noneAvailable")}
          </EmptyState>
        ) : (
          <div className="grid gap-3">
            {installed.map((row) => (
              <AddonCard key={row.id} row={row} />
            ))}
          </div>
        )}
      </Section>
      {inherited.length > 0 ? (
        <Section id="inherited" title={t("addons.installedElsewhere")} lead={t("addons.elsewhereLead")}>
          <div className="grid gap-3">
            {inherited.map(({ row, manageable }) => (
              <AddonCard key={row.id} row={row} elsewhere manageable={manageable} />
            ))}
          </div>
        </Section>
      ) : null}
      {offered.length > 0 ? (
        <Section id="offered" title={t("addons.available")}>
          <ul className="panel divide-y divide-line">
            {choices.map((addon) => (
              <li key={addon.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
                <div className="min-w-0 grow basis-72">
                  <h3 className="font-semibold">{addon.name}</h3>
                  <p className="max-w-[72ch] text-ink-2">{addon.description}</p>
                </div>
                <LinkButton
                  small
                  href={`${address}?install=${encodeURIComponent(addon.id)}`}
                  label={t("addons.installNamed", { addon: addon.name })}
                >
                  {t("addons.openInstall")}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}
