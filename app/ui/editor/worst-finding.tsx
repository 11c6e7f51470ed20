import { useTexts } from "#texts";
import type { EditorFinding } from "@/lib/domain/editor/unit";
import { classes } from "../classes";
import { SEVERITIES } from "./severities";

/** That a string fails checks, looking as bad as the worst of them; nothing where it fails none. */
export function WorstFinding({ findings }: { findings: readonly Pick<EditorFinding, "severity">[] }) {
  const t = useTexts();
  const worst = (["error", "warning", "info"] as const).find((one) =>
    findings.some(({ severity }) => severity === one),
  );
  if (!worst) return null;
  const { Icon, look } = SEVERITIES[worst];
  return <Icon size={16} className={classes("shrink-0", look)} role="img" aria-label={t(`editor.worst.${worst}`)} />;
}
