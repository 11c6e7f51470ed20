import { present } from "@/lib/api/endpoint";
import { createCategory, listCategories, presentCategory, readNewCategory } from "@/lib/api/resources/categories";
import { on, serve } from "@/lib/api/serve";
import * as categories from "@/lib/domain/categories/categories";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listCategories, async ({ actor, window }) =>
    present(await categories.listCategories(actor, {}, window), presentCategory),
  ),
  on(createCategory, async ({ actor, body }) =>
    presentCategory(await categories.createCategory(actor, readNewCategory(body))),
  ),
);
