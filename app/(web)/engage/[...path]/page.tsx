import { redirect } from "next/navigation";
import { guarded } from "@/app/ui/guard";
import { currentActor } from "@/app/ui/session";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

/** The addresses of `share_url`: whoever follows one lands where the work on that language begins. */
export default async function EngagePage({ params }: { params: Promise<{ path: string[] }> }) {
  return guarded(async () => {
    const place = await resolvePath(await currentActor(), (await params).path);
    const project = urls.project(place.project.slug);
    redirect(place.kind === "project-language" ? project.language(place.language.code).web : project.web);
  });
}
