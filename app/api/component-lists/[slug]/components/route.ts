import { present } from "@/lib/api/endpoint";
import { addComponentToList, listComponentsOfList, presentComponentList } from "@/lib/api/resources/component-lists";
import { presentComponent } from "@/lib/api/resources/components";
import { on, serve } from "@/lib/api/serve";
import * as lists from "@/lib/domain/componentlists/componentlists";
import { listComponents } from "@/lib/domain/components/components";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentsOfList, async ({ actor, params, window }) => {
    const ids = await lists.memberIds(actor, params.slug);
    return present(await listComponents(actor, { ids }, window), (row) => presentComponent(actor, row));
  }),
  on(
    addComponentToList,
    async ({ actor, params, body }) =>
      presentComponentList(await lists.addComponent(actor, params.slug, body.component_id)),
    ({ actor, params }) => lists.find(actor, params.slug),
  ),
);
