import { storable } from "@/lib/text/formats/kernel/encoding";
import type { ConvertedUnit } from "./converter";

/** Columns of a converted table; the first eight are those every reader of such files knows. */
export const COLUMNS = [
  "location",
  "source",
  "target",
  "id",
  "fuzzy",
  "context",
  "translator_comments",
  "developer_comments",
  "source_plural_form",
  "target_plural_form",
  "id_hash",
] as const;

/**
 * Rows of a string: one, or one for each of its target forms, tied together by `id_hash`. A plural row says by number
 * which source and which target form it holds.
 */
export function rowsOf(unit: ConvertedUnit, forms: number): string[][] {
  const count = unit.plural ? Math.max(forms, 1) : 1;
  return Array.from({ length: count }, (_, form) => {
    const source = unit.plural ? Math.min(form, unit.sources.length - 1) : 0;
    return [
      unit.location,
      unit.sources[source] ?? "",
      unit.targets[form] ?? "",
      "",
      unit.state === "needs-editing" ? "True" : "",
      unit.context,
      "",
      unit.note,
      unit.plural ? String(source) : "",
      unit.plural ? String(form) : "",
      unit.id,
    ].map(storable);
  });
}

/** Rows of a string whose targets are several values of one key: one for each value. */
export function valueRowsOf(unit: ConvertedUnit): string[][] {
  const values = unit.targets.length ? unit.targets : [""];
  return values.map((target) => {
    const [row] = rowsOf({ ...unit, plural: false, targets: [target] }, 1);
    return row!;
  });
}
