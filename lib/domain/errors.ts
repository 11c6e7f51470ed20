import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { type Refusal, refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { carry, type Sentence, type Worded, worded } from "@/lib/text/messages/worded";

export { type Sentence, sentenceOf, type Worded, worded } from "@/lib/text/messages/worded";

/**
 * The small family of errors the domain throws. Each carries a sentence for a person: what, where, what to do.
 * `lib/api/errors.ts` is the one table from these to statuses and bodies.
 */
export abstract class DomainError extends Error {
  declare readonly said?: Refusal;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    const { message, said } = worded(sentence);
    super(message, options);
    carry(this, said);
  }
}

/** The object does not exist, or the actor may not know that it does. */
export class NotFound extends DomainError {
  override readonly name = "NotFound";
}

/** Why an actor may not do a thing; carried by errors, pages and disabled buttons alike. */
export type DenialReason =
  | "not-signed-in"
  | "missing-permission"
  | "language-not-in-team"
  | "locked"
  | "read-only-string"
  | "approved-needs-reviewer"
  | "own-text"
  | "agreement-unsigned"
  | "two-factor-required"
  | "blocked"
  | "viewing"
  | "not-supported";

export interface Denial {
  reason: DenialReason;
  /** The codename that would be needed, when that is the reason. */
  permission?: string;
  /** A sentence for a person, as the API has it. */
  text: string;
  /** The same for a page, which says it in the language of its reader; where there is none, it says `text`. */
  said?: Refusal;
}

/** The actor is known and may not. */
export class Forbidden extends DomainError {
  override readonly name = "Forbidden";
  constructor(readonly denial: Denial) {
    super(denial.text);
  }
}

/** Nobody is signed in, or the credential is no good. */
export class Unauthenticated extends DomainError {
  override readonly name = "Unauthenticated";
  constructor(
    sentence: Sentence,
    /** True when a credential was sent and refused. */
    readonly failed = false,
  ) {
    super(sentence);
  }

  /** By a denial, which names a permission by what it allows. */
  static by({ text, said }: Pick<Denial, "text" | "said">): Unauthenticated {
    const error = new Unauthenticated(text);
    carry(error, said);
    return error;
  }
}

/** One thing wrong with the input. `path` is the field, nested members joined by "."; "" concerns the whole. */
export interface FieldError extends Worded {
  path: string;
  /** Codes of the contract 5.2. */
  code: string;
}

/** The input cannot be accepted; nothing was changed. */
export class Invalid extends DomainError {
  override readonly name = "Invalid";
  constructor(readonly fields: readonly FieldError[]) {
    super(fields.map((field) => (field.path ? `${field.path}: ${field.message}` : field.message)).join(" "));
  }

  /** The usual case: one field, one sentence. */
  static field(path: string, sentence: Sentence, code = "invalid"): Invalid {
    return new Invalid([{ path, code, ...worded(sentence) }]);
  }
}

/** What a work gives, or what it finds wrong with the input, for whoever has more to look at. */
export async function problemsOr<T>(
  work: () => T | Promise<T>,
): Promise<{ value?: T; problems: readonly FieldError[] }> {
  try {
    return { value: await work(), problems: [] };
  } catch (error) {
    if (error instanceof Invalid) return { problems: error.fields };
    throw error;
  }
}

/** What a work finds, or undefined where there is nothing of the kind, or nothing that the actor may see. */
export async function foundOr<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Somebody else was faster; `current` is what stands now. */
export class Conflict extends DomainError {
  override readonly name = "Conflict";
  constructor(
    sentence: Sentence,
    readonly current?: unknown,
  ) {
    super(sentence);
  }
}

/** A plan that is to be carried out would be another one now. */
export class Stale extends Conflict {
  /** @param reasons what has changed since */
  constructor(readonly reasons: readonly Sentence[]) {
    const changed = reasons.map((reason) => worded(reason).message).join(" ");
    super(sayRefusal(builtinEnglish(), refusal("planOutdated", { changed })));
  }
}

/** Another operation holds what this one needs, for longer than it may wait. */
export class Locked extends DomainError {
  override readonly name = "Locked";
  constructor(
    sentence: Sentence,
    readonly code: "repository-locked" | "component-locked" | "unknown-locked" = "unknown-locked",
  ) {
    super(sentence);
  }
}

/** There is too much to do at the moment; the same request will be fine later. */
export class Busy extends DomainError {
  override readonly name = "Busy";
  /** Seconds after which to try again. */
  readonly seconds: number;
  /** True when it is the caller's own work that has to end first. */
  readonly own: boolean;
  constructor(sentence: Sentence, { seconds, own }: { seconds: number; own: boolean }) {
    super(sentence);
    this.seconds = seconds;
    this.own = own;
  }
}

/** The outside did not do its part: a remote, a file, a service. */
export class Failed extends DomainError {
  override readonly name = "Failed";
}

/** Too much at a time: the same may work later. */
export class Throttled extends DomainError {
  override readonly name = "Throttled";
  constructor(
    sentence: Sentence,
    /** Seconds until the next try may succeed. */
    readonly retryAfter: number,
  ) {
    super(sentence);
  }
}
