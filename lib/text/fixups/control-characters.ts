import type { Fixup } from "@/lib/text/fixups/fixup";

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

export const controlCharacters: Fixup = {
  id: "control-characters",
  name: "Control characters",
  // What the source has on purpose, such as a colour code of a terminal, may stay.
  apply: (source, target) => target.replace(CONTROL, (character) => (source.includes(character) ? character : "")),
};
