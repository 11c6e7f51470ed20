import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { titledPlace } from "@/app/ui/place-title";
import { ComponentRepository } from "./component-repository";
import { ProjectRepository } from "./project-repository";

export const generateMetadata = titledPlace("common.repository");

/** The repository of a component, or all those of a project: where it stands, and what can be done. */
export default async function RepositoryPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const parameters = await searchParams;
    // Called, not rendered: what they refuse is caught here and shown with its reason.
    if (place.kind === "project") return ProjectRepository({ place, parameters });
    if (place.kind === "component" || place.kind === "translation")
      return ComponentRepository({
        component: place.component,
        task: one(parameters.task),
        confirm: one(parameters.confirm),
      });
    return leadTo(place);
  });
}
