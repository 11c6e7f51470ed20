import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { titledPlace } from "@/app/ui/place-title";
import { CategorySettings } from "./category-settings";
import { ComponentSettings } from "./component-settings";
import { ProjectSettings } from "./project-settings";

export const generateMetadata = titledPlace("common.settings");

/** Settings of a project, category, component or translation. */
export default async function SettingsPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const find = one((await searchParams).find);
    const place = await currentObject((await params).path);
    // Called, not rendered: what they refuse is caught here and shown with its reason.
    if (place.kind === "project") return ProjectSettings({ project: place.project, find });
    if (place.kind === "component") return ComponentSettings({ component: place.component, find });
    if (place.kind === "category") return CategorySettings({ place });
    return leadTo(place);
  });
}
