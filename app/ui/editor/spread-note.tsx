"use client";

import { useState } from "react";
import { type Texts, useTexts } from "#texts";
import { useStore } from "./editor-context";
import type { SavedSpread } from "./editor-state";
import { useLink } from "./use-link";

const LINK = "link inline-flex min-h-6 items-center pointer-coarse:min-h-11";

/** What became of equal strings, as short sentences. */
function wentOn(t: Texts, { words, taken, suggested, apart }: Omit<SavedSpread, "unit">): string[] {
  const said: string[] = [];
  if (taken > 0) said.push(t("editor.spread.taken", { words, count: taken }));
  if (suggested > 0) said.push(t("editor.spread.suggested", { words, count: suggested }));
  if (apart > 0) said.push(t("editor.spread.apart", { words, count: apart }));
  return said;
}

function takenBack(t: Texts, done: { back: number; withdrawn: number }, went: boolean): string[] {
  const said: string[] = [];
  if (went || done.withdrawn === 0) said.push(t("editor.spread.back", { count: done.back }));
  if (done.withdrawn > 0) said.push(t("editor.spread.withdrawn", { count: done.withdrawn }));
  return said;
}

/** To how many equal strings the last save went on, which ones it did not reach, and the way back. */
export function SpreadNote({ spread }: { spread: SavedSpread }) {
  const t = useTexts();
  const store = useStore();
  const { ask, problem } = useLink();
  const [done, setDone] = useState<{ back: number; withdrawn: number }>();
  // A server that is about to be updated tells nothing of suggestions yet.
  const { unit, words, taken, suggested = 0, apart } = spread;
  const takeBack = async () => {
    const answer = await ask(unit.id, "take-back");
    if (answer) setDone(answer);
  };
  return (
    <div className="js-only text-table text-ink-2" data-spread>
      <p className="flex flex-wrap items-center gap-x-3">
        <span>{(done ? takenBack(t, done, taken > 0) : wentOn(t, { words, taken, suggested, apart })).join(" ")}</span>
        {taken + suggested > 0 && !done ? (
          <button type="button" className={LINK} onClick={() => void takeBack()}>
            {t("editor.spread.takeBack")}
          </button>
        ) : null}
        <a href={`${store.address(unit)}&tab=nearby`} className={LINK}>
          {t("editor.spread.show")}
        </a>
      </p>
      {problem ? (
        <p role="alert" className="text-failing">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
