import type { Flags } from "@/lib/text/flags/flags";

/** What a fixup knows about the string. */
export interface FixupContext {
  flags: Flags;
  /** Target language: whole code (`pt_BR`) and language part (`pt`). */
  languageCode: string;
  language: string;
}

/** One correction made when a person saves. Applying it twice changes nothing more. */
export interface Fixup {
  id: string;
  name: string;
  /** The corrected target form; the same text when there is nothing to do. Target forms are never empty. */
  apply(source: string, target: string, context: FixupContext): string;
}
