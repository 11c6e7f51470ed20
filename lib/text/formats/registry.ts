import { aresource, kotlinResources } from "./android";
import { stringsFormats, wideStrings } from "./apple-strings";
import { appstore } from "./appstore";
import { catkeys } from "./catkeys";
import { csvFormats } from "./csv";
import { docx } from "./docx";
import { dtd } from "./dtd";
import { fluent } from "./fluent";
import type { FileFormat } from "./format";
import { knownFormats } from "./format-names";
import { gettextPo, gettextPoMono } from "./gettext";
import { html } from "./html";
import { iniFormats } from "./ini";
import { joomla } from "./joomla";
import { catalogFormats } from "./json-catalogs";
import { goFormats } from "./json-go";
import { i18nextFormats } from "./json-i18next";
import { jsonMessageFormats } from "./json-messages";
import { json, jsonNested } from "./json-tree";
import { markdownFormats } from "./markdown";
import { officeFormats } from "./office";
import { spellingFor, withParams } from "./params-apply";
import { phpFormats } from "./php";
import { isoProperties, propertiesFormats } from "./properties";
import { proseFormats } from "./prose";
import { rc } from "./rc";
import { stringsdict } from "./stringsdict";
import { subtitleFormats } from "./subtitles";
import { tbx } from "./tbx";
import { tomlFormats } from "./toml";
import { tsFormats } from "./ts";
import { xcstrings } from "./xcstrings";
import { xliffFormats } from "./xliff";
import { xlsx } from "./xlsx";
import { xmlLists } from "./xml-lists";
import { xwikiFormats } from "./xwiki";
import { yamlFormats } from "./yaml";

/** The formats that can be read and written, in the order they are offered. */
const formats: readonly FileFormat[] = [
  gettextPo,
  gettextPoMono,
  json,
  jsonNested,
  ...i18nextFormats,
  ...jsonMessageFormats,
  ...goFormats,
  ...catalogFormats,
  ...yamlFormats,
  ...tomlFormats,
  fluent,
  aresource,
  ...kotlinResources,
  tbx,
  ...csvFormats,
  xlsx,
  ...xliffFormats,
  ...stringsFormats,
  stringsdict,
  xcstrings,
  ...xmlLists,
  ...tsFormats,
  ...propertiesFormats,
  joomla,
  ...xwikiFormats,
  ...phpFormats,
  ...iniFormats,
  dtd,
  catkeys,
  rc,
  ...subtitleFormats,
  html,
  ...markdownFormats,
  ...proseFormats,
  ...officeFormats,
  docx,
  appstore,
];

const byId: ReadonlyMap<string, FileFormat> = new Map(formats.map((format) => [format.id, format]));

/** Spellings that only parameters ask for. */
const bySpelling: ReadonlyMap<string, FileFormat> = new Map(
  [...formats, wideStrings, ...isoProperties].map((format) => [format.id, format]),
);

/** The format with this value of `file_format`; undefined when it is unknown or only known by name. */
export function findFormat(id: string): FileFormat | undefined {
  return byId.get(id);
}

/** The format as a component's parameters have it: with the encoding they name, and their line ends for new files. */
export function findFormatWith(id: string, params: Readonly<Record<string, unknown>>): FileFormat | undefined {
  const format = byId.get(id);
  return format && withParams(format, bySpelling.get(spellingFor(id, params)) ?? format, params);
}

/** All formats that can be used, in the order they are offered. */
export function offeredFormats(): readonly FileFormat[] {
  return formats;
}

/** Whether strings of a format may have several values, see `FileFormat.severalValues`. */
export function hasSeveralValues(id: string): boolean {
  return byId.get(id)?.severalValues === true;
}

/** Name for people of any value of `file_format`, readable or only known; undefined when there is no such value. */
export function formatName(id: string): string | undefined {
  return byId.get(id)?.name ?? knownFormats.get(id);
}

/**
 * Why a value of `file_format` cannot be used, as a sentence for a person; undefined when it can.
 * An identifier that exists but is not readable yet is told apart from one that does not exist.
 */
export function formatRefusal(id: string): string | undefined {
  if (byId.has(id)) return undefined;
  const name = knownFormats.get(id);
  const offered = formats.map((format) => format.id).join(", ");
  return name === undefined
    ? `“${id}” is not a file format. Choose one of: ${offered}.`
    : `${name} (“${id}”) cannot be read yet. Choose one of: ${offered}.`;
}
