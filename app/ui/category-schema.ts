import { z } from "zod";
import type { TextKey } from "#texts";
import { text } from "./answer-form";

/** The form of a category; `project` holds the slugs of what it stands in, joined by "/". */
export const categorySchema = z.object({
  name: text(100).refine((name) => name.trim() !== "", "category.nameMissing" satisfies TextKey),
  slug: text(100),
  project: text(500),
});
