"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { EditorPreferences } from "@/lib/domain/users/editor-preferences";
import { readStored, writeStored } from "./browser-storage";
import { sendPreferences } from "./requests";

/** How somebody likes the editor: kept with the account, and for visitors in their browser. */

const VISITORS = "loquat:editor-preferences";

/** Preferences, and who is told when they change. */
export class Preferences {
  private readonly watchers = new Set<() => void>();

  /** @param account 0 for a visitor */
  constructor(
    private values: EditorPreferences,
    private readonly account: number,
  ) {}

  readonly read = (): EditorPreferences => this.values;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Takes up what a visitor has chosen in this browser. */
  start(): void {
    const kept = this.account === 0 ? readStored<Partial<EditorPreferences>>(VISITORS) : undefined;
    if (kept) this.set(kept);
  }

  private set(change: Partial<EditorPreferences>): void {
    this.values = { ...this.values, ...change };
    for (const watcher of this.watchers) watcher();
  }

  /** Changes some of them, here at once. One that could not be kept holds until the page is left. */
  change(change: Partial<EditorPreferences>): void {
    this.set(change);
    if (this.account === 0) writeStored(VISITORS, { ...readStored<object>(VISITORS), ...change });
    else void sendPreferences(this.account, change);
  }
}

const PreferencesContext = createContext<Preferences | undefined>(undefined);

/** Hands preferences to everything inside. */
export function PreferencesProvider({
  initial,
  account,
  children,
}: {
  initial: EditorPreferences;
  account: number;
  children: ReactNode;
}) {
  const [preferences] = useState(() => new Preferences(initial, account));
  useEffect(() => preferences.start(), [preferences]);
  return <PreferencesContext.Provider value={preferences}>{children}</PreferencesContext.Provider>;
}

/** The preferences themselves, for what is no component. */
export function usePreferenceStore(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error("A part of the editor stands outside of it.");
  return preferences;
}

/** One preference. */
export function usePreference<Name extends keyof EditorPreferences>(name: Name): EditorPreferences[Name] {
  const preferences = usePreferenceStore();
  const read = () => preferences.read()[name];
  return useSyncExternalStore(preferences.subscribe, read, read);
}
