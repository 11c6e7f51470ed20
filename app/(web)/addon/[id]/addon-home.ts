import type { Texts } from "#texts";
import { projectsCrumb } from "@/app/ui/crumbs";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findAddon } from "@/lib/domain/addons/addons";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { findAddonType } from "@/lib/domain/addons/registry";
import { NotFound } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";

/** The add-on that an address names. @throws NotFound */
export async function findShown(id: string): Promise<AddonRow> {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound("There is no such add-on.");
  return findAddon(await currentActor(), Number(id));
}

/** Where an add-on is installed, and where the add-ons of that place are. */
export function homeOf(
  t: Texts,
  { projectSlug, categoryPath, componentSlug }: AddonRow,
): {
  label: string;
  href: string;
  addons: string;
} {
  if (projectSlug === null)
    return { label: t("common.management"), href: path(urls.manage()), addons: path(urls.siteAddons()) };
  const home =
    componentSlug === null ? urls.project(projectSlug) : urls.component({ projectSlug, categoryPath, componentSlug });
  return { label: componentSlug ?? projectSlug, href: path(home.web), addons: path(home.addons) };
}

/** The way to the page of an add-on. @param linked true for pages below it */
export function addonCrumbs(t: Texts, row: AddonRow, linked = false): Crumb[] {
  const home = homeOf(t, row);
  const label = findAddonType(row.name)?.name ?? row.name;
  return [
    ...(row.projectSlug === null ? [] : [projectsCrumb(t)]),
    { label: home.label, href: home.href },
    { label: t("common.addons"), href: home.addons },
    linked ? { label, href: path(urls.addonPage(row.id)) } : { label },
  ];
}
