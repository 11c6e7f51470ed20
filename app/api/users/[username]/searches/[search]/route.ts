import * as resource from "@/lib/api/resources/saved-searches";
import { on, serve } from "@/lib/api/serve";
import * as searches from "@/lib/domain/search/saved-searches";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readSavedSearch, async ({ actor, params: { username, search } }) =>
    resource.presentSavedSearch(await searches.findSavedSearch(actor, username, search)),
  ),
  on(
    resource.changeSavedSearch,
    async ({ actor, params: { username, search }, body }) =>
      resource.presentSavedSearch(
        await searches.changeSavedSearch(actor, username, search, resource.readSavedSearchInput(body)),
      ),
    ({ actor, params }) => searches.findSavedSearch(actor, params.username, params.search),
  ),
  on(resource.deleteSavedSearch, async ({ actor, params: { username, search } }) =>
    searches.removeSavedSearch(actor, username, search),
  ),
);
