"use client";

import { CheckCheck, Pencil, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button, buttonClasses } from "../button";
import { EmptyState } from "../empty-state";
import { LinkButton } from "../link-button";
import { StateIcon } from "../state-icon";
import { STATE_NAMES, stateOf } from "../states";
import { UnitText } from "../unit-text";
import { WordDiff } from "../word-diff";
import { TextStatus } from "./actions";
import { useEditor, useStore } from "./editor-context";
import { KeyCaps } from "./key-caps";
import { Problems } from "./lines";
import { HereNow } from "./people";
import type { Review } from "./review";
import { useRisks } from "./risk-names";
import { SignInAgain } from "./sign-in-again";
import { SourcePanel } from "./source-panel";
import { StepLink } from "./step-link";
import { Nothing, StringPane } from "./string-pane";
import { formName } from "./texts";

const REASONS = ["meaning", "language", "terms", "markup", "style"] as const;

function Rejecting({ unit, review, onEnd }: { unit: EditorUnit; review: Review; onEnd: () => void }) {
  const t = useTexts();
  const id = useId();
  const [chosen, setChosen] = useState("");
  const [words, setWords] = useState("");
  const reason = [chosen, words.trim()].filter(Boolean).join(" ");
  const reject = () => {
    if (reason === "") return;
    review.reject(unit, reason);
    onEnd();
  };
  return (
    <fieldset className="grid gap-2 rounded-panel border border-line bg-surface p-3">
      <legend className="px-1 text-table font-semibold">{t("editor.review.why")}</legend>
      <label htmlFor={`${id}-kind`} className="text-table">
        {t("editor.review.reason")}
      </label>
      <select
        id={`${id}-kind`}
        // biome-ignore lint/a11y/noAutofocus: the form has just been asked for
        autoFocus
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onEnd();
        }}
        className="control w-full"
      >
        <option value="">{t("editor.review.chooseReason")}</option>
        {REASONS.map((name) => (
          <option key={name}>{t(`editor.review.reasons.${name}`)}</option>
        ))}
      </select>
      <label htmlFor={`${id}-words`} className="text-table">
        {t("editor.review.words")}
      </label>
      <textarea
        id={`${id}-words`}
        value={words}
        rows={2}
        maxLength={800}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onEnd();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) reject();
        }}
        className="control w-full"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="button"
          kind="danger"
          disabled={reason === ""}
          onClick={reject}
          className="pointer-coarse:min-h-11"
        >
          {t("editor.review.rejectNow")}
        </Button>
        <Button type="button" kind="quiet" onClick={onEnd} className="pointer-coarse:min-h-11">
          {t("editor.suggestion.cancel")}
        </Button>
      </div>
    </fieldset>
  );
}

/** The text that waits, against the one that it replaces, form by form. */
function Comparison({ unit, review }: { unit: EditorUnit; review: Review }) {
  const t = useTexts();
  const store = useStore();
  const { language } = store.head;
  const facts = review.factsOf(unit.id);
  const before = facts?.before ?? [];
  const risks = useRisks(review.risksOf(unit.id));
  const lang = language.code.replaceAll("_", "-");
  return (
    <section aria-labelledby="review-heading" className="grid gap-2 rounded-panel border border-line bg-surface p-3">
      <h2 id="review-heading" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table font-semibold">
        {t("editor.translationOf", { language: language.name })}
        <span className="flex items-center gap-1.5 font-normal text-ink-2">
          <StateIcon state={stateOf(unit.state)} silent /> {t(STATE_NAMES[stateOf(unit.state)])}
        </span>
        {facts?.author ? (
          <span className="font-normal text-ink-2">{t("editor.review.by", { user: facts.author })}</span>
        ) : null}
      </h2>
      {risks.length > 0 ? (
        <p className="flex flex-wrap gap-1.5">
          {risks.map((risk) => (
            <span key={risk} className="rounded-full bg-tint-needs px-2 text-meta text-ink">
              {risk}
            </span>
          ))}
        </p>
      ) : null}
      {unit.targets.map((target, form) => {
        const old = before[form] ?? "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
          <dl key={form} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            {old === "" || old === target ? null : (
              <>
                <dt className="text-table text-ink-3">
                  {t(facts?.wasApproved ? "editor.review.wasApproved" : "editor.review.was")}
                </dt>
                <dd>
                  <UnitText text={old} lang={lang} dir={language.direction} />
                </dd>
              </>
            )}
            <dt className="text-table text-ink-3">
              {unit.targets.length > 1 ? formName(t, store.head, form) : t("editor.review.now")}
            </dt>
            <dd data-review-text>
              {old === "" ? (
                <UnitText text={target} lang={lang} dir={language.direction} />
              ) : (
                <WordDiff before={old} after={target} lang={lang} dir={language.direction} small={false} />
              )}
            </dd>
          </dl>
        );
      })}
      <Problems unit={unit} />
    </section>
  );
}

