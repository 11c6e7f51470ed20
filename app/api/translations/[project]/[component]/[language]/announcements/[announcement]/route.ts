import {
  changeTranslationAnnouncement,
  presentAnnouncement,
  readAnnouncementChange,
  removeTranslationAnnouncement,
  translationScope,
} from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { changeAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeTranslationAnnouncement, async ({ actor, params, body }) =>
    presentAnnouncement(
      await changeAnnouncement(
        actor,
        await translationScope(actor, params),
        params.announcement,
        readAnnouncementChange(body),
      ),
    ),
  ),
  on(removeTranslationAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await translationScope(actor, params), params.announcement),
  ),
);
