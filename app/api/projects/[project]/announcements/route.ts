import { present } from "@/lib/api/endpoint";
import * as resource from "@/lib/api/resources/announcements";
import { on, serve } from "@/lib/api/serve";
import { createAnnouncement, listAnnouncements } from "@/lib/domain/projects/announcements";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listProjectAnnouncements, async ({ actor, params, window }) =>
    present(await listAnnouncements(await resource.projectScope(actor, params), window), resource.presentAnnouncement),
  ),
  on(resource.addProjectAnnouncement, async ({ actor, params, body }) => {
    const scope = await resource.projectScope(actor, params);
    return resource.presentAnnouncement(await createAnnouncement(actor, scope, resource.readAnnouncement(body)));
  }),
);
