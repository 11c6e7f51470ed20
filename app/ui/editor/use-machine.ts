"use client";

import { useEffect, useState } from "react";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "./editor-context";
import { fetchSuggestions, type MachineSuggestion } from "./requests";

export interface MachineRows {
  /** The best first; those of services outside come behind as they arrive. */
  rows: readonly MachineSuggestion[];
  /** Services that have not answered yet; null is our own memory. */
  waiting: readonly (string | null)[];
  /** Services that did not answer, with what the server said. */
  failed: readonly { name: string | null; text: string | undefined }[];
}

const NONE: MachineRows = { rows: [], waiting: [], failed: [] };

/** Whoever leafs through strings asks for none of them. */
const PATIENCE_MS = 250;
const KEPT = 100;
const known = new Map<string, MachineRows>();

function keep(key: string, found: MachineRows): void {
  if (known.size >= KEPT) known.clear();
  known.set(key, found);
}

const BEGUN: MachineRows = { ...NONE, waiting: [null] };

/** Automatic suggestions for the open string: asked for once it has been shown for a moment. */
export function useMachine(unit: EditorUnit | undefined): MachineRows {
  const store = useStore();
  const key = unit && store.head.mayAsk ? `${unit.id}:${unit.sources.join("\u0000")}` : undefined;
  const id = unit?.id;
  const [found, setFound] = useState<{ key: string; machine: MachineRows }>();
  useEffect(() => {
    if (key === undefined || id === undefined) return;
    const before = known.get(key);
    if (before) {
      setFound({ key, machine: before });
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void load(id, leaving.signal, (machine) => {
        setFound({ key, machine });
        if (machine.waiting.length === 0) keep(key, machine);
      });
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, id]);
  const machine = found && found.key === key ? found.machine : undefined;
  useEffect(() => {
    store.offered = machine?.rows.map((row) => row.targets) ?? [];
  }, [store, machine]);
  if (key === undefined) return NONE;
  return machine ?? BEGUN;
}

async function load(unit: number, signal: AbortSignal, tell: (machine: MachineRows) => void): Promise<void> {
  const first = await fetchSuggestions(unit, undefined, signal);
  if (signal.aborted) return;
  if ("refusal" in first) return tell({ ...NONE, failed: [{ name: null, text: first.refusal }] });
  let machine: MachineRows = { rows: first.suggestions, waiting: first.further.map((one) => one.name), failed: [] };
  tell(machine);
  await Promise.all(
    first.further.map(async ({ id, name }) => {
      const more = await fetchSuggestions(unit, id, signal);
      if (signal.aborted) return;
      const waiting = machine.waiting.filter((other) => other !== name);
      if ("refusal" in more)
        machine = { ...machine, waiting, failed: [...machine.failed, { name, text: more.refusal }] };
      else machine = { ...machine, waiting, rows: added(machine.rows, more.suggestions) };
      tell(machine);
    }),
  );
}

/** New rows stand behind those that are shown, so that nothing moves under a finger. */
function added(rows: readonly MachineSuggestion[], more: readonly MachineSuggestion[]): readonly MachineSuggestion[] {
  const texts = new Set(rows.map((row) => row.targets.join("\u0000")));
  return [...rows, ...more.filter((row) => !texts.has(row.targets.join("\u0000")))];
}
