import * as resource from "@/lib/api/resources/pseudonyms";
import { on, serve } from "@/lib/api/serve";
import { listPseudonyms } from "@/lib/domain/users/pseudonyms";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listPseudonyms, async ({ actor, params, window }) => {
    const { rows, count } = await listPseudonyms(actor, params.username, window);
    return { items: rows.map((row) => resource.presentPseudonym(params.username, row)), count };
  }),
);
