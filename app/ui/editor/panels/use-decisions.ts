import { useRef, useState } from "react";
import { useTexts } from "#texts";
import type { Decision } from "@/lib/domain/editor/suggest-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "../editor-context";
import { sendDecision } from "../requests";

/** Decides a suggestion, or votes on it. */
export type Decide = (suggestion: number, decision: Decision) => void;

const DONE = {
  accept: "editor.suggestion.accepted",
  approve: "editor.suggestion.accepted",
  reject: "editor.suggestion.rejected",
  vote: "editor.suggestion.voted",
} as const;

/** Decisions about the suggestions of a string: one at a time, and what went wrong with the last one. */
export function useDecisions(unit: EditorUnit): { decide: Decide; problem: string | undefined } {
  const t = useTexts();
  const store = useStore();
  const busy = useRef(false);
  const [failure, setFailure] = useState<{ unit: number; text: string }>();
  const fail = (text: string) => setFailure({ unit: unit.id, text });
  const decide: Decide = async (suggestion, decision) => {
    if (busy.current) return;
    busy.current = true;
    setFailure(undefined);
    const outcome = await sendDecision(suggestion, decision);
    busy.current = false;
    if (outcome.kind === "signed-out") store.outbox?.markSignedOut();
    else if (outcome.kind === "later") fail(t("editor.suggestion.failed"));
    else if (outcome.kind === "refused") {
      fail(outcome.text ?? t("editor.refusedByServer"));
      // It may be gone: what is listed is asked for anew.
      store.askAnew(unit.id);
    } else {
      store.takeStanding(outcome.unit);
      if (outcome.kind === "changed") fail(outcome.reason);
      else store.say(t(DONE[decision.act]));
    }
  };
  return { decide, problem: failure?.unit === unit.id ? failure.text : undefined };
}
