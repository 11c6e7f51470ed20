import type { Actor } from "../access/actor";
import { type CategoryInput, type CategoryRow, updateCategory } from "../categories/categories";
import type { Marks } from "../stale";
import { followDefaults } from "./internal/inherit";

/**
 * Renames or moves a category with everything in it, also into another project. Components inside that follow what is above
 * them follow what is above them there. Needs `project.edit` in both.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Invalid, NotFound, Forbidden
 */
export const changeCategory = (
  actor: Actor,
  id: number,
  input: Partial<CategoryInput>,
  seen?: Marks,
): Promise<CategoryRow> => updateCategory(actor, id, input, (tx, ids) => followDefaults(tx, actor, ids), seen);
