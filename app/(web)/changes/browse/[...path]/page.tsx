import type { Metadata } from "next";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { feedOf } from "@/app/ui/feed-link";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { decodedPath, type PathObject } from "@/lib/domain/translations/resolve-path";
import { HistoryPage } from "../../history-page";

const title = titledPlace("common.changes");

export async function generateMetadata(input: PathPageInput): Promise<Metadata> {
  return { ...(await title(input)), ...feedOf(await getTexts(), (await input.params).path.map(decodeURIComponent)) };
}

/** What the filters say of a place, and its name. */
function aboutPlace(t: Texts, place: PathObject) {
  const project = place.project.slug;
  const componentOf = ({ categoryPath, slug }: { categoryPath: string; slug: string }) =>
    [categoryPath, slug].filter(Boolean).join("/");
  switch (place.kind) {
    case "project":
      return { name: place.project.name, fields: { project } };
    case "project-language":
      return {
        name: `${place.project.name}, ${languageNames(t).of(place.language.name)}`,
        fields: { project, language: place.language.code },
      };
    case "category":
      return { name: place.category.name, fields: { project, component: place.category.path } };
    case "component":
      return { name: place.component.name, fields: { project, component: componentOf(place.component) } };
    case "translation":
      return {
        name: `${place.component.name}, ${languageNames(t).of(place.translation.language.name)}`,
        fields: { project, component: componentOf(place.component), language: place.translation.language.code },
      };
  }
}

/** The history of a project, a category, a component or a translation. */
export default async function PlaceHistoryPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const t = await getTexts();
    const { path } = await params;
    const place = await currentObject(path);
    const { name, fields } = aboutPlace(t, place);
    const crumbs = crumbsBelow(t, place, t("common.changes"));
    return HistoryPage({ searchParams, place: { slugs: decodedPath(path), fields, name, crumbs } });
  });
}
