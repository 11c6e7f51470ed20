import { Info, OctagonAlert, TriangleAlert } from "lucide-react";

/** How bad a finding is, by shape and word as well as by colour. */
export const SEVERITIES = {
  error: { Icon: OctagonAlert, look: "text-failing", word: "editor.severity.error" },
  warning: { Icon: TriangleAlert, look: "text-needs", word: "editor.severity.warning" },
  info: { Icon: Info, look: "text-ink-2", word: "editor.severity.info" },
} as const;
