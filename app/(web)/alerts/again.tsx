import type { Texts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { type AlertLine, scopeOfAlert } from "@/lib/domain/diagnostics/open-alerts";
import { operate } from "../repository/[...path]/actions";

type Placed = Pick<AlertLine, "kind" | "projectId" | "accessControl" | "componentId" | "restricted">;

/** The button that does once more what failed, and leads to the page where it is watched; undefined where nothing can be. */
export function again(t: Texts, actor: Actor, alert: Placed) {
  const known = (ALERTS as Readonly<Record<string, AlertText>>)[alert.kind]?.again;
  if (!known || alert.componentId === null || !can(actor, known.right, scopeOfAlert(alert))) return undefined;
  return (
    <ActionForm action={operate.bind(null, alert.componentId)} label={t(known.label)}>
      <Submit kind="secondary" name="operation" value={known.operation}>
        {t(known.label)}
      </Submit>
    </ActionForm>
  );
}
