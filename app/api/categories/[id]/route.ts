import * as resource from "@/lib/api/resources/categories";
import { removal } from "@/lib/api/resources/removals";
import { on, serve } from "@/lib/api/serve";
import * as categories from "@/lib/domain/categories/categories";
import { changeCategory } from "@/lib/domain/creation/move-category";
import { planCategoryRemoval } from "@/lib/domain/creation/plan-removal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readCategory, async ({ actor, params }) =>
    resource.presentCategory(await categories.findCategory(actor, params.id)),
  ),
  on(
    resource.replaceCategory,
    async ({ actor, params, body }) =>
      resource.presentCategory(await changeCategory(actor, params.id, resource.readNewCategory(body))),
    ({ actor, params }) => categories.findCategory(actor, params.id),
  ),
  on(
    resource.changeCategory,
    async ({ actor, params, body }) =>
      resource.presentCategory(await changeCategory(actor, params.id, resource.readCategoryChange(body))),
    ({ actor, params }) => categories.findCategory(actor, params.id),
  ),
  on(resource.deleteCategory, async ({ actor, params, query }) =>
    removal(
      query,
      () => categories.removeCategory(actor, params.id),
      () => planCategoryRemoval(actor, params.id),
    ),
  ),
);
