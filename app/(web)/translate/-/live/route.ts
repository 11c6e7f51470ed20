import { servePage } from "@/app/ui/serve-page";
import { eventStream } from "@/lib/api/event-stream";
import { readLive } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { followPlace } from "@/lib/domain/editor/follow";
import { readPlaceKey } from "@/lib/domain/editor/place";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readLive, async ({ actor, query: { list, after } }) =>
    eventStream((send) => followPlace(actor, readPlaceKey(list), after, send)),
  ),
);
