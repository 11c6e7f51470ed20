import { onDemand } from "@/lib/text/checks/on-demand";

export const maxSize = onDemand("size", {
  id: "max-size",
  name: "Maximum size",
  about: "Set in its font, the translation takes more room than allowed.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["max-size"] },
});
