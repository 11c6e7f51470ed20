import { present } from "@/lib/api/endpoint";
import { listComponents, presentComponent } from "@/lib/api/resources/components";
import { on, serve } from "@/lib/api/serve";
import * as components from "@/lib/domain/components/components";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponents, async ({ actor, window }) =>
    present(await components.listComponents(actor, {}, window), (row) => presentComponent(actor, row)),
  ),
);