/** Asks before many strings are approved at once. */
function ApproveRest({ review }: { review: Review }) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [units, setUnits] = useState<readonly EditorUnit[]>([]);
  const ask = () => {
    setUnits(review.rest());
    dialog.current?.showModal();
  };
  const approve = () => {
    dialog.current?.close();
    review.approve(units);
  };
  return (
    <>
      <Button type="button" kind="quiet" onClick={ask} className="pointer-coarse:min-h-11">
        {t("editor.review.rest")}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="rest-title"
        className="m-auto max-w-[480px] rounded-panel border border-line bg-surface p-5 text-ink shadow-overlay backdrop:bg-black/40"
      >
        <h2 id="rest-title" className="text-h2 font-semibold">
          {t("editor.review.restTitle", { count: units.length })}
        </h2>
        <p className="mt-2 text-ink-2">{t("editor.review.restText")}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button type="button" kind="primary" disabled={units.length === 0} onClick={approve}>
            {t("editor.review.restNow", { count: units.length })}
          </Button>
          <Button type="button" kind="quiet" onClick={() => dialog.current?.close()}>
            {t("editor.suggestion.cancel")}
          </Button>
        </div>
      </dialog>
    </>
  );
}

function Card({ unit, review, onEdit }: { unit: EditorUnit; review: Review; onEdit: () => void }) {
  const t = useTexts();
  const store = useStore();
  const [rejecting, setRejecting] = useState(false);
  const own = store.head.fourEyes && (review.factsOf(unit.id)?.own ?? false);
  const may = store.head.mayApprove && store.denial(unit) === null && review.waits(unit);
  const edit = (event: React.MouseEvent) => {
    event.preventDefault();
    onEdit();
  };
  return (
    <div className="mx-auto flex max-w-[900px] flex-col gap-3 px-4 pt-4 lg:px-5 xl:min-h-full">
      <SignInAgain />
      <SourcePanel key={unit.id} unit={unit} />
      <HereNow unit={unit.id} />
      <Comparison unit={unit} review={review} />
      <TextStatus />
      {own ? <p className="text-table text-ink-2">{t("editor.review.ownText")}</p> : null}
      {!review.waits(unit) && unit.suggested ? (
        <p className="text-table text-ink-2">{t("editor.review.onlySuggestions")}</p>
      ) : null}
      {rejecting ? <Rejecting unit={unit} review={review} onEnd={() => setRejecting(false)} /> : null}
      <div className="js-only sticky bottom-0 z-10 -mx-4 mt-auto flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 lg:-mx-5 lg:px-5">
        {may && !own ? (
          <Button
            type="button"
            kind="primary"
            data-review="approve"
            onClick={() => review.approve([unit])}
            className="max-sm:min-h-12 max-sm:grow pointer-coarse:min-h-11"
          >
            <CheckCheck aria-hidden size={16} /> {t("editor.approve")} <KeyCaps command="accept-suggestion" inverse />
          </Button>
        ) : null}
        {may ? (
          <Button
            type="button"
            data-review="reject"
            onClick={() => setRejecting(true)}
            className="max-sm:min-h-12 max-sm:grow pointer-coarse:min-h-11"
          >
            {t("editor.suggestion.reject")} <KeyCaps command="reject-suggestion" />
          </Button>
        ) : null}
        <a
          href={store.addressOn("translate", unit)}
          onClick={edit}
          data-review="edit"
          className={`${buttonClasses("secondary")} pointer-coarse:min-h-11`}
        >
          <Pencil aria-hidden size={16} /> {t("editor.review.edit")} <KeyCaps command="edit" />
        </a>
        {may ? (
          <Button
            type="button"
            data-review="suggest"
            onClick={() => review.suggest(unit)}
            className="pointer-coarse:min-h-11"
          >
            {t("editor.review.makeSuggestion")} <KeyCaps command="review-suggest" />
          </Button>
        ) : null}
        {review.undoable ? (
          <Button
            type="button"
            kind="quiet"
            data-review="undo"
            onClick={() => review.undo()}
            className="pointer-coarse:min-h-11"
          >
            <Undo2 aria-hidden size={16} /> {t("editor.review.undo")} <KeyCaps command="review-undo" />
          </Button>
        ) : null}
        {may ? <ApproveRest review={review} /> : null}
        <StepLink by={1} className={`${buttonClasses("quiet")} ms-auto hover:bg-sunken pointer-coarse:min-h-11`}>
          {t("editor.skip")}
        </StepLink>
      </div>
    </div>
  );
}

