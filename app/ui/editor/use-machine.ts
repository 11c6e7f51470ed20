"use client";

import { useEffect, useRef, useState } from "react";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "./editor-context";
import { fetchSuggestions, type MachineSuggestion } from "./requests";

export interface MachineRows {
  /** The best first; what comes while somebody is at the list stands behind until they leave it. */
  rows: readonly MachineSuggestion[];
  /** Services that have not answered yet; null is our own memory. */
  waiting: readonly (string | null)[];
  /** Services that did not answer, with what the server said. */
  failed: readonly { name: string | null; text: string | undefined }[];
  /** Whether the memory was asked. */
  searched: boolean;
}

/** The same, with what the panel may do. */
export interface MachineView extends MachineRows {
  likeness: number;
  setLikeness: (likeness: number) => void;
  /** Keeps rows in their places for as long as somebody is at them. */
  hold: (held: boolean) => void;
}

const NONE: MachineRows = { rows: [], waiting: [], failed: [], searched: true };

/** Least likeness of sources that can be chosen. */
export const LIKENESSES = [50, 60, 75, 90, 100] as const;
const USUAL = 75;
const CHOSEN = "loquat:likeness";

function chosenLikeness(): number {
  const chosen = Number(localStorage.getItem(CHOSEN));
  return LIKENESSES.some((one) => one === chosen) ? chosen : USUAL;
}

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
export function useMachine(unit: EditorUnit | undefined): MachineView {
  const store = useStore();
  const held = useRef(false);
  const [likeness, choose] = useState(USUAL);
  useEffect(() => choose(chosenLikeness()), []);
  const key = unit && store.head.mayAsk ? `${unit.id}:${likeness}:${unit.sources.join("\u0000")}` : undefined;
  const id = unit?.id;
  const [found, setFound] = useState<{ key: string; machine: MachineRows }>();
  const connections = useConnections();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed without a connection is asked for with the next one
  useEffect(() => {
    if (key === undefined || id === undefined) return;
    const before = known.get(key);
    if (before) {
      setFound({ key, machine: before });
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void load({ unit: id, likeness, signal: leaving.signal, held }, (machine) => {
        setFound({ key, machine });
        // What could not be asked is asked again.
        if (machine.waiting.length === 0 && machine.failed.length === 0)
          keep(key, { ...machine, rows: ranked(machine.rows) });
      });
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, id, likeness, connections]);
  const machine = found && found.key === key ? found.machine : undefined;
  useEffect(() => {
    store.offered = machine?.rows.map((row) => row.targets) ?? [];
  }, [store, machine]);
  const setLikeness = (chosen: number) => {
    localStorage.setItem(CHOSEN, String(chosen));
    choose(chosen);
  };
  const hold = (now: boolean) => {
    held.current = now;
    if (!now)
      setFound((last) => {
        if (!last) return last;
        const rows = ranked(last.machine.rows);
        const moved = rows.some((row, place) => row !== last.machine.rows[place]);
        return moved ? { ...last, machine: { ...last.machine, rows } } : last;
      });
  };
  const shown = key === undefined ? NONE : (machine ?? BEGUN);
  return { ...shown, likeness, setLikeness, hold };
}

/** How often the browser has come back to the network. */
function useConnections(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const back = () => setCount((last) => last + 1);
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, []);
  return count;
}

interface Asking {
  unit: number;
  likeness: number;
  signal: AbortSignal;
  held: { readonly current: boolean };
}

async function load(asking: Asking, tell: (machine: MachineRows) => void): Promise<void> {
  const { unit, likeness, signal, held } = asking;
  const first = await fetchSuggestions(unit, undefined, likeness, signal);
  if (signal.aborted) return;
  if ("refusal" in first) return tell({ ...NONE, failed: [{ name: null, text: first.refusal }] });
  let machine: MachineRows = {
    rows: ranked(first.suggestions),
    waiting: first.further.map((one) => one.name),
    failed: [],
    searched: first.searched,
  };
  tell(machine);
  await Promise.all(
    first.further.map(async ({ id, name }) => {
      const more = await fetchSuggestions(unit, id, likeness, signal);
      if (signal.aborted) return;
      const waiting = machine.waiting.filter((other) => other !== name);
      if ("refusal" in more)
        machine = { ...machine, waiting, failed: [...machine.failed, { name, text: more.refusal }] };
      else machine = { ...machine, waiting, rows: added(machine.rows, more.suggestions, held.current) };
      tell(machine);
    }),
  );
}

/** New rows go to their rank, or behind the others while somebody is at the list: nothing moves under a finger. */
export function added(
  rows: readonly MachineSuggestion[],
  more: readonly MachineSuggestion[],
  held: boolean,
): readonly MachineSuggestion[] {
  const texts = new Set(rows.map((row) => row.targets.join("\u0000")));
  const all = [...rows, ...more.filter((row) => !texts.has(row.targets.join("\u0000")))];
  return held ? all : ranked(all);
}

/** The best first; of those that are alike the earlier one. */
const ranked = (rows: readonly MachineSuggestion[]): readonly MachineSuggestion[] =>
  [...rows].sort((a, b) => b.quality - a.quality);
