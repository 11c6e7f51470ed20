import type { Subject } from "@/lib/generated/messages";

export type { Subject } from "@/lib/generated/messages";

/** What components in the browser have to say on every page. */
export const FRAME_SUBJECTS = ["form", "error", "paging", "progress", "palette"] as const satisfies readonly Subject[];

/** What the editor has to say. */
export const EDITOR_SUBJECTS = [
  ...FRAME_SUBJECTS,
  "editor",
  "plurals",
  "shots",
  "state",
  "time",
  "blanks",
  "why",
  "did",
  "checkTypes",
  "findings",
] as const satisfies readonly Subject[];

/** What is done with a screenshot in the browser. */
export const SHOT_SUBJECTS = [...FRAME_SUBJECTS, "shots"] as const satisfies readonly Subject[];

/** What the wizard for new components has to say. */
export const WIZARD_SUBJECTS = [...FRAME_SUBJECTS, "wizard", "blanks"] as const satisfies readonly Subject[];

/** What the forms for many strings have to say. */
export const BULK_SUBJECTS = [...FRAME_SUBJECTS, "bulk"] as const satisfies readonly Subject[];

/** What the form for a file of translations has to say. */
export const UPLOAD_SUBJECTS = [...FRAME_SUBJECTS, "upload", "state", "blanks"] as const satisfies readonly Subject[];

/** What forms of settings have to say. */
export const SETTINGS_SUBJECTS = [...FRAME_SUBJECTS, "settingsForm"] as const satisfies readonly Subject[];

/** What forms with a passkey have to say. */
export const PASSKEY_SUBJECTS = [...FRAME_SUBJECTS, "passkey"] as const satisfies readonly Subject[];

/** Parts of the pages that say different things in the browser, each with its subjects. */
export const CLIENT_SUBJECTS = {
  frame: FRAME_SUBJECTS,
  editor: EDITOR_SUBJECTS,
  shots: SHOT_SUBJECTS,
  wizard: WIZARD_SUBJECTS,
  bulk: BULK_SUBJECTS,
  upload: UPLOAD_SUBJECTS,
  settings: SETTINGS_SUBJECTS,
  passkey: PASSKEY_SUBJECTS,
} as const satisfies Readonly<Record<string, readonly Subject[]>>;

export type ClientPart = keyof typeof CLIENT_SUBJECTS;

export const isClientPart = (name: string): name is ClientPart => Object.hasOwn(CLIENT_SUBJECTS, name);
