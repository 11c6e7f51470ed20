import { eventStream } from "@/lib/api/event-stream";
import { readLive } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import { followTranslation } from "@/lib/domain/editor/follow";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLive, async ({ actor, query: { translation, after } }) =>
    eventStream((send) => followTranslation(actor, translation, after, send)),
  ),
);
