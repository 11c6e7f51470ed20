import type { Texts } from "#texts";

/** Who may see a project, by the number that is stored. */
const LEVELS = [
  { value: "0", label: "accessLevels.public.label", hint: "accessLevels.public.hint" },
  { value: "1", label: "accessLevels.protected.label", hint: "accessLevels.protected.hint" },
  { value: "100", label: "accessLevels.private.label", hint: "accessLevels.private.hint" },
  { value: "200", label: "accessLevels.custom.label", hint: "accessLevels.custom.hint" },
] as const;

/** The levels of access as choices of a form. */
export function accessLevels(t: Texts) {
  return LEVELS.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }));
}
