import * as resource from "@/lib/api/resources/subscriptions";
import { on, serve } from "@/lib/api/serve";
import * as subscriptions from "@/lib/domain/users/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readSubscription, async ({ actor, params: { username, subscription } }) =>
    resource.presentSubscription(actor, await subscriptions.findSubscription(actor, username, subscription)),
  ),
  on(resource.replaceSubscription, async ({ actor, params: { username, subscription }, body }) =>
    resource.presentSubscription(actor, await subscriptions.updateSubscription(actor, username, subscription, body)),
  ),
  on(resource.changeSubscription, async ({ actor, params: { username, subscription }, body }) =>
    resource.presentSubscription(actor, await subscriptions.updateSubscription(actor, username, subscription, body)),
  ),
  on(resource.deleteSubscription, async ({ actor, params: { username, subscription } }) =>
    subscriptions.removeSubscription(actor, username, subscription),
  ),
);
