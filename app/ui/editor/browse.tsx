"use client";

import { createContext, memo, type ReactNode, useContext, useState } from "react";
import { useTexts } from "#texts";
import type { EditorPreferences } from "@/lib/domain/users/editor-preferences";
import { classes } from "../classes";
import { StateIcon } from "../state-icon";
import { STATE_NAMES, stateOf } from "../states";
import { EditorProvider, useEditor, useStore } from "./editor-context";
import type { EditorInput } from "./editor-state";
import { Facts, Lines } from "./lines";
import { PAGES } from "./list";
import { PreferencesProvider } from "./preferences";
import { RowList, type RowProps, rowStyle, UnloadedRow } from "./row-list";
import { EditorStore } from "./store";
import { Nothing } from "./string-pane";
import { type FilterChoice, Toolbar } from "./toolbar";
import { WorstFinding } from "./worst-finding";

/** Height of a row that has not been drawn yet. */
const GUESS = 72;

/** The string that the address names. */
const Asked = createContext<number | undefined>(undefined);

const Row = memo(function Row({ index, id = 0, place, top, measure }: RowProps) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.unit(id));
  const total = useEditor((state) => state.total);
  const asked = useContext(Asked) === id && unit !== undefined;
  const { language, sourceLanguage } = store.head;
  const style = rowStyle(top, { minHeight: 44 });
  if (!unit)
    return <UnloadedRow id={id} index={index} place={place} measure={measure} style={{ ...style, minHeight: GUESS }} />;
  const source = store.translationOf(unit)?.source ?? sourceLanguage;
  const state = stateOf(unit.state);
  return (
    <li
      ref={measure}
      data-row={id}
      data-index={index}
      style={style}
      aria-setsize={total}
      aria-posinset={place}
      aria-current={asked ? "true" : undefined}
      className={classes(
        "grid gap-x-4 gap-y-1 border-s-4 border-b border-b-line px-3 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_170px]",
        asked ? "border-s-brand bg-surface" : "border-s-transparent",
      )}
    >
      <div className="min-w-0">
        <span className="sr-only">{t("editor.rowNumber", { place })} </span>
        <Lines texts={unit.sources} lang={source.code} dir={source.direction} />
        <Facts unit={unit} />
      </div>
      <div className="min-w-0">
        <Lines texts={unit.targets} lang={language.code} dir={language.direction}>
          {t("editor.notTranslated")}
        </Lines>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 text-table sm:flex-col sm:justify-start">
        <span className="flex items-center gap-1.5 text-ink-2">
          <StateIcon state={state} silent /> {t(STATE_NAMES[state])}
          <WorstFinding findings={unit.findings} />
          {unit.suggested ? <StateIcon state="suggestion" /> : null}
        </span>
        <a
          className="link inline-flex min-h-6 items-center"
          href={store.permanentAddress(unit)}
          aria-label={t("editor.openNamed", { place })}
        >
          {t("editor.openInEditor")}
        </a>
      </div>
    </li>
  );
});

function Strings({ searchError }: { searchError: string | undefined }) {
  const total = useEditor((state) => state.total);
  if (total > 0) return <RowList row={Row} size={GUESS} page={PAGES.rows} follow="always" />;
  return (
    <div className="p-5">
      <Nothing searchError={searchError} />
    </div>
  );
}

/** All strings to read, each with a link into the editor. */
export function Browse({
  input,
  filters,
  searchError,
  reading,
  asked,
  preferences,
}: {
  input: Omit<EditorInput, "outcome">;
  filters: readonly FilterChoice[];
  searchError: string | undefined;
  /** How the search is understood. */
  reading: ReactNode;
  /** Whether the address names a string. */
  asked: boolean;
  preferences: EditorPreferences;
}) {
  const t = useTexts();
  // It is never started: nothing is kept or sent.
  const [store] = useState(() => new EditorStore({ ...input, outcome: undefined }, t));
  return (
    <PreferencesProvider initial={preferences} account={input.head.viewer?.id ?? 0}>
      <EditorProvider store={store}>
        <Toolbar view="browse" filters={filters} searchError={searchError} reading={reading} onHelp={undefined} />
        <Asked value={asked ? input.window.cursor : undefined}>
          <Strings searchError={searchError} />
        </Asked>
      </EditorProvider>
    </PreferencesProvider>
  );
}
