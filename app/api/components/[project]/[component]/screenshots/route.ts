import { present } from "@/lib/api/endpoint";
import { componentOf } from "@/lib/api/resources/find";
import { listComponentScreenshots, presentScreenshot } from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import { findScreenshots } from "@/lib/domain/search/find-screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentScreenshots, async ({ actor, params, query, window }) => {
    const component = await componentOf(actor, params);
    return present(await findScreenshots(actor, { ...query, componentId: component.id }, window), presentScreenshot);
  }),
);
