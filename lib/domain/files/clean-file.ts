import { applyPatches, type FormatPlural } from "@/lib/text/formats/kernel/format";
import type { ComponentRow } from "../components/components";
import { formatOf, identityOf, isMonolingual, optionsFor } from "./strings";

/** What may be taken out of a file: strings that its base does not have, or those without a text. */
export type Rubbish = "stale" | "blank";

/**
 * A file of a language without its rubbish, and how the strings were called that it lost; undefined where there is none.
 * @throws FormatError, EditRefused
 */
export function cleanFile(
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template">,
  language: { languageCode: string; plural: FormatPlural },
  given: { content: Uint8Array; base: Uint8Array },
  rubbish: Rubbish,
): { content: Uint8Array; names: string[] } | undefined {
  const format = formatOf(component);
  const monolingual = isMonolingual(component);
  const baseText = format.decode(given.base);
  const options = optionsFor(component, {
    ...language,
    isTemplate: false,
    base: monolingual ? baseText : undefined,
    template: monolingual ? undefined : baseText,
  });
  const text = format.decode(given.content);
  const file = format.parse(text, options);
  const known = new Set(
    rubbish === "stale"
      ? format
          .parse(baseText, { ...options, isTemplate: monolingual, base: undefined })
          .entries.map(({ context, sources }) => identityOf(monolingual, context, sources))
      : [],
  );
  const going = file.entries.filter(({ context, sources, targets, state }) =>
    rubbish === "stale"
      ? !known.has(identityOf(monolingual, context, sources))
      : state !== "read-only" && targets.every((target) => target === ""),
  );
  if (going.length === 0) return undefined;
  const edits = going.map(({ id }) => ({ kind: "remove" as const, id }));
  const after = applyPatches(text, format.edit(text, file, edits, options));
  const names = going.map(({ context, sources }) => context || (sources[0] ?? ""));
  return { content: format.encode(after, given.content), names };
}
