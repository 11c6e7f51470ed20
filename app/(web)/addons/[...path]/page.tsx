import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { titledPlace } from "@/app/ui/place-title";
import { AddonsOf } from "./addons-of";

export const generateMetadata = titledPlace("common.addons");

/** Add-ons of a project or component: installed here and above, and those that can be installed. */
export default async function AddonsPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const wanted = one((await searchParams).install);
    if (place.kind === "project") return AddonsOf({ place: { project: place.project }, wanted });
    if (place.kind === "component") return AddonsOf({ place: { component: place.component }, wanted });
    return leadTo(place);
  });
}
