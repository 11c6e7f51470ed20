import * as resource from "@/lib/api/resources/subscriptions";
import { on, serve } from "@/lib/api/serve";
import * as subscriptions from "@/lib/domain/users/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listSubscriptions, async ({ actor, params, window }) => {
    const { rows, count } = await subscriptions.listSubscriptions(actor, params.username, window);
    return { items: await resource.presentSubscriptions(actor, rows), count };
  }),
  on(resource.createSubscription, async ({ actor, params, body }) =>
    resource.presentSubscription(actor, await subscriptions.createSubscription(actor, params.username, body)),
  ),
);