/** What waits, and what of it this list leaves out. */
function Numbers({ review }: { review: Review }) {
  const t = useTexts();
  const total = useEditor((state) => state.total);
  const listed = total + review.own < review.waiting ? t("editor.review.listed", { count: total }) : undefined;
  const own = review.own > 0 ? t("editor.review.own", { count: review.own }) : undefined;
  return (
    <p className="border-b border-line bg-surface px-4 py-1.5 text-table text-ink-2 lg:px-5">
      {[t("editor.review.waiting", { count: review.waiting }), own, listed].filter(Boolean).join(" · ")}
    </p>
  );
}

/** In place of the string: what waits for a reviewer, one card after the other. */
export function ReviewPane({
  review,
  action,
  searchError,
}: {
  review: Review;
  action: (data: FormData) => void;
  searchError: string | undefined;
}) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const total = useEditor((state) => state.total);
  // What is compared has come.
  useEditor((state) => state.rows);
  const [editing, setEditing] = useState<number | undefined>();
  useEffect(() => {
    void review.lookAhead();
  });
  const edit = () => {
    setEditing(unit?.id);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("#target-0")?.focus());
  };
  return (
    <>
      <Numbers review={review} />
      {unit === undefined && (total === 0 || searchError === undefined) ? (
        <div className="p-5">
          {searchError ? (
            <Nothing searchError={searchError} />
          ) : (
            <EmptyState
              title={t("editor.review.done")}
              action={
                <LinkButton href={store.addressOn("review", undefined)} kind="primary">
                  {t("editor.review.again")}
                </LinkButton>
              }
            >
              {review.own > 0 ? t("editor.review.doneOwn", { count: review.own }) : t("editor.review.doneText")}
            </EmptyState>
          )}
          {review.undoable ? (
            <p className="mt-3 text-center">
              <Button type="button" kind="quiet" data-review="undo" onClick={() => review.undo()}>
                {t("editor.review.undo")} <KeyCaps command="review-undo" />
              </Button>
            </p>
          ) : null}
        </div>
      ) : unit && editing !== unit.id ? (
        <Card key={unit.id} unit={unit} review={review} onEdit={edit} />
      ) : (
        <StringPane action={action} searchError={searchError} />
      )}
    </>
  );
}
