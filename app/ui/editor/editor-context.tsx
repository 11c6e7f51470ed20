"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { EditorState } from "./editor-state";
import { EMPTY_SUMMARY, type OutboxSummary } from "./outbox";
import type { EditorStore } from "./store";

const StoreContext = createContext<EditorStore | undefined>(undefined);

/** Hands the store to everything inside. */
export function EditorProvider({ store, children }: { store: EditorStore; children: ReactNode }) {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>;
}

export function useStore(): EditorStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("A part of the editor stands outside of it.");
  return store;
}

/** A part of the state; it must be the same value as long as it means the same. */
export function useEditor<T>(select: (state: EditorState, store: EditorStore) => T): T {
  const store = useStore();
  const read = () => select(store.state, store);
  return useSyncExternalStore(store.subscribe, read, read);
}

const nothing = () => () => {};
const empty = () => EMPTY_SUMMARY;

/** What waits to be saved. */
export function useOutbox(): OutboxSummary {
  const { outbox } = useStore();
  return useSyncExternalStore(outbox?.subscribe ?? nothing, outbox?.read ?? empty, empty);
}

/** Whether this is one of Apple's keyboards; false until the page is alive. */
export function useMac(): boolean {
  return useSyncExternalStore(
    nothing,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
