import type { Metadata } from "next";
import { languageNames } from "@/app/ui/language-names";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { currentObject } from "./current-object";
import { getTexts, type TextKey, type Texts } from "./page-texts";

/** Titles of pages below an object, as tabs and bookmarks of a browser show them: the page, then what it is about. */

/** What a place is called in titles: itself first, its project last. */
export function placeTitle(t: Texts, place: PathObject): string {
  const project = place.project.name;
  const names = languageNames(t);
  switch (place.kind) {
    case "project":
      return project;
    case "project-language":
      return `${names.of(place.language.name)} · ${project}`;
    case "category":
      return insideOut([project, ...place.category.names]);
    case "component":
      return insideOut([project, ...place.component.categoryNames, place.component.name]);
    case "translation":
      return insideOut([
        ...[project, ...place.component.categoryNames, place.component.name],
        names.of(place.translation.language.name),
      ]);
  }
}

const insideOut = (names: readonly string[]): string => [...names].reverse().join(" · ");

/** What Next hands to a page below an object: the segments of its address under one name or another. */
interface PlaceInput {
  params: Promise<{ path?: string | string[]; project?: string | string[] }>;
}

/**
 * `generateMetadata` of a page below an object, whose title is one message. What cannot be found is told by the page itself.
 * @param ahead segments of the address that come before the object
 */
export function titledPlace(key: TextKey, ahead = 0): (input: PlaceInput) => Promise<Metadata> {
  return async ({ params }) => {
    const t = await getTexts();
    const { path, project } = await params;
    const segments = [path ?? project ?? []].flat().slice(ahead);
    const place = segments.length > 0 ? await currentObject(segments).catch(() => undefined) : undefined;
    return { title: place ? `${t(key)} · ${placeTitle(t, place)}` : t(key) };
  };
}
