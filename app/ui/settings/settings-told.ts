import type { FormState } from "../form-state";

/** What is told of one setting while it is changed. */
export interface SettingNote {
  /** `sample` is a text that is shown as it is. */
  tone: "fine" | "wrong" | "sample";
  text: string;
}

/** What a change of settings would lead to, in words. */
export interface SettingsTold {
  /** Notes by the names of the settings. */
  notes: Readonly<Record<string, SettingNote>>;
  consequences: readonly { tone: "info" | "warning"; text: string }[];
}

export const NOTHING_TOLD: SettingsTold = { notes: {}, consequences: [] };

/** What the action of a form of settings answers. */
export interface SettingsFormState extends FormState {
  /** What was asked for with the preview, where a browser runs no script. */
  told?: SettingsTold;
}
