"use client";

import { useEffect, useState } from "react";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { useEditor, useStore } from "./editor-context";
import { equalTexts, padded } from "./texts";

/** What is mended goes at once. */
const GOES_MS = 150;
/** Whoever is still writing has not forgotten the full stop, so what is new waits for a pause. */
const COMES_MS = 900;

const keyOf = ({ check, form }: EditorFinding): string => `${check} ${form}`;

/** Of what fails now, what was said before: the rest waits for a pause. */
export function saidBefore(
  said: readonly EditorFinding[],
  failing: readonly EditorFinding[],
): readonly EditorFinding[] {
  const known = new Set(said.map(keyOf));
  return failing.filter((one) => known.has(keyOf(one)));
}

/** Failing checks of the string: as stored while it stands as it is, else of what is being written. */
export function useFindings(unit: EditorUnit): readonly EditorFinding[] {
  const store = useStore();
  const texts = useEditor((state) => state.texts);
  const [live, setLive] = useState<{ unit: number; findings: readonly EditorFinding[] } | undefined>();
  const touched = !equalTexts(texts, padded(unit.targets, store.forms(unit)));
  useEffect(() => {
    if (!touched) {
      store.liveFindings = undefined;
      return;
    }
    let stale = false;
    let later: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(async () => {
      const { askGlossary, asksGlossary, checkTexts, readyForTexts } = await import("./live-checks");
      await readyForTexts(store.head, unit, texts);
      if (stale) return;
      const findings = checkTexts(store.head, unit, texts);
      store.liveFindings = findings;
      setLive((was) => ({
        unit: unit.id,
        findings: saidBefore(was?.unit === unit.id ? was.findings : unit.findings, findings),
      }));
      later = setTimeout(async () => {
        if (!asksGlossary(store.head, unit)) return setLive({ unit: unit.id, findings });
        await askGlossary(unit, texts);
        if (stale) return;
        const judged = checkTexts(store.head, unit, texts);
        store.liveFindings = judged;
        setLive({ unit: unit.id, findings: judged });
      }, COMES_MS - GOES_MS);
    }, GOES_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
      clearTimeout(later);
    };
  }, [store, unit, texts, touched]);
  if (!touched) return unit.findings;
  // Until the checks have run, what they said before stands there.
  const shown = live?.unit === unit.id ? live.findings : unit.findings;
  const dismissed = new Set(unit.dismissed.map(({ check }) => check));
  return shown.filter(({ check }) => !dismissed.has(check));
}

/** Fetches the checks while nothing else is to be done, so that the first letter does not wait for them. */
export function usePreloadedChecks(): void {
  useEffect(() => {
    const load = () => void import("./live-checks");
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(load, 1500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(load, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, []);
}
