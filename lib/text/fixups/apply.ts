import { type CheckedString, pairForms } from "@/lib/text/checks/run";
import type { FixupContext } from "@/lib/text/fixups/fixup";
import { FIXUPS } from "@/lib/text/fixups/registry";

/** Corrected target forms, and the fixups that changed something, in the order they ran. */
export interface FixupResult {
  targets: string[];
  /** Ids of {@link FIXUPS}. */
  fixups: string[];
}

/**
 * Makes the automatic corrections of a save by a person. `enabled` limits them to some ids of the registry (all when
 * left out). Empty forms stay empty.
 */
export function applyFixups(input: CheckedString, enabled?: ReadonlySet<string>): FixupResult {
  const context: FixupContext = {
    flags: input.flags,
    languageCode: input.languageCode,
    language: input.languageCode.split(/[_@-]/)[0] ?? input.languageCode,
  };
  const acted: string[] = [];
  let pairs: readonly { source: string; target: string }[] = pairForms(input);
  for (const fixup of FIXUPS) {
    if (enabled && !enabled.has(fixup.id)) continue;
    const fixed = pairs.map(({ source, target }) => ({
      source,
      target: target === "" ? "" : fixup.apply(source, target, context),
    }));
    if (fixed.some(({ target }, index) => target !== pairs[index]?.target)) acted.push(fixup.id);
    pairs = fixed;
  }
  return { targets: pairs.map(({ target }) => target), fixups: acted };
}
