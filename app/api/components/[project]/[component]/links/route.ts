import { present } from "@/lib/api/endpoint";
import { addComponentLink, listComponentLinks } from "@/lib/api/resources/component-links";
import { presentComponent } from "@/lib/api/resources/components";
import { componentOf } from "@/lib/api/resources/find";
import { presentProject } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import { addLink, listLinks } from "@/lib/domain/components/component-links";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentLinks, async ({ actor, params, window }) =>
    present(await listLinks(actor, await componentOf(actor, params), window), presentProject),
  ),
  on(addComponentLink, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    await addLink(actor, component, { projectSlug: body.project_slug, categoryId: body.category_id ?? null });
    return { data: presentComponent(actor, component) };
  }),
);
