"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { EmptyState } from "../empty-state";
import { later, laterHere } from "../later";
import { LinkButton } from "../link-button";
import { Actions, Refused, TextStatus } from "./actions";
import { Characters } from "./characters";
import { ClashView } from "./clash-view";
import { useEditor, useOutbox, useStore } from "./editor-context";
import { Dismissed } from "./findings";
import { MergeView } from "./merge-view";
import { HereNow } from "./people";
import { SignInAgain } from "./sign-in-again";
import { SourcePanel } from "./source-panel";
import { TargetField } from "./target-field";
import { formName } from "./texts";
import { useFindings } from "./use-findings";

const QUIET_MS = 1000;

/** Says how many checks fail, once the fingers rest. */
function ProblemCount({ count }: { count: number }) {
  const t = useTexts();
  const store = useStore();
  const texts = useEditor((state) => state.texts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter starts the wait again
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => store.say(t("editor.announce.checks", { count })), QUIET_MS);
    return () => clearTimeout(timer);
  }, [store, count, texts, t]);
  return null;
}

/** The form that a tried number takes, once the rules are here. */
function useTriedForm(count: string): number | undefined {
  const store = useStore();
  const [form, setForm] = useState<number>();
  useEffect(() => {
    let stale = false;
    if (count === "") setForm(undefined);
    else
      void import("./live-checks").then(({ formFor }) => {
        if (!stale) setForm(formFor(store.head.plural, count));
      });
    return () => {
      stale = true;
    };
  }, [store, count]);
  return count === "" ? undefined : form;
}

/** The fields of the translation of a string, with what the checks say below them. */
export function Fields({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const findings = useFindings(unit);
  const readOnly = store.typingDenial(unit) !== null;
  const { head } = store;
  const written = useEditor((state) => state.texts);
  // Where any number of values is taken, one field more is for the next one.
  const values = written.length + (readOnly || written.at(-1) === "" ? 0 : 1);
  const forms = store.forms(unit);
  const [count, setCount] = useState("");
  const tried = useTriedForm(count);
  return (
    <section aria-labelledby="target-heading" className="grid gap-3">
      <h2 id="target-heading" className="sr-only">
        {t("editor.translationOf", { language: head.language.name })}
      </h2>
      {Array.from({ length: forms ?? values }, (_, form) => (
        <TargetField
          // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
          key={form}
          unit={unit}
          form={form}
          findings={findings.filter((finding) => finding.form === form)}
          readOnly={readOnly}
          tried={forms !== undefined && forms > 1 && tried === form}
        />
      ))}
      {readOnly ? null : <Characters />}
      {forms !== undefined && forms > 1 ? (
        <TryNumber
          count={count}
          onCount={setCount}
          used={tried === undefined ? undefined : formName(t, head, tried)}
          text={tried === undefined ? "" : (written[tried] ?? "")}
        />
      ) : null}
      {head.severalValues && !readOnly ? <p className="px-3 text-table text-ink-2">{t("editor.valuesHelp")}</p> : null}
      <Dismissed unit={unit} />
      <ProblemCount count={findings.length} />
    </section>
  );
}

/** What a form says of its string when it is sent without script. */
export function UnitFields({ unit, base }: { unit: EditorUnit; base: number }) {
  const store = useStore();
  return (
    <>
      <input type="hidden" name="unit" value={unit.id} />
      <input
        type="hidden"
        name={store.several ? "string" : "checksum"}
        value={store.several ? unit.id : unit.checksum}
      />
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="account" value={store.head.viewer?.id ?? 0} />
      <input type="hidden" name="q" value={store.query} />
      {Object.entries(store.more).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="path" value={store.path} />
      {unit.sources.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <input key={index} type="hidden" name="source" value={text} />
      ))}
      {unit.targets.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <input key={index} type="hidden" name="before" value={text} />
      ))}
    </>
  );
}

