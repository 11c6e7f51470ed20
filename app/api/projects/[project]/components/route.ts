import { present } from "@/lib/api/endpoint";
import { readNewComponent } from "@/lib/api/resources/component-input";
import * as resource from "@/lib/api/resources/components";
import { on, serve } from "@/lib/api/serve";
import { listComponentsOf } from "@/lib/domain/components/components";
import { createComponent, planComponent } from "@/lib/domain/creation/create-component";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listProjectComponents, async ({ actor, params, window }) => {
    const found = await listComponentsOf(actor, params.project, window);
    return present(found, (row) => resource.presentComponentInProject(actor, row));
  }),
  on(
    resource.createComponent,
    async ({ actor, params, query, body }) => {
      const { input, origin } = await readNewComponent(body);
      if (query.dry_run)
        return resource.presentComponentPlan(await planComponent(actor, params.project, input, origin));
      return resource.presentComponent(actor, await createComponent(actor, params.project, input, origin));
    },
    ({ actor, params }) => findProject(actor, params.project),
  ),
);
