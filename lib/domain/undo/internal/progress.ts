import type { Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import type { Permission } from "../../access/permissions";
import type { OperationDetails, OperationKind } from "../../changes/operations";
import { Failed } from "../../errors";

/** Where an undo is: written with each batch, so that one that was killed goes on. */
export interface Progress {
  /**
   * The step that is under way, by its name, so that other steps may come before it while it is; null behind the last one.
   * A number is what former versions wrote: `stepOf` knows what it meant.
   */
  step: StepName | number | null;
  /** The last string of the step that is under way. */
  after: number;
  done: boolean;
  restored: number;
  returned: number;
  removed: number;
  skipped: number;
  /** The first of those that were left as they are. */
  left: LeftString[];
}

/** Why a string stays as it is. */
export type LeftReason = "changed" | "gone" | "locked" | "read-only" | "forms" | "format" | "not-allowed";

export interface LeftString {
  unit: number;
  reason: LeftReason;
}

/** All steps in their order. Stored by name: one that is taken out or renamed leaves undos without a way on. */
const STEP_NAMES = [
  "flags",
  "base-texts",
  "removed-strings",
  "texts",
  "added-strings",
  "labels",
  "removed-languages",
  "added-languages",
  "made-suggestions",
  "suggestions",
  "findings",
  "settings",
] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** Steps that were stored as numbers, in the order of the last version that did; former ones had fewer. Never changed. */
const NUMBERED: readonly StepName[] = [
  ...(["flags", "base-texts", "removed-strings", "texts", "added-strings", "labels"] as const),
  ...(["removed-languages", "added-languages"] as const),
];

/**
 * The step that an undo goes on with; null when none is left.
 * @throws Failed for a step that this version does not know: a newer one has begun it, and nothing may be skipped
 */
export function stepOf({ step }: Pick<Progress, "step">): StepName | null {
  if (step === null || STEP_NAMES.some((name) => name === step)) return step as StepName | null;
  if (typeof step === "number") return NUMBERED[step] ?? null;
  throw new Failed(refusal("undoBegunAnother", { step }));
}

/** The step behind another one; null behind the last. */
const stepAfter = (name: StepName | null): StepName | null =>
  name === null ? null : (STEP_NAMES[STEP_NAMES.indexOf(name) + 1] ?? null);

export const NO_PROGRESS: Progress = {
  ...{ step: STEP_NAMES[0], after: 0, done: false, restored: 0, returned: 0, removed: 0, skipped: 0 },
  left: [],
};

/** Strings that are named one by one. */
const NAMED = 200;

/** What a batch did. */
export interface Batch extends Partial<Pick<Progress, "restored" | "returned" | "removed">> {
  /** The last string that it looked at; undefined behind the last one of all. */
  after: number | undefined;
  left?: readonly LeftString[];
  /** Strings that are left and not named: the one who undoes may not see them. */
  hidden?: number;
}

/** Progress after a batch of the step that was under way. */
export function progressAfter(before: Progress, batch: Batch): Progress {
  const { left = [], hidden = 0 } = batch;
  return {
    ...before,
    ...(batch.after === undefined
      ? { step: stepAfter(stepOf(before)), after: 0 }
      : { step: stepOf(before), after: batch.after }),
    restored: before.restored + (batch.restored ?? 0),
    returned: before.returned + (batch.returned ?? 0),
    removed: before.removed + (batch.removed ?? 0),
    skipped: before.skipped + left.length + hidden,
    left: [...before.left, ...left].slice(0, NAMED),
  };
}

/** An operation as undoing needs it. */
export interface StoredOperation {
  id: string;
  kind: OperationKind;
  userId: number | null;
  createdAt: Date;
  undoneBy: string | null;
  details: OperationDetails & { needs: readonly Permission[]; undoes?: string; progress?: Progress };
}

export interface Undoing {
  actor: Actor;
  operation: StoredOperation;
  /** Strings up to this one are done. */
  after: number;
}

/** A part of an undo, one batch of it at a time. */
export type Step = (tx: Tx, undoing: Undoing) => Promise<Batch>;
