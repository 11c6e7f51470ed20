import type { Texts } from "#texts";
import { projectsCrumb } from "@/app/ui/crumbs";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path } from "@/app/ui/paths";
import type { Choice } from "@/app/ui/select";
import type { Actor } from "@/lib/domain/access/actor";
import { throwDenial } from "@/lib/domain/access/demand";
import { type ListedPlace, listComponentPlaces } from "@/lib/domain/creation/component-places";
import { urls } from "@/lib/urls";

/** Places that somebody may add components to, and the one that was asked for. */
export async function ownPlaces(
  actor: Actor,
  asked: string,
): Promise<{ places: ListedPlace[]; chosen: ListedPlace | undefined }> {
  const places = await listComponentPlaces(actor, asked);
  return { places, chosen: places.find((place) => place.path === asked) };
}

/** The same for pages that are of no use without one. @throws Forbidden; Unauthenticated */
export async function somePlaces(t: Texts, actor: Actor, asked: string) {
  const { places, chosen = places[0] } = await ownPlaces(actor, asked);
  if (!chosen)
    throwDenial({
      reason: actor.isAnonymous ? "not-signed-in" : "missing-permission",
      permission: "project.edit",
      text: t("createFromFiles.noProject"),
    });
  return { places, chosen: chosen as ListedPlace };
}

export const placeChoices = (places: readonly ListedPlace[]): Choice[] =>
  places.map(({ path: value, names }) => ({ value, label: names.join(" / ") }));

/** The way to a page of the wizard. */
export function wizardCrumbs(t: Texts, place: ListedPlace | undefined, label?: string): Crumb[] {
  return [
    projectsCrumb(t),
    ...(place ? [{ label: place.names.join(" / "), href: path(urls.page(place.path.split("/"))) }] : []),
    label
      ? { label: t("newComponent.title"), href: path(urls.newComponent(undefined, place?.path)) }
      : { label: t("newComponent.title") },
    ...(label ? [{ label }] : []),
  ];
}
