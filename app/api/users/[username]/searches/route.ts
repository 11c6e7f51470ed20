import * as resource from "@/lib/api/resources/saved-searches";
import { on, serve } from "@/lib/api/serve";
import * as searches from "@/lib/domain/search/saved-searches";
import { findPerson } from "@/lib/domain/users/manage-users";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.listSavedSearches, async ({ actor, params, window }) => {
    const { rows, count } = await searches.listSavedSearches(actor, params.username, window);
    return { items: rows.map(resource.presentSavedSearch), count };
  }),
  on(
    resource.createSavedSearch,
    async ({ actor, params, body }) =>
      resource.presentSavedSearch(
        await searches.saveSearch(actor, params.username, { name: body.name, query: body.q }),
      ),
    ({ actor, params }) => findPerson(actor, params.username),
  ),
);
