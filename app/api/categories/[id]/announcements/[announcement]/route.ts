import { categoryScope, removeCategoryAnnouncement } from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeCategoryAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await categoryScope(actor, params), params.announcement),
  ),
);
