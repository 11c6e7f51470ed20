import type { StateNumbers } from "@/lib/text/by-state";
import { anonymousActor } from "../../access/actor";
import { noCounters, readCounter } from "../../counters/read-counters";
import { projectLanguageCounters, visibleCounter } from "../../statistics/visible";
import type { PathObject } from "../../translations/resolve-path";

/**
 * How many strings a place has by state, in all its languages and as far as strangers may see them: the numbers of its
 * page, for images of it that anybody may keep.
 */
export async function publicNumbers(place: PathObject): Promise<StateNumbers> {
  const stranger = await anonymousActor();
  switch (place.kind) {
    case "project":
      return visibleCounter(stranger, "project", place.project.id);
    case "project-language":
      return (await projectLanguageCounters(stranger, place.project.id, place.language.id)) ?? noCounters();
    case "category":
      return visibleCounter(stranger, "category", place.category.id);
    case "component":
      return readCounter("component", place.component.id);
    case "translation":
      return readCounter("translation", place.translation.id);
  }
}
