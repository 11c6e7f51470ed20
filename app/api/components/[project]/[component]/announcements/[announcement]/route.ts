import {
  changeComponentAnnouncement,
  componentScope,
  presentAnnouncement,
  readAnnouncementChange,
  removeComponentAnnouncement,
} from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { changeAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeComponentAnnouncement, async ({ actor, params, body }) =>
    presentAnnouncement(
      await changeAnnouncement(
        actor,
        await componentScope(actor, params),
        params.announcement,
        readAnnouncementChange(body),
      ),
    ),
  ),
  on(removeComponentAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await componentScope(actor, params), params.announcement),
  ),
);
