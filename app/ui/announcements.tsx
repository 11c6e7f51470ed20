import { scopeOf } from "@/lib/domain/components/components";
import {
  type AnnouncementRow,
  type AnnouncementScope,
  announcementsAround,
  announcementsEverywhere,
} from "@/lib/domain/projects/announcements";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { translationScope } from "@/lib/domain/translations/translations";
import { readRichText } from "@/lib/text/rich-text";
import { Callout, type Tone } from "./callout";
import { RichText } from "./rich-text";

/** Where announcements of a place stand. */
export function announcementScope(place: PathObject): AnnouncementScope {
  const { project } = place;
  switch (place.kind) {
    case "project":
      return { projectId: project.id, permissionScope: { project } };
    case "project-language":
      return {
        projectId: project.id,
        languageId: place.language.id,
        permissionScope: { project, languageId: place.language.id },
      };
    case "category":
      return { categoryId: place.category.id, permissionScope: { project } };
    case "component":
      return { componentId: place.component.id, permissionScope: scopeOf(place.component) };
    case "translation":
      return {
        componentId: place.component.id,
        languageId: place.translation.languageId,
        permissionScope: translationScope(place.translation),
      };
  }
}

export const TONES: Readonly<Record<string, Tone>> = {
  info: "info",
  warning: "warning",
  danger: "error",
  success: "success",
};

/** What is announced for a place, and for all that it is in. */
export async function Announcements({ place }: { place: PathObject }) {
  const { categoryId, componentId, languageId } = announcementScope(place);
  const rows = await announcementsAround({
    projectId: place.project.id,
    categoryId: "component" in place ? place.component.categoryId : categoryId,
    componentId,
    languageId,
  });
  return <Shown rows={rows} />;
}

/** What is announced on all pages. A page is shown without it rather than not at all. */
export async function SiteAnnouncements() {
  return <Shown rows={await announcementsEverywhere().catch(() => [])} />;
}

function Shown({ rows }: { rows: readonly AnnouncementRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="mx-auto grid w-full max-w-[1440px] gap-2 px-4 pt-4 sm:px-6">
      {rows.map((row) => (
        <Callout key={row.id} tone={TONES[row.severity]}>
          <RichText nodes={readRichText(row.message)} />
        </Callout>
      ))}
    </div>
  );
}
