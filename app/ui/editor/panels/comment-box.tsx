"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button } from "../../button";
import type { CommentOutcome } from "../comment-form";
import { useStore } from "../editor-context";
import { KeyCaps } from "../key-caps";
import { commentActOf } from "./comment-act";
import { commentDraft, dropCommentDraft, keepCommentDraft } from "./comment-drafts";
import type { CommentProblem, SendComment } from "./use-comments";

const MOST = 1000;

/** What all boxes of a string share. */
export interface Threads {
  unit: EditorUnit;
  send: SendComment;
  /** Sends a form when there is no script. */
  action: (data: FormData) => void;
  problem: CommentProblem | undefined;
  /** What came back without script. */
  outcome: CommentOutcome | null;
}

/** What every form of the comments says of the string it stands beside. */
export function CommentFields({ unit, slot }: { unit: EditorUnit; slot: string }) {
  const store = useStore();
  return (
    <>
      <input type="hidden" name="unit" value={unit.id} />
      <input type="hidden" name="account" value={store.head.viewer?.id ?? 0} />
      <input type="hidden" name="slot" value={slot} />
      <input
        type="hidden"
        name={store.several ? "string" : "checksum"}
        value={store.several ? unit.id : unit.checksum}
      />
      <input type="hidden" name="q" value={store.query} />
      <input type="hidden" name="path" value={store.path} />
    </>
  );
}

/** Why the last thing that was done in a box was not done. */
export function Problem({ threads, slot }: { threads: Threads; slot: string }) {
  const { problem, outcome, unit } = threads;
  const here = (one: { unit: number; slot: string } | null | undefined) => one?.unit === unit.id && one.slot === slot;
  const text = here(problem) ? problem?.text : here(outcome) ? outcome?.problem : undefined;
  return (
    <div role="alert" className="text-table font-medium text-failing">
      {text}
    </div>
  );
}

/** A box that a comment is written or edited in. What is typed is kept in this browser until it is sent. */
export function CommentBox({
  threads,
  slot,
  comment,
  before = "",
  label,
  hint,
  submit,
  children,
}: {
  threads: Threads;
  /** Told apart from the other boxes of the string. */
  slot: string;
  /** The comment that is edited. */
  comment?: number;
  before?: string;
  label: string;
  hint?: string;
  submit: string;
  children?: ReactNode;
}) {
  const t = useTexts();
  const store = useStore();
  const { unit, send, action, outcome } = threads;
  const account = store.head.viewer?.id ?? 0;
  const back = outcome?.unit === unit.id && outcome.slot === slot ? outcome.text : undefined;
  const [text, setText] = useState(back ?? before);
  const [kept, setKept] = useState(true);
  const id = `comment-${slot}`;
  const box = useRef<HTMLTextAreaElement>(null);
  const type = (next: string) => {
    setText(next);
    setKept(keepCommentDraft({ account, unit: unit.id, slot }, next, before));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each box
  useEffect(() => {
    const draft = commentDraft(account, unit.id, slot);
    // Typed before the script of this box came: nothing has told of it.
    const early = box.current?.value ?? "";
    if (early !== text && early !== "") type(early);
    else if (draft !== undefined) setText(draft);
  }, [account, unit.id, slot]);
  const post = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const what = commentActOf(new FormData(form));
    if (!what || !(await send(slot, what))) return;
    dropCommentDraft(account, unit.id, slot, text);
    // What was typed while the answer was on its way stays.
    setText((now) => (now === text && comment === undefined ? "" : now));
    for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = false;
  };
  return (
    <form action={action} onSubmit={post} className="mt-2 grid gap-1.5">
      <CommentFields unit={unit} slot={slot} />
      <input type="hidden" name="act" value={comment === undefined ? "add" : "edit"} />
      {comment === undefined ? null : <input type="hidden" name="comment" value={comment} />}
      <label htmlFor={id} className="text-table font-medium">
        {label}
      </label>
      <textarea
        ref={box}
        id={id}
        name="text"
        required
        rows={3}
        maxLength={MOST}
        value={text}
        data-comment-box={comment === undefined ? "" : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="control w-full"
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          {hint}
        </p>
      ) : null}
      {children}
      <Problem threads={threads} slot={slot} />
      {kept ? null : <p className="text-meta text-needs-ink">{t("editor.comment.notKept")}</p>}
      <div>
        <Button small className="pointer-coarse:min-h-11">
          {submit} <KeyCaps binding="Mod+Enter" />
        </Button>
      </div>
    </form>
  );
}
