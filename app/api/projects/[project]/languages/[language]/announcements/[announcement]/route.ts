import { languageScope, removeLanguageAnnouncement } from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeLanguageAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await languageScope(actor, params), params.announcement),
  ),
);
