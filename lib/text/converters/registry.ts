import type { Converter } from "./converter";
import { csvConverter, csvMultiConverter } from "./csv";
import { tbxConverter, tmxConverter } from "./exchange";
import { jsonConverter, jsonNestedConverter } from "./json";
import { moConverter } from "./mo";
import { poConverter } from "./po";
import { androidConverter, stringsConverter } from "./resources";
import { xliff11Converter, xliffConverter } from "./xliff";
import { xlsxConverter } from "./xlsx";

/** The conversions, in the order they are offered. */
const converters: readonly Converter[] = [
  poConverter,
  xliffConverter,
  xliff11Converter,
  tbxConverter,
  tmxConverter,
  moConverter,
  csvConverter,
  csvMultiConverter,
  xlsxConverter,
  jsonConverter,
  jsonNestedConverter,
  androidConverter,
  stringsConverter,
];

const byId: ReadonlyMap<string, Converter> = new Map(converters.map((converter) => [converter.id, converter]));

/** The converter with this value of `format`; undefined when there is none. */
export function findConverter(id: string): Converter | undefined {
  return byId.get(id);
}

/** All conversions, in the order they are offered. */
export function offeredConverters(): readonly Converter[] {
  return converters;
}
