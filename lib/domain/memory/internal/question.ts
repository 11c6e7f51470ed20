import type { MemoryScope } from "../scope";

/** What the memory is asked. */

export interface MemoryQuestion {
  sourceLanguageId: number;
  targetLanguageId: number;
  /** Where the text will be used; its settings decide about shared entries. */
  project?: { id: number };
  /** The component there, and its path as entries name it. */
  componentId?: number;
  origin?: string;
  /** Sources, plural forms joined as in changes; at most some hundred. */
  texts: readonly string[];
  /** The strings that the texts are of, in their order: none is offered to itself. */
  about?: readonly { unitId: number; context: string }[];
  /** Whether strings that need editing are taken as well. */
  uncertain?: boolean;
  /** Minimum likeness; 100 looks for equal texts alone. */
  threshold: number;
  /** Matches for each text. */
  limit: number;
}

export interface MemoryFilter {
  /** A part of the source, in any case. */
  source?: string;
  /** Codes of languages. */
  sourceLanguage?: string;
  targetLanguage?: string;
  /** Slug. */
  project?: string;
  scope?: MemoryScope;
}
