import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { DefaultsPage } from "@/app/ui/shared-settings/defaults-page";
import { decodedPath } from "@/lib/domain/translations/resolve-path";

export const generateMetadata = titledPlace("defaults.title");

/** Settings that components of a project or a category follow. */
export default async function PlaceDefaultsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const { path: segments } = await params;
    const place = await currentObject(segments);
    if (place.kind !== "project" && place.kind !== "category") return leadTo(place);
    const asked = await searchParams;
    // Called, not rendered: what it refuses is caught here and shown with its reason.
    return DefaultsPage({
      owner: place,
      slugs: decodedPath(segments).join("/"),
      crumbs: crumbsBelow(t, place, t("defaults.title")),
      asked: { plan: one(asked.plan), saved: one(asked.saved), all: one(asked.all) },
    });
  });
}
