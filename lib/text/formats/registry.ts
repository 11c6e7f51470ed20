import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { androidFormats } from "./android/android";
import { appleFormats, wideStrings } from "./apple/apple";
import { appstore } from "./appstore/appstore";
import { fluent } from "./fluent/fluent";
import { gettextFormats } from "./gettext/gettext";
import { html } from "./html/html";
import { jsonFormats } from "./json/json";
import type { FileFormat } from "./kernel/format";
import { knownFormats } from "./kernel/format-names";
import { refusingPointers } from "./kernel/lfs";
import { spellingFor, withParams } from "./kernel/params-apply";
import { keyValueFormats } from "./key-value/key-value";
import { markdownFormats } from "./markdown/markdown";
import { officeFormats } from "./office/office";
import { phpFormats } from "./php/php";
import { isoProperties, propertiesFormats } from "./properties/properties";
import { proseFormats } from "./prose/prose";
import { tsFormats } from "./qt/qt";
import { spreadsheetFormats } from "./spreadsheet/spreadsheet";
import { subtitleFormats } from "./subtitles/subtitles";
import { tbx } from "./tbx/tbx";
import { tomlFormats } from "./toml/toml";
import { xliffFormats } from "./xliff/xliff";
import { xmlLists } from "./xml-lists/xml-lists";
import { yamlFormats } from "./yaml/yaml";

/** The formats that can be read and written, in the order they are offered. */
const formats: readonly FileFormat[] = (
  [
    ...gettextFormats,
    ...jsonFormats,
    ...yamlFormats,
    ...tomlFormats,
    fluent,
    ...androidFormats,
    tbx,
    ...spreadsheetFormats,
    ...xliffFormats,
    ...appleFormats,
    ...xmlLists,
    ...tsFormats,
    ...propertiesFormats,
    ...phpFormats,
    ...keyValueFormats,
    ...subtitleFormats,
    html,
    ...markdownFormats,
    ...proseFormats,
    ...officeFormats,
    appstore,
  ] satisfies FileFormat[]
).map(refusingPointers);

const byId: ReadonlyMap<string, FileFormat> = new Map(formats.map((format) => [format.id, format]));

/** Spellings that only parameters ask for. */
const bySpelling: ReadonlyMap<string, FileFormat> = new Map(
  [...formats, ...[wideStrings, ...isoProperties].map(refusingPointers)].map((format) => [format.id, format]),
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
 * Why a value of `file_format` cannot be used, undefined when it can.
 * An identifier that exists but is not readable yet is told apart from one that does not exist.
 */
export function formatRefusal(id: string): Refusal | undefined {
  if (byId.has(id)) return undefined;
  const name = knownFormats.get(id);
  const asked = { format: id, formats: formats.map((format) => format.id).join(", ") };
  return name === undefined
    ? refusal("unknownFileFormatChoose", asked)
    : refusal("fileFormatNotRead", { ...asked, name });
}
