import { onDemand } from "@/lib/text/checks/on-demand";

export const mf2Format = onDemand("mf2", {
  id: "mf2_format",
  name: "MessageFormat 2",
  about:
    "The translation is no valid MessageFormat 2 message, or its variables, functions, markup or keys differ from the source's.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["mf2-format"] },
});
