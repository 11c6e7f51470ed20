"use client";

import { type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorPreferences } from "@/lib/domain/users/editor-preferences";
import { classes } from "../classes";
import { later } from "../later";
import { type CommentForm, CommentFormProvider } from "./comment-form";
import { ContextPane } from "./context-pane";
import { EditorProvider, useEditor } from "./editor-context";
import type { EditorInput, FormOutcome } from "./editor-state";
import { Help } from "./help";
import { ListPane } from "./list-pane";
import { keepOffline } from "./offline";
import type { ContextTab } from "./panels/tabs";
import { PreferencesProvider, usePreference } from "./preferences";
import { EditorStore } from "./store";
import { StringPane } from "./string-pane";
import { type FilterChoice, Toolbar } from "./toolbar";
import { usePreloadedChecks } from "./use-findings";
import { useKeys } from "./use-keys";

const ReviewPane = later(() => import("./review-pane").then(({ ReviewPane }) => ReviewPane));

/** Sends the form when there is no script. */
export type SaveForm = (before: FormOutcome | null, data: FormData) => Promise<FormOutcome | null>;

/** Says what cannot be seen: where one is after a save, what failed. */
export function Announcer() {
  const said = useEditor((state) => state.said);
  const alarm = useEditor((state) => state.alarm);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p role="alert" className="sr-only">
        {alarm}
      </p>
    </>
  );
}

export interface EditorProps {
  input: Omit<EditorInput, "outcome">;
  filters: readonly FilterChoice[];
  tab: ContextTab | undefined;
  searchError: string | undefined;
  /** How the search is understood. */
  reading: ReactNode;
  save: SaveForm;
  comment: CommentForm;
  preferences: EditorPreferences;
  /** What a form has just done, without script. */
  done: "saved" | "suggested" | undefined;
}

/** The editor: a page that is whole without script, and quick with it. */
export function Editor(props: EditorProps) {
  return (
    <PreferencesProvider initial={props.preferences} account={props.input.head.viewer?.id ?? 0}>
      <Workplace {...props} />
    </PreferencesProvider>
  );
}

/** In one column the string that is opened comes to the top: its source and its field are what matters. */
function useStringInView(store: EditorStore): void {
  useEffect(() => {
    let shown = store.state.cursor;
    return store.subscribe(() => {
      const { cursor } = store.state;
      if (cursor === shown) return;
      shown = cursor;
      requestAnimationFrame(() => {
        const pane = document.querySelector("[data-pane=string]");
        const row = pane?.parentElement?.parentElement;
        if (row && getComputedStyle(row).display !== "grid") pane?.scrollIntoView({ block: "start" });
      });
    });
  }, [store]);
}

/**
 * Whoever comes to translate types at once: letters outside of a field are commands. Not where a keyboard would cover the
 * screen, and not where the address asks for something else than the string.
 */
function useCaretOnArrival(store: EditorStore): void {
  useEffect(() => {
    const { hash, search } = window.location;
    const elsewhere = hash !== "" || new URLSearchParams(search).has("tab") || document.activeElement !== document.body;
    if (!elsewhere && matchMedia("(pointer: fine)").matches) store.takeCaret();
  }, [store]);
}

function Workplace({ input, filters, tab, searchError, reading, save, comment, done }: EditorProps) {
  const t = useTexts();
  const [outcome, action] = useActionState(save, null);
  const [store] = useState(() => new EditorStore({ ...input, outcome: outcome ?? undefined }, t));
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => store.start(), [store]);
  useCaretOnArrival(store);
  const inserting = useKeys(store, help);
  const linear = usePreference("linear");
  useStringInView(store);
  useEffect(() => (store.head.viewer ? keepOffline(store.subscribe) : undefined), [store]);
  usePreloadedChecks();
  return (
    <EditorProvider store={store}>
      <div
        data-editor={linear ? "linear" : ""}
        className={
          linear
            ? undefined
            : "lg:grid lg:h-[calc(100dvh-57px-var(--strip,0px)-var(--banner,0px))] lg:grid-rows-[auto_minmax(0,1fr)]"
        }
      >
        <Toolbar
          view={store.review ? "review" : "translate"}
          filters={filters}
          searchError={searchError}
          reading={reading}
          onHelp={() => help.current?.showModal()}
        />
        {done ? (
          <p role="status" className="no-js-only bg-tint-approved px-4 py-2 text-table">
            {t(done === "suggested" ? "editor.doneSuggested" : "editor.doneSaved")}
          </p>
        ) : null}
        <div
          className={classes(
            "flex flex-col",
            linear
              ? "mx-auto w-full max-w-[900px]"
              : "lg:grid lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[280px_minmax(0,1fr)_340px]",
          )}
        >
          <section
            data-pane="list"
            aria-label={t("editor.stringList")}
            className={classes(
              "bg-surface",
              linear
                ? "order-last border-t border-line"
                : "max-lg:order-last max-lg:border-t max-lg:border-line lg:overflow-y-auto lg:border-e lg:border-line",
            )}
          >
            <ListPane />
          </section>
          <div className={classes("min-w-0", !linear && "lg:overflow-y-auto xl:contents")}>
            <section
              data-pane="string"
              aria-label={t("editor.string")}
              className={classes("min-w-0", !linear && "xl:overflow-y-auto")}
            >
              {store.review ? (
                <ReviewPane review={store.review} action={action} searchError={searchError} />
              ) : (
                <StringPane action={action} searchError={searchError} />
              )}
            </section>
            <section
              data-pane="context"
              aria-label={t("editor.context")}
              className={classes(
                "border-line bg-surface px-4",
                linear ? "border-t pb-4" : "max-xl:border-t max-xl:pb-4 xl:overflow-y-auto xl:border-s",
              )}
            >
              <CommentFormProvider value={comment}>
                <ContextPane initial={tab} />
              </CommentFormProvider>
            </section>
          </div>
        </div>
        <Help dialog={help} />
        {inserting ? (
          <p
            aria-hidden
            data-inserting
            className="fixed inset-x-4 bottom-16 z-30 mx-auto max-w-fit rounded-panel border border-line-strong bg-surface px-4 py-2 text-table shadow-overlay"
          >
            {t("editor.announce.insert")}
          </p>
        ) : null}
        <Announcer />
      </div>
    </EditorProvider>
  );
}
