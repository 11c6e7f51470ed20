import { useRef, useState } from "react";
import { useTexts } from "#texts";
import type { LinkOutcome, LinkRequest } from "@/lib/domain/editor/link-string";
import { useStore } from "./editor-context";
import { sendLink } from "./link-requests";

/** Asks something of the equal strings of one, one thing at a time; and what went wrong with the last one. */
export function useLink(): {
  ask: (unit: number, act: LinkRequest["act"]) => Promise<LinkOutcome | undefined>;
  problem: string | undefined;
} {
  const t = useTexts();
  const store = useStore();
  const busy = useRef(false);
  const [problem, setProblem] = useState<string>();
  const ask = async (unit: number, act: LinkRequest["act"]) => {
    if (busy.current) return undefined;
    busy.current = true;
    setProblem(undefined);
    const answer = await sendLink({ unit, act, account: store.head.viewer?.id ?? 0 });
    busy.current = false;
    if (!("kind" in answer)) {
      store.takeStanding(answer.unit);
      return answer;
    }
    if (answer.kind === "signed-out") store.outbox?.markSignedOut();
    else setProblem((answer.kind === "refused" && answer.text) || t("editor.refusedByServer"));
    return undefined;
  };
  return { ask, problem };
}
