import { removeTranslationAnnouncement, translationScope } from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeTranslationAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await translationScope(actor, params), params.announcement),
  ),
);
