import { CategoryForm } from "@/app/ui/category-form";
import { crumbsBelow, placePage } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path, sideOf } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { findCategory } from "@/lib/domain/categories/categories";
import { listComponentPlaces } from "@/lib/domain/creation/component-places";
import { marksOf } from "@/lib/domain/stale";
import { urls } from "@/lib/urls";
import { saveCategory } from "./category-actions";
import { RemoveLink } from "./remove-link";

/** Name and place of a category; what its components follow stands on a page of its own. */
export async function CategorySettings({ place }: { place: ObjectOf<"category"> }) {
  const t = await getTexts();
  const actor = await currentActor();
  demand(actor, "project.edit", { project: place.project });
  const slugs = [place.project.slug, ...place.category.path.split("/")];
  const own = slugs.join("/");
  const [category, places] = await Promise.all([
    findCategory(actor, place.category.id),
    listComponentPlaces(actor, place.project.slug),
  ]);
  const { name, slug } = category;
  const above = slugs.slice(0, -1).join("/");
  const seen = marksOf({ name, slug, parentId: category.parentId, project: category.projectSlug });
  return (
    <Page
      title={t("category.settingsOf", { category: name })}
      crumbs={crumbsBelow(t, place, t("common.settings"))}
      narrow
      actions={
        <>
          <LinkButton href={path(urls.below("component-defaults", slugs))}>{t("defaults.title")}</LinkButton>
          <LinkButton href={path(urls.below("settings-changes", slugs))}>{t("settingsSaves.title")}</LinkButton>
        </>
      }
    >
      <CategoryForm
        action={saveCategory.bind(null, category.id, seen)}
        // A category cannot stand in itself.
        places={places.filter(({ path: one }) => one !== own && !one.startsWith(`${own}/`))}
        place={above}
        name={name}
        slug={slug}
        submit={t("common.saveSettings")}
      />
      <RemoveLink name={name} href={sideOf(placePage(place), "remove")} what={t("removal.lead.category")} />
    </Page>
  );
}