const SpreadNote = laterHere(async () => (await import("./spread-note")).SpreadNote);
const UndecidedNote = laterHere(async () => (await import("./undecided-note")).UndecidedNote);
const SourceCare = later(async () => (await import("./source-care")).SourceCare);
const TryNumber = laterHere(async () => (await import("./try-number")).TryNumber);

/** What waits for a decision in other strings than the open one. */
export function Undecided({ open }: { open?: number }) {
  const waits = useOutbox().needsYou.some(({ unit }) => unit !== open);
  return waits ? <UndecidedNote open={open} /> : null;
}

/** In place of a string where none is open: why, and what next. */
export function Nothing({ searchError }: { searchError: string | undefined }) {
  const t = useTexts();
  const store = useStore();
  const total = useEditor((state) => state.total);
  const all = <LinkButton href={store.path}>{t("editor.filter.all")}</LinkButton>;
  if (searchError)
    return (
      <EmptyState title={t("editor.searchInvalid")} action={all}>
        {searchError}
      </EmptyState>
    );
  if (total === 0)
    return store.query === "" ? (
      <EmptyState title={t("editor.noStrings")}>{t("editor.noStringsText")}</EmptyState>
    ) : (
      <EmptyState
        title={
          store.query === "state:<translated" || store.query === "state:empty"
            ? t("editor.allDone")
            : t("editor.noMatchTitle")
        }
        action={all}
      >
        {t.rich("editor.noMatch", {
          query: store.query,
          code: (chunks) => <code className="font-mono">{chunks}</code>,
        })}
      </EmptyState>
    );
  return (
    <End>
      <EmptyState
        title={t("editor.end")}
        action={
          <>
            <LinkButton kind="primary" href={`${store.path}?q=${encodeURIComponent("state:<translated")}`}>
              {t("editor.unfinished")}
            </LinkButton>
            {all}
          </>
        }
      >
        {t("editor.endText", { total })}
      </EmptyState>
    </End>
  );
}

/** Takes over the focus of the field that is gone after the last string: the next Tab leads to what can be done next. */
function End({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) region.current?.focus();
  }, []);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** The middle: source, fields, actions. The form works without script; with it, nothing is ever sent by it. */
export function StringPane({
  action,
  searchError,
}: {
  action: (data: FormData) => void;
  searchError: string | undefined;
}) {
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const conflict = useEditor((state) => state.conflict);
  const base = useEditor((state) => state.conflict?.theirs.version ?? state.base);
  const spread = useEditor((state) => state.spread);
  // Behind the last string of a list, too.
  const note = spread ? <SpreadNote key={`${spread.unit.id} ${spread.words}`} spread={spread} /> : null;
  if (!unit)
    return (
      <div className="flex flex-col gap-3 p-5">
        <SignInAgain />
        <Undecided />
        <Nothing searchError={searchError} />
        {note}
      </div>
    );
  const refused = store.typingDenial(unit) !== null;
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const then = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value;
    if (then === "suggest") store.suggest();
    else store.save({ stay: then === "stay", approve: then === "approve" });
  };
  return (
    <form
      action={action}
      onSubmit={submit}
      className="mx-auto flex max-w-[900px] flex-col gap-3 px-4 pt-4 lg:px-5 xl:min-h-full"
    >
      <UnitFields unit={unit} base={base} />
      <SignInAgain />
      <SourcePanel key={unit.id} unit={unit} />
      {conflict ? <MergeView key={`${unit.id} ${conflict.theirs.version}`} conflict={conflict} /> : null}
      {!conflict && unit.clash ? <ClashView unit={unit} clash={unit.clash} /> : null}
      <HereNow unit={unit.id} />
      <Fields unit={unit} />
      {store.head.isTemplate ? <SourceCare unit={unit} /> : null}
      <TextStatus />
      {note}
      <Undecided open={unit.id} />
      {refused ? (
        <div className="pb-4">
          <Refused unit={unit} />
        </div>
      ) : (
        <Actions unit={unit} />
      )}
    </form>
  );
}
