import type { Texts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import type { Crumb } from "./path-crumbs";
import { path } from "./paths";

/** The crumb that pages of projects begin with. */
export function projectsCrumb(t: Texts): Crumb {
  return { label: t("common.projects"), href: "/projects/" };
}

/** A crumb that is a link. */
interface LinkCrumb {
  label: string;
  href: string;
}

/** Crumbs of categories, each within the one before it. */
export function categoryCrumbs(projectSlug: string, categoryPath: string, names: readonly string[]): LinkCrumb[] {
  const slugs = categoryPath === "" ? [] : categoryPath.split("/");
  return slugs.map((slug, index) => ({
    label: names[index] ?? slug,
    href: path(urls.page([projectSlug, ...slugs.slice(0, index + 1)])),
  }));
}

type CrumbComponent = { project: { slug: string; name: string } } & Pick<
  ComponentRow,
  "categoryPath" | "categoryNames" | "slug" | "name"
>;

/** Crumbs from a project down to a component, without the project. */
export function componentTrail(component: CrumbComponent): LinkCrumb[] {
  return [
    ...categoryCrumbs(component.project.slug, component.categoryPath, component.categoryNames),
    { label: component.name, href: path(urls.component(addressOf(component)).web) },
  ];
}

/** Crumbs down to a component, each a link. */
export function componentCrumbs(t: Texts, component: CrumbComponent): Crumb[] {
  return [
    projectsCrumb(t),
    { label: component.project.name, href: path(urls.project(component.project.slug).web) },
    ...componentTrail(component),
  ];
}

/** Crumbs to the page of a place; the last part is the page. */
export function placeCrumbs(t: Texts, place: PathObject): Crumb[] {
  const project: Crumb = { label: place.project.name, href: path(urls.project(place.project.slug).web) };
  switch (place.kind) {
    case "project":
      return [projectsCrumb(t), { label: place.project.name }];
    case "project-language":
      return [projectsCrumb(t), project, { label: languageNames(t).of(place.language.name) }];
    case "category":
      return [
        projectsCrumb(t),
        project,
        ...categoryCrumbs(place.project.slug, place.category.path, place.category.names).slice(0, -1),
        { label: place.category.name },
      ];
    case "component":
      return [...componentCrumbs(t, place.component).slice(0, -1), { label: place.component.name }];
    case "translation":
      return [...componentCrumbs(t, place.component), { label: languageNames(t).of(place.translation.language.name) }];
  }
}

/** Crumbs to a page beneath the page of a place, which is a link then. */
export function crumbsBelow(t: Texts, place: PathObject, label: string): Crumb[] {
  const crumbs = placeCrumbs(t, place);
  return [...crumbs.slice(0, -1), { label: crumbs.at(-1)?.label ?? "", href: path(placePage(place)) }, { label }];
}

/** The page of a place. */
export function placePage(place: PathObject): string {
  switch (place.kind) {
    case "project":
      return urls.project(place.project.slug).web;
    case "project-language":
      return urls.page([place.project.slug, "-", place.language.code]);
    case "category":
      return urls.page([place.project.slug, ...place.category.path.split("/")]);
    case "component":
      return urls.component(addressOf(place.component)).web;
    case "translation":
      return urls.translation(translationAddress(place.translation)).web;
  }
}
