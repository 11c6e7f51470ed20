import {
  changeProjectAnnouncement,
  presentAnnouncement,
  projectScope,
  readAnnouncementChange,
  removeProjectAnnouncement,
} from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { changeAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeProjectAnnouncement, async ({ actor, params, body }) =>
    presentAnnouncement(
      await changeAnnouncement(
        actor,
        await projectScope(actor, params),
        params.announcement,
        readAnnouncementChange(body),
      ),
    ),
  ),
  on(removeProjectAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await projectScope(actor, params), params.announcement),
  ),
);
