import { applyPatches, type EntryEdit, type FormatPlural } from "@/lib/text/formats/kernel/format";
import type { ComponentRow } from "../components/components";
import { formatOf, identityOf, optionsFor } from "./strings";

/**
 * The file of a language with exactly the strings of its base: new ones with the source text, and without those that are
 * gone; undefined where it has them. For formats in which strings are known by keys.
 * @throws FormatError, EditRefused
 */
export function followBase(
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template">,
  language: { languageCode: string; plural: FormatPlural },
  given: { content: Uint8Array; base: Uint8Array },
): { content: Uint8Array; added: number; removed: number } | undefined {
  const format = formatOf(component);
  const baseText = format.decode(given.base);
  const options = optionsFor(component, { ...language, isTemplate: false, base: baseText, template: undefined });
  const text = format.decode(given.content);
  const file = format.parse(text, options);
  const nameOf = ({ context, sources }: { context: string; sources: readonly string[] }) =>
    identityOf(true, context, [...sources]);
  const wanted = format.parse(baseText, { ...options, isTemplate: true, base: undefined }).entries;
  const [known, there] = [new Set(wanted.map(nameOf)), new Set(file.entries.map(nameOf))];
  const going = file.entries.filter((entry) => !known.has(nameOf(entry)));
  const coming = wanted.filter((entry) => !there.has(nameOf(entry)));
  if (going.length + coming.length === 0) return undefined;
  const edits: EntryEdit[] = [
    ...going.map(({ id }) => ({ kind: "remove" as const, id })),
    ...coming.map(({ context, sources, targets, plural, note }) => ({
      kind: "add" as const,
      ...{ context, sources, targets, plural, note },
      state: "translated" as const,
    })),
  ];
  const after = applyPatches(text, format.edit(text, file, edits, options));
  return { content: format.encode(after, given.content), added: coming.length, removed: going.length };
}
