import type { Fixup } from "@/lib/text/fixups/fixup";

export const trailingEllipsis: Fixup = {
  id: "trailing-ellipsis",
  name: "Trailing dots to ellipsis",
  apply: (source, target) =>
    source.endsWith("…") && target.endsWith("...") && !target.endsWith("....") ? `${target.slice(0, -3)}…` : target,
};
