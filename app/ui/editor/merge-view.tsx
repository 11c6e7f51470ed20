"use client";

import { useEffect, useRef } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { RelativeTime } from "../relative-time";
import { StateChip } from "../state-chip";
import { stateOf } from "../states";
import { UnitText } from "../unit-text";
import { WordDiff } from "../word-diff";
import { useStore } from "./editor-context";
import type { Conflict } from "./editor-state";
import { KeyCaps } from "./key-caps";
import { padded } from "./texts";

function Texts({ texts, before }: { texts: readonly string[]; before?: readonly string[] }) {
  const t = useTexts();
  const { language } = useStore().head;
  return (
    <div className="grid gap-1">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <p key={index} className="min-h-6">
          {before ? (
            <WordDiff before={before[index] ?? ""} after={text} lang={language.code} dir={language.direction} />
          ) : text === "" ? (
            <span className="text-ink-3">{t("editor.empty")}</span>
          ) : (
            <UnitText text={text} lang={language.code} dir={language.direction} small />
          )}
        </p>
      ))}
    </div>
  );
}

/** Two people wrote the same string: what stood there, what they wrote, what you wrote. The fields hold the result. */
export function MergeView({ conflict }: { conflict: Conflict }) {
  const t = useTexts();
  const store = useStore();
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  const { theirs, by, before, mine } = conflict;
  const forms = store.forms(theirs);
  const base = padded(before, forms);
  const row = "grid gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 sm:grid-cols-[120px_minmax(0,1fr)_auto]";
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="merge-heading"
      className="overflow-hidden rounded-panel border border-needs bg-surface"
    >
      <div className="bg-tint-needs px-4 py-2.5">
        <h2 id="merge-heading" className="font-semibold">
          {by ? t("editor.changedBy", { user: by.name }) : t("editor.changed")}
        </h2>
        <p className="text-table text-ink-2">{t("editor.mergeHelp")}</p>
      </div>
      <div className={row}>
        <h3 className="text-table font-semibold text-ink-2">{t("editor.before")}</h3>
        <Texts texts={base} />
      </div>
      <div className={row}>
        <h3 className="text-table font-semibold text-ink-2">
          {t("editor.theirs")}
          {by ? (
            <span className="block font-normal text-ink-3">
              {by.name}, <RelativeTime at={by.at} />
            </span>
          ) : null}
        </h3>
        <div>
          <Texts texts={padded(theirs.targets, forms)} before={base} />
          <div className="mt-1">
            <StateChip state={stateOf(theirs.state)} />
          </div>
        </div>
        <Button
          small
          className="self-start"
          type="submit"
          name="then"
          value="theirs"
          formNoValidate
          onClick={take(() => store.resolve("theirs"))}
        >
          {t("editor.takeTheirs")} <KeyCaps command="take-theirs" />
        </Button>
      </div>
      <div className={row}>
        <h3 className="text-table font-semibold text-ink-2">
          {t("editor.yours")}
          <span className="block font-normal text-ink-3">{t("editor.notSavedYet")}</span>
        </h3>
        <Texts texts={padded(mine, forms)} before={base} />
        <Button small type="submit" name="then" value="next" onClick={take(() => store.resolve("mine"))}>
          {t("editor.keepMine")} <KeyCaps command="keep-mine" />
        </Button>
        {store.suggestingDenial(theirs) === null ? (
          <Button
            small
            type="submit"
            name="then"
            value="suggest"
            onClick={take(() => store.resolve("suggestion"))}
            className="sm:col-start-3"
          >
            {t("editor.mineAsSuggestion")} <KeyCaps command="mine-as-suggestion" />
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** With script the button acts at once; without it the form is sent. */
function take(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault();
    act();
  };
}
