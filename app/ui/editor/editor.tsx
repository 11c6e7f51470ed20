"use client";

import { useActionState, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { type CommentForm, CommentFormProvider } from "./comment-form";
import { ContextPane } from "./context-pane";
import { EditorProvider, useEditor } from "./editor-context";
import type { EditorInput, FormOutcome } from "./editor-state";
import { Help } from "./help";
import { ListPane } from "./list-pane";
import type { ContextTab } from "./panels/tabs";
import { ReviewPane } from "./review-pane";
import { EditorStore } from "./store";
import { StringPane } from "./string-pane";
import { type FilterChoice, Toolbar } from "./toolbar";
import { usePreloadedChecks } from "./use-findings";
import { useKeys } from "./use-keys";

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

/** The editor: a page that is whole without script, and quick with it. */
export function Editor({
  input,
  filters,
  tab,
  searchError,
  save,
  comment,
}: {
  input: Omit<EditorInput, "outcome">;
  filters: readonly FilterChoice[];
  tab: ContextTab | undefined;
  searchError: string | undefined;
  save: SaveForm;
  comment: CommentForm;
}) {
  const t = useTexts();
  const [outcome, action] = useActionState(save, null);
  const [store] = useState(() => new EditorStore({ ...input, outcome: outcome ?? undefined }, t));
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => store.start(), [store]);
  useKeys(store, help);
  usePreloadedChecks();
  return (
    <EditorProvider store={store}>
      <div className="lg:grid lg:h-[calc(100dvh-57px)] lg:grid-rows-[auto_minmax(0,1fr)]">
        <Toolbar
          view={store.review ? "review" : "translate"}
          filters={filters}
          searchError={searchError}
          onHelp={() => help.current?.showModal()}
        />
        <div className="flex flex-col lg:grid lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[280px_minmax(0,1fr)_340px]">
          <section
            data-pane="list"
            aria-label={t("editor.stringList")}
            className="bg-surface max-lg:order-last max-lg:border-t max-lg:border-line lg:overflow-y-auto lg:border-e lg:border-line"
          >
            <ListPane />
          </section>
          <div className="min-w-0 lg:overflow-y-auto xl:contents">
            <section data-pane="string" aria-label={t("editor.string")} className="min-w-0 xl:overflow-y-auto">
              {store.review ? (
                <ReviewPane review={store.review} action={action} searchError={searchError} />
              ) : (
                <StringPane action={action} searchError={searchError} />
              )}
            </section>
            <section
              data-pane="context"
              aria-label={t("editor.context")}
              className="border-line bg-surface px-4 max-xl:border-t max-xl:pb-4 xl:overflow-y-auto xl:border-s"
            >
              <CommentFormProvider value={comment}>
                <ContextPane initial={tab} />
              </CommentFormProvider>
            </section>
          </div>
        </div>
        <Help dialog={help} />
        <Announcer />
      </div>
    </EditorProvider>
  );
}
