import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Words and characters of a label; a longer text is a sentence, which names of programs stand in. */
const LABEL = 6;
const LONGEST = 60;

/**
 * How often a marker stands before a character; a doubled one is the character itself. One that begins an entity is none,
 * nor is one within a word of a sentence: that is a name such as `filter_mode`.
 */
function countMarkers(text: string, marker: string): number {
  const isLabel = text.length <= LONGEST && text.split(/\s+/).length <= LABEL;
  let count = 0;
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at)) {
    const next = text[at + 1] ?? " ";
    if (next === marker) at += 2;
    else {
      const isEntity = marker === "&" && /^&(?:#\w{1,8}|\w{2,8});/.test(text.slice(at, at + 11));
      const isInside = !isLabel && /[\p{L}\p{N}]/u.test(text[at - 1] ?? " ");
      if (!/\s/.test(next) && !isEntity && !isInside) count++;
      at++;
    }
  }
  return count;
}

export const accelerator: Check = {
  id: "accelerator",
  name: "Accelerator key",
  about:
    "Source and translation have different numbers of marks for an accelerator key, or the translation has several.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["accelerator"] },
  fails({ source, target }, { flags }) {
    const marker = flags.get("accelerator")?.[0]?.text ?? "";
    if (marker.length !== 1) return PASSED;
    const wanted = countMarkers(source, marker);
    const given = countMarkers(target, marker);
    if (given > 1) return found("acceleratorMany", { given, marker });
    if (wanted === given) return PASSED;
    if (given === 0) return found("acceleratorLost", { marker });
    return wanted === 0 ? found("acceleratorAdded", { marker }) : found("acceleratorFewer", { marker, wanted });
  },
};
