import { jsonFormat } from "./json-file";

/** JSON whose new strings get one literal key, dots included. */
export const json = jsonFormat("json", "JSON file", (context) => [context]);
