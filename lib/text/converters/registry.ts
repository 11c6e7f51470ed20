import type { Converter } from "./converter";
import { csvConverter, csvMultiConverter } from "./csv";
import { jsonConverter, jsonNestedConverter } from "./json";
import { poConverter } from "./po";

/** The conversions, in the order they are offered. */
const converters: readonly Converter[] = [
  poConverter,
  csvConverter,
  csvMultiConverter,
  jsonConverter,
  jsonNestedConverter,
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
