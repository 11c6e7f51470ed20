import {
  changeLanguageAnnouncement,
  languageScope,
  presentAnnouncement,
  readAnnouncementChange,
  removeLanguageAnnouncement,
} from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { changeAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeLanguageAnnouncement, async ({ actor, params, body }) =>
    presentAnnouncement(
      await changeAnnouncement(
        actor,
        await languageScope(actor, params),
        params.announcement,
        readAnnouncementChange(body),
      ),
    ),
  ),
  on(removeLanguageAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await languageScope(actor, params), params.announcement),
  ),
);
