import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** How often a marker stands before a character; a doubled one is the character itself. */
function countMarkers(text: string, marker: string): number {
  let count = 0;
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at)) {
    const next = text[at + 1] ?? " ";
    if (next === marker) at += 2;
    else {
      if (!/\s/.test(next)) count++;
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
