import { listOwnNotices, markAllNotices, noticesOf } from "@/lib/api/resources/notices";
import { on, serve } from "@/lib/api/serve";
import { setAllDone } from "@/lib/domain/notices/inbox";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listOwnNotices, ({ actor, query, window, request }) => noticesOf(actor, query, window, request)),
  on(markAllNotices, async ({ actor, body }) => ({ count: await setAllDone(actor, body.until ?? new Date()) })),
);
