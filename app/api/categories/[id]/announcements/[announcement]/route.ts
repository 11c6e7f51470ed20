import {
  categoryScope,
  changeCategoryAnnouncement,
  presentAnnouncement,
  readAnnouncementChange,
  removeCategoryAnnouncement,
} from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { changeAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeCategoryAnnouncement, async ({ actor, params, body }) =>
    presentAnnouncement(
      await changeAnnouncement(
        actor,
        await categoryScope(actor, params),
        params.announcement,
        readAnnouncementChange(body),
      ),
    ),
  ),
  on(removeCategoryAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await categoryScope(actor, params), params.announcement),
  ),
);
