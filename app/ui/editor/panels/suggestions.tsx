"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type TextKey, useTexts } from "#texts";
import type { EditorSuggestion } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button } from "../../button";
import { Callout } from "../../callout";
import { classes } from "../../classes";
import { RelativeTime } from "../../relative-time";
import { WordDiff } from "../../word-diff";
import { useStore } from "../editor-context";
import { KeyCaps } from "../key-caps";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";
import { type Decide, useDecisions } from "./use-decisions";

const CAUSES: Readonly<Record<string, TextKey>> = {
  upload: "editor.suggestion.cause.upload",
  machine: "editor.suggestion.cause.machine",
  merge: "editor.suggestion.cause.merge",
  propagation: "editor.suggestion.cause.propagation",
};

/** A button of a suggestion; keys find it by its name. */
function Act({ name, children, onClick }: { name: string; children: ReactNode; onClick: () => void }) {
  return (
    <Button type="button" small data-act={name} onClick={onClick} className="pointer-coarse:min-h-11">
      {children}
    </Button>
  );
}

function Votes({ suggestion, decide }: { suggestion: EditorSuggestion; decide: Decide }) {
  const t = useTexts();
  const { deciding, votesNeeded } = useStore().head;
  const { votes, vote } = suggestion;
  if (!deciding.vote && votes === 0) return null;
  const button = (value: 1 | -1) => (
    <button
      type="button"
      data-act={value === 1 ? "vote-for" : "vote-against"}
      aria-pressed={vote === value}
      aria-label={t(value === 1 ? "editor.suggestion.voteFor" : "editor.suggestion.voteAgainst")}
      onClick={() => decide(suggestion.id, { act: "vote", value })}
      className={classes(
        "inline-flex size-8 items-center justify-center rounded-control border hover:bg-sunken pointer-coarse:size-11",
        vote === value ? "border-primary bg-tint-primary text-ink" : "border-line text-ink-2",
      )}
    >
      {value === 1 ? <ThumbsUp aria-hidden size={14} /> : <ThumbsDown aria-hidden size={14} />}
    </button>
  );
  return (
    <span className="js-only inline-flex items-center gap-1.5">
      {deciding.vote ? button(1) : null}
      <span className="tabular-nums">
        {votesNeeded > 0
          ? t("editor.suggestion.votesNeeded", { votes, needed: votesNeeded })
          : t("editor.suggestion.votes", { count: votes })}
      </span>
      {deciding.vote ? button(-1) : null}
    </span>
  );
}

function Rejecting({ suggestion, decide, onEnd }: { suggestion: EditorSuggestion; decide: Decide; onEnd: () => void }) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const id = `reject-${suggestion.id}`;
  const reject = () => decide(suggestion.id, { act: "reject", reason: reason.trim() });
  return (
    <div className="mt-2 grid gap-1.5">
      <label htmlFor={id} className="text-table">
        {t("editor.suggestion.reason")}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the field has just been asked for
        autoFocus
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") reject();
          if (event.key === "Escape") onEnd();
          if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
        }}
        className="control w-full"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="button" small kind="danger" onClick={reject} className="pointer-coarse:min-h-11">
          {t("editor.suggestion.rejectNow")}
        </Button>
        <Button type="button" small kind="quiet" onClick={onEnd} className="pointer-coarse:min-h-11">
          {t("editor.suggestion.cancel")}
        </Button>
      </div>
    </div>
  );
}

function Acts({ unit, suggestion, decide }: { unit: EditorUnit; suggestion: EditorSuggestion; decide: Decide }) {
  const t = useTexts();
  const store = useStore();
  const [rejecting, setRejecting] = useState(false);
  const { deciding, mayApprove } = store.head;
  const { id, own } = suggestion;
  const may = store.mayAccept(unit);
  const { version } = unit;
  if (rejecting) return <Rejecting suggestion={suggestion} decide={decide} onEnd={() => setRejecting(false)} />;
  return (
    <div className="js-only mt-2 flex flex-wrap items-center gap-1.5">
      {may ? (
        <Act name="accept" onClick={() => decide(id, { act: "accept", version })}>
          {t("editor.suggestion.accept")} <KeyCaps command="accept-suggestion" />
        </Act>
      ) : null}
      {may && mayApprove ? (
        <Act name="approve" onClick={() => decide(id, { act: "approve", version })}>
          {t("editor.suggestion.approve")}
        </Act>
      ) : null}
      {may && store.denial(unit) === null ? (
        <Act name="improve" onClick={() => store.improve(suggestion)}>
          {t("editor.suggestion.improve")} <KeyCaps command="improve-suggestion" />
        </Act>
      ) : (
        <UseHere unit={unit} texts={suggestion.targets} />
      )}
      {own ? (
        <Act name="reject" onClick={() => decide(id, { act: "reject", reason: "" })}>
          {t("editor.suggestion.remove")}
        </Act>
      ) : deciding.reject ? (
        <Act name="reject" onClick={() => setRejecting(true)}>
          {t("editor.suggestion.reject")} <KeyCaps command="reject-suggestion" />
        </Act>
      ) : null}
    </div>
  );
}

/** Texts that wait for a decision: what they change, who wrote them, and what can be done about them. */
export function Suggestions({ unit, context }: PanelProps) {
  const t = useTexts();
  const { language } = useStore().head;
  const { decide, problem } = useDecisions(unit);
  if (context.suggestions.length === 0)
    return (
      <>
        {problem ? <Callout tone="warning">{problem}</Callout> : null}
        <Empty>{t("editor.noSuggestions")}</Empty>
      </>
    );
  return (
    <>
      <div role="alert">{problem ? <Callout tone="warning">{problem}</Callout> : null}</div>
      <ul className="divide-y divide-line">
        {context.suggestions.map((suggestion, index) => (
          <li
            key={suggestion.id}
            data-suggestion={suggestion.id}
            aria-label={t("editor.suggestion.group", { number: index + 1 })}
            className="py-2.5"
          >
            {suggestion.targets.map((text, form) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              <p key={form}>
                <WordDiff
                  before={unit.targets[form] ?? ""}
                  after={text}
                  lang={language.code}
                  dir={language.direction}
                />
              </p>
            ))}
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-meta text-ink-3">
              <span>
                <bdi>{suggestion.author ?? t("editor.formerUser")}</bdi>, <RelativeTime at={suggestion.at} />
                {CAUSES[suggestion.cause] ? `, ${t(CAUSES[suggestion.cause] as TextKey)}` : ""}
              </span>
              <Votes suggestion={suggestion} decide={decide} />
            </div>
            <Acts unit={unit} suggestion={suggestion} decide={decide} />
          </li>
        ))}
      </ul>
    </>
  );
}
