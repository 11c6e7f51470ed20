/** Numbers that stand for something, in the database and in the API. The schema names these types at its columns. */

/** @public */
export type JsonObject = Record<string, unknown>;

/** How far a string is. */
export const STATE = {
  EMPTY: 0,
  NEEDS_EDITING: 10,
  NEEDS_REWRITING: 11,
  NEEDS_CHECKING: 12,
  TRANSLATED: 20,
  APPROVED: 30,
  READ_ONLY: 100,
} as const;
export type UnitState = (typeof STATE)[keyof typeof STATE];

/** States that people give a string. */
export const GIVEN_STATES = [STATE.EMPTY, STATE.NEEDS_EDITING, STATE.TRANSLATED, STATE.APPROVED] as const;
export type GivenState = (typeof GIVEN_STATES)[number];
export const isGivenState = (state: number): state is GivenState => (GIVEN_STATES as readonly number[]).includes(state);

/** Whether a string has a text that somebody must look at again. */
export const needsEditing = (state: number): boolean => state >= STATE.NEEDS_EDITING && state < STATE.TRANSLATED;

/** Who may see a project, and who may work in it. */
export const ACCESS = { PUBLIC: 0, PROTECTED: 1, PRIVATE: 100, CUSTOM: 200 } as const;
/** @public */
export type AccessLevel = (typeof ACCESS)[keyof typeof ACCESS];

/** Which projects a team reaches. */
export const PROJECT_SELECTION = { LISTED: 0, ALL: 1, COMPONENT_LISTS: 2, PUBLIC: 3, PROTECTED: 4 } as const;
/** @public */
export type ProjectSelection = (typeof PROJECT_SELECTION)[keyof typeof PROJECT_SELECTION];

/** Which languages a team reaches. */
export const LANGUAGE_SELECTION = { LISTED: 0, ALL: 1 } as const;
/** @public */
export type LanguageSelection = (typeof LANGUAGE_SELECTION)[keyof typeof LANGUAGE_SELECTION];

/** Which strings are written into the files of a project. */
export const COMMIT_POLICY = { EVERYTHING: 0, WITHOUT_NEEDS_EDITING: 20, ONLY_APPROVED: 30 } as const;
/** @public */
export type CommitPolicy = (typeof COMMIT_POLICY)[keyof typeof COMMIT_POLICY];

/** How far a background task is. */
export type TaskState = "pending" | "running" | "done" | "failed" | "cancelled";

/** How far a run of the embedded executor is, what its jobs do, and what its steps wait for. @public */
export type RunStatus = "running" | "completed" | "failed" | "cancelled";
/** @public */
export type JobKind = "call" | "sleep" | "timeout" | "event" | "cron";
/** @public */
export type PauseKind = "wait" | "invoke" | "cancel";

/** A number that must be one of the codes: whoever takes it from outside refuses others. */
export function codeOf<Code extends number>(codes: Readonly<Record<string, Code>>, value: number): Code {
  if (!isCode(codes, value)) throw new Error(`${value} is not one of these codes: ${Object.values(codes).join(", ")}.`);
  return value;
}

/** Whether a number is one of the codes. */
export const isCode = <Code extends number>(codes: Readonly<Record<string, Code>>, value: number): value is Code =>
  Object.values<number>(codes).includes(value);

/** How a pull or merge request stands at its code host. */
export const REQUEST_STATES = ["open", "conflicted", "merged", "closed"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Rules between texts of Loquat and of upstream; the contract 12.17. */
export const CLASH_RULES = ["theirs", "ours", "ask"] as const;

/** `theirs`: upstream's text stands; `ours`: Loquat's; `ask`: upstream's, until a person has decided. */
export type ClashRule = (typeof CLASH_RULES)[number];

/** What was decided about a clash; `overtaken`: the string was changed before anybody decided. */
export type ClashDecision = "theirs" | "ours" | "other" | "overtaken";

/** What can have happened to the string of a clash. */
export const CLASH_KINDS = ["changed", "added", "removed-here", "removed-upstream", "unwritable"] as const;

/**
 * What happened to the string: both changed or added it, or one side removed what the other changed. `unwritable`: the
 * file as upstream has it cannot hold our text.
 */
export type ClashKind = (typeof CLASH_KINDS)[number];

/** A message to another service: to be tried, arrived, or given up. */
export type DeliveryState = "waiting" | "delivered" | "failed";

/**
 * A mail: to be sent, taken by the mail server, or given up.
 * @public
 */
export type MailState = "waiting" | "sent" | "failed";

/** What a link in a mail opens. */
export type AccountLinkKind = "password" | "email" | "commit-email";

/** What came of a notification of a code host. */
export const HOOK_OUTCOMES = ["updated", "unmatched", "unsigned", "refused", "other", "unreadable"] as const;
export type HookOutcome = (typeof HOOK_OUTCOMES)[number];

/**
 * What is asked for after a password.
 * @public
 */
export type SecondFactorKind = "totp" | "passkey";
