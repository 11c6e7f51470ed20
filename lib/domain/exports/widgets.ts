import { languageBars, statusBadge } from "@/lib/text/badge";
import { refusal } from "@/lib/text/messages/refusal";
import { anonymousActor } from "../access/actor";
import { percent } from "../counters/read-counters";
import { NotFound } from "../errors";
import type { ActivityPlace } from "../statistics/activity";
import { statesByLanguage } from "../statistics/forecast";
import { decodedPath, type PathObject, resolvePath } from "../translations/resolve-path";

/** Names of the images. */
export const WIDGETS = ["status-badge.svg", "languages.svg"] as const;

const MOST_BARS = 60;

/** Where the numbers of a place are. @throws NotFound for a category, which has none of its own here */
export function activityPlaceOf(place: PathObject): ActivityPlace {
  switch (place.kind) {
    case "project":
      return { projectId: place.project.id };
    case "project-language":
      return { projectId: place.project.id, languageId: place.language.id };
    case "component":
      return { componentId: place.component.id };
    case "translation":
      return { componentId: place.component.id, languageId: place.translation.languageId };
    case "category":
      throw new NotFound(refusal("categoriesNoStatistics"));
  }
}

/** The name of a place, from the project inwards. */
export function nameOfPlace(place: PathObject): string {
  const parts = [place.project.name];
  if (place.kind === "category") parts.push(place.category.name);
  if ("component" in place) parts.push(place.component.name);
  if (place.kind === "project-language") parts.push(place.language.name);
  if (place.kind === "translation") parts.push(place.translation.language.name);
  return parts.join(" · ");
}

/**
 * An image of how far the work on something is. Whoever asks gets what strangers may see: it may be kept anywhere.
 * @param segments the object's path, then the name of an image
 * @param label stands before the percentage of a badge
 * @throws NotFound
 */
export async function readWidget(segments: readonly string[], label?: string): Promise<string> {
  const path = decodedPath(segments);
  const image = WIDGETS.find((name) => name === path.at(-1));
  if (!image) throw new NotFound(refusal("noImageName", { widgets: WIDGETS.join(", ") }));
  const stranger = await anonymousActor();
  const place = await resolvePath(stranger, path.slice(0, -1));
  const languages = await statesByLanguage(stranger, activityPlaceOf(place));
  const share = (part: number, total: number) => Math.floor(percent(part, total));
  if (image === "status-badge.svg") {
    const sum = (key: "translated" | "total") => languages.reduce((all, language) => all + language[key], 0);
    return statusBadge(label || "translated", share(sum("translated"), sum("total")));
  }
  const bars = languages
    .map(({ name, translated, total }) => ({ name, percent: share(translated, total) }))
    .sort((a, b) => b.percent - a.percent)
    .slice(0, MOST_BARS);
  return languageBars(nameOfPlace(place), bars);
}
