import { onDemand } from "@/lib/text/checks/on-demand";

export const icuMessageFormat = onDemand("icu", {
  id: "icu_message_format",
  name: "ICU MessageFormat",
  about: "The translation is no valid ICU message, or its arguments or branches differ from those of the source.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["icu-message-format"] },
});

export const icuMessageFormatSyntax = onDemand("icu", {
  id: "icu_message_format_syntax",
  name: "ICU MessageFormat syntax",
  about: "The source is no valid ICU message.",
  severity: "error",
  looksAt: "source",
  runs: { flags: ["icu-message-format"] },
});
