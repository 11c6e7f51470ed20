import { stringsFormats } from "./strings";
import { stringsdict } from "./stringsdict";
import { xcstrings } from "./xcstrings";

export { wideStrings } from "./strings";

/** Files of Apple's systems: lists of strings, their plurals, and catalogues of all languages. */
export const appleFormats = [...stringsFormats, stringsdict, xcstrings];
