"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { useStore } from "./editor-context";
import type { SavedSpread } from "./editor-state";
import { useLink } from "./use-link";

const LINK = "link inline-flex min-h-6 items-center pointer-coarse:min-h-11";

/** To how many equal strings the last save went on, which ones it did not reach, and the way back. */
export function SpreadNote({ spread }: { spread: SavedSpread }) {
  const t = useTexts();
  const store = useStore();
  const { ask, problem } = useLink();
  const [back, setBack] = useState<number>();
  const { unit, words, taken, apart } = spread;
  const takeBack = async () => {
    const done = await ask(unit.id, "take-back");
    if (done) setBack(done.back);
  };
  return (
    <div className="js-only text-table text-ink-2" data-spread>
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          {back !== undefined
            ? t("editor.spread.back", { count: back })
            : taken > 0
              ? t("editor.spread.taken", { words, count: taken })
              : null}{" "}
          {apart > 0 && back === undefined ? t("editor.spread.apart", { words, count: apart }) : null}
        </span>
        {taken > 0 && back === undefined ? (
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
