import { readComponentChange } from "@/lib/api/resources/component-input";
import * as resource from "@/lib/api/resources/components";
import { componentOf } from "@/lib/api/resources/find";
import { removal } from "@/lib/api/resources/removals";
import { on, serve } from "@/lib/api/serve";
import { planComponentRemoval } from "@/lib/domain/creation/plan-removal";
import { removeComponent, updateComponent } from "@/lib/domain/creation/update-component";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readComponent, async ({ actor, params }) =>
    resource.presentComponent(actor, await componentOf(actor, params)),
  ),
  on(resource.replaceComponent, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    return resource.presentComponent(actor, await updateComponent(actor, component, readComponentChange(body, true)));
  }),
  on(resource.changeComponent, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    return resource.presentComponent(actor, await updateComponent(actor, component, readComponentChange(body, false)));
  }),
  on(resource.deleteComponent, async ({ actor, params, query }) => {
    const component = await componentOf(actor, params);
    return removal(
      query,
      () => removeComponent(actor, component),
      () => planComponentRemoval(actor, component),
    );
  }),
);
