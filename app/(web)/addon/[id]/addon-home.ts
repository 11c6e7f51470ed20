import type { Texts } from "#texts";
import { addonWords } from "@/app/ui/addon-words";
import { componentCrumbs, projectsCrumb } from "@/app/ui/crumbs";
import { getTexts } from "@/app/ui/page-texts";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path, sideOf } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addonForChange, findAddon } from "@/lib/domain/addons/addons";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { findAddonType } from "@/lib/domain/addons/registry";
import { NotFound } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";

/** The add-on that an address names. @throws NotFound; Forbidden for whom may see its place, and not manage add-ons there */
export async function findShown(id: string): Promise<AddonRow> {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound("There is no such add-on.");
  const actor = await currentActor();
  await addonForChange(actor, Number(id));
  return findAddon(actor, Number(id));
}

/** What an installed add-on is called. */
export function nameOf(t: Texts, row: Pick<AddonRow, "name">): string {
  const addon = findAddonType(row.name);
  return addon ? addonWords(t, addon).name : row.name;
}

/** Where an add-on is installed, and where the add-ons of that place are. */
export function homeOf(
  t: Texts,
  { projectSlug, projectName, categoryPath, componentSlug, componentName }: AddonRow,
): {
  label: string;
  href: string;
  addons: string;
  /** Where the saves of its settings are listed. */
  saves: string;
} {
  if (projectSlug === null)
    return {
      ...{ label: t("common.management"), href: path(urls.manage()) },
      ...{ addons: path(urls.siteAddons()), saves: path(urls.siteSettingsChanges()) },
    };
  const home =
    componentSlug === null ? urls.project(projectSlug) : urls.component({ projectSlug, categoryPath, componentSlug });
  return {
    ...{ label: componentName ?? projectName ?? projectSlug, href: path(home.web), addons: path(home.addons) },
    saves: sideOf(home.web, "settings-changes"),
  };
}

/** The crumbs above the place where an add-on is installed. */
function around(t: Texts, row: AddonRow): Crumb[] {
  const { projectSlug, projectName, categoryPath, categoryNames, componentSlug, componentName } = row;
  if (projectSlug === null) return [];
  if (componentSlug === null) return [projectsCrumb(t)];
  const project = { slug: projectSlug, name: projectName ?? projectSlug };
  const component = { project, categoryPath, categoryNames, slug: componentSlug, name: componentName ?? componentSlug };
  return componentCrumbs(t, component).slice(0, -1);
}

/** The way to the page of an add-on. @param linked true for pages below it */
export function addonCrumbs(t: Texts, row: AddonRow, linked = false): Crumb[] {
  const home = homeOf(t, row);
  const label = nameOf(t, row);
  return [
    ...around(t, row),
    { label: home.label, href: home.href },
    { label: t("common.addons"), href: home.addons },
    linked ? { label, href: path(urls.addonPage(row.id)) } : { label },
  ];
}

/** Titles of the pages of an add-on: what it is called, and where it is. */
export async function addonTitle(params: Promise<{ id: string }>): Promise<string | undefined> {
  const t = await getTexts();
  const row = await findShown((await params).id).catch(() => undefined);
  return row && `${nameOf(t, row)} · ${homeOf(t, row).label}`;
}
