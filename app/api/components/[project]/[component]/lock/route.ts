import { componentOf } from "@/lib/api/resources/find";
import { changeComponentLock, readComponentLock, readLock } from "@/lib/api/resources/lock";
import { on, serve } from "@/lib/api/serve";
import { setLock } from "@/lib/domain/components/components";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readComponentLock, async ({ actor, params }) => ({ locked: (await componentOf(actor, params)).locked })),
  on(changeComponentLock, async ({ actor, params, body, request }) => ({
    locked: await setLock(actor, await componentOf(actor, params), readLock(body, request)),
  })),
);
