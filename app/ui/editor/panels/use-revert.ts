import { useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "../editor-context";
import { sendRevert } from "../requests";

/** Putting earlier texts of a string back: one at a time, and what went wrong with the last one. */
export function useRevert(unit: EditorUnit): { revert: (change: number) => void; problem: string | undefined } {
  const t = useTexts();
  const store = useStore();
  const busy = useRef(false);
  const [failure, setFailure] = useState<{ unit: number; text: string }>();
  const fail = (text: string) => setFailure({ unit: unit.id, text });
  const revert = async (change: number) => {
    if (busy.current) return;
    busy.current = true;
    setFailure(undefined);
    const account = store.head.viewer?.id ?? 0;
    const outcome = await sendRevert({ unit: unit.id, change, version: unit.version, account });
    busy.current = false;
    if (outcome.kind === "signed-out") store.outbox?.markSignedOut();
    else if (outcome.kind === "later") fail(t("editor.revertFailed"));
    else if (outcome.kind === "refused") fail(outcome.text ?? t("editor.refusedByServer"));
    else {
      store.takeStanding(outcome.unit);
      if (outcome.kind === "changed") fail(outcome.reason);
      else store.say(t("editor.reverted"));
    }
  };
  return { revert, problem: failure?.unit === unit.id ? failure.text : undefined };
}
