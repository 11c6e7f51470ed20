import { present } from "@/lib/api/endpoint";
import {
  createComponentList,
  listComponentLists,
  listInput,
  presentComponentList,
} from "@/lib/api/resources/component-lists";
import { on, serve } from "@/lib/api/serve";
import * as lists from "@/lib/domain/componentlists/componentlists";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentLists, async ({ actor, window }) => present(await lists.list(actor, window), presentComponentList)),
  on(createComponentList, async ({ actor, body }) => {
    const { showDashboard = true, ...input } = listInput(body);
    return presentComponentList(await lists.create(actor, { ...input, showDashboard }));
  }),
);
