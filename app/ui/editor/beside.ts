"use client";

import { useEffect, useReducer, useState } from "react";
import type { TextBeside } from "@/lib/domain/editor/beside";
import { useEditor } from "./editor-context";
import { fetchBeside } from "./requests";

/** A language that is shown beside the source. */
export interface LanguageBeside {
  code: string;
  name: string;
  direction: string;
  /** Texts that the page came with. */
  texts: readonly TextBeside[];
}

const AT_ONCE = 100;

/** Texts in another language beside rows that are drawn: what is missing is asked for. */
export class BesideTexts {
  private readonly texts = new Map<number, readonly string[]>();
  private readonly asked = new Set<number>();
  private readonly wanted = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly language: LanguageBeside,
    units: readonly number[],
    private readonly changed: () => void,
  ) {
    for (const id of units) this.asked.add(id);
    for (const { unitId, targets } of language.texts) this.texts.set(unitId, targets);
  }

  of(id: number): readonly string[] | undefined {
    return this.texts.get(id);
  }

  want(id: number): void {
    if (this.asked.has(id)) return;
    this.wanted.add(id);
    this.timer ??= setTimeout(() => void this.ask(), 80);
  }

  private async ask(): Promise<void> {
    this.timer = undefined;
    const ids = [...this.wanted].slice(0, AT_ONCE);
    for (const id of ids) {
      this.wanted.delete(id);
      this.asked.add(id);
    }
    const found = await fetchBeside(ids, this.language.code);
    // What could not be had is asked for when its row is drawn again.
    if (!found) for (const id of ids) this.asked.delete(id);
    for (const { unitId, targets } of found ?? []) this.texts.set(unitId, targets);
    this.changed();
    if (this.wanted.size > 0) this.timer ??= setTimeout(() => void this.ask(), 80);
  }
}

/** Texts in a language beside the rows; undefined where none was chosen. */
export function useBeside(language: LanguageBeside | undefined): BesideTexts | undefined {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const order = useEditor((state) => state.order);
  const [texts] = useState(() => language && new BesideTexts(language, order, again));
  return texts;
}

/** Asks for the text beside a row as long as the row is drawn. */
export function useWanted(texts: BesideTexts | undefined, id: number): readonly string[] | undefined {
  useEffect(() => texts?.want(id), [texts, id]);
  return texts?.of(id);
}
