import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { SavesPage } from "@/app/ui/settings-saves/saves-page";

export const generateMetadata = titledPlace("settingsSaves.title");

/** Saves of the settings of a project, category or component, each with what it changed, and putting one back. */
export default async function SettingsChangesPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "project" && place.kind !== "category" && place.kind !== "component") return leadTo(place);
    const { name } =
      place.kind === "component" ? place.component : place.kind === "category" ? place.category : place.project;
    // Called, not rendered: what it refuses is caught here and shown with its reason.
    return SavesPage({
      place,
      title: t("settingsSaves.titleOf", { name }),
      crumbs: crumbsBelow(t, place, t("settingsSaves.title")),
      asked: await searchParams,
    });
  });
}
