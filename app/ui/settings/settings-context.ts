"use client";

import { createContext } from "react";
import type { SettingNote } from "./settings-told";

/** What the form around a setting knows of it. */
export interface SettingsState {
  /** Names of settings that are looked for; all are shown where it is undefined. */
  found: ReadonlySet<string> | undefined;
  changed: ReadonlySet<string>;
  notes: Readonly<Record<string, SettingNote>>;
}

export const SettingsContext = createContext<SettingsState>({ found: undefined, changed: new Set(), notes: {} });
