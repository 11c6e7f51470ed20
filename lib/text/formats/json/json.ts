import { catalogFormats } from "./catalogs";
import { goFormats } from "./go";
import { i18nextFormats } from "./i18next";
import { jsonMessageFormats } from "./messages";
import { json, jsonNested } from "./tree";

/** JSON files: texts by key or path, and the dialects that programs have made of them. */
export const jsonFormats = [
  json,
  jsonNested,
  ...i18nextFormats,
  ...jsonMessageFormats,
  ...goFormats,
  ...catalogFormats,
];
