import * as resource from "@/lib/api/resources/component-lists";
import { on, serve } from "@/lib/api/serve";
import * as lists from "@/lib/domain/componentlists/componentlists";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readComponentList, async ({ actor, params }) =>
    resource.presentComponentList(await lists.find(actor, params.slug)),
  ),
  on(
    resource.replaceComponentList,
    async ({ actor, params, body }) =>
      resource.presentComponentList(await lists.update(actor, params.slug, resource.listInput(body))),
    ({ actor, params }) => lists.find(actor, params.slug),
  ),
  on(
    resource.changeComponentList,
    async ({ actor, params, body }) =>
      resource.presentComponentList(await lists.update(actor, params.slug, resource.listInput(body))),
    ({ actor, params }) => lists.find(actor, params.slug),
  ),
  on(resource.deleteComponentList, async ({ actor, params }) => lists.remove(actor, params.slug)),
);
