import { jsonFormat } from "./json-file";
import { splitPath } from "./json-paths";

/** JSON whose new keys are split at dots and `[n]` into objects and lists. */
export const jsonNested = jsonFormat("json-nested", "JSON nested structure file", splitPath);
