import { componentScope, removeComponentAnnouncement } from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { removeAnnouncement } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeComponentAnnouncement, async ({ actor, params }) =>
    removeAnnouncement(actor, await componentScope(actor, params), params.announcement),
  ),
);
