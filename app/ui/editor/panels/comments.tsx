"use client";

import { useActionState, useEffect } from "react";
import { useTexts } from "#texts";
import type { EditorComment } from "@/lib/domain/editor/comments-of";
import { Button } from "../../button";
import { Callout } from "../../callout";
import { classes } from "../../classes";
import { RelativeTime } from "../../relative-time";
import { RichText } from "../../rich-text";
import { SignInLink } from "../../sign-in-link";
import { useCommentForm } from "../comment-form";
import { useStore } from "../editor-context";
import { commentActOf } from "./comment-act";
import { CommentBox, CommentFields, Problem, type Threads } from "./comment-box";
import { dropStaleCommentDrafts } from "./comment-drafts";
import type { PanelProps } from "./panel";
import { Empty } from "./parts";
import { useComments } from "./use-comments";

const SUMMARY =
  "inline-flex min-h-8 cursor-pointer items-center rounded-control px-2 text-meta font-medium text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11";

/** Buttons that need no text. */
function Acts({ threads, comment }: { threads: Threads; comment: EditorComment }) {
  const t = useTexts();
  const { unit, send, action } = threads;
  const { id, may, resolved } = comment;
  const slot = `act-${id}`;
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const what = commentActOf(new FormData(event.currentTarget, event.nativeEvent.submitter));
    if (what) void send(slot, what);
  };
  const button = (act: string, label: string, kind?: "danger") => (
    <Button small name="act" value={act} kind={kind} className="pointer-coarse:min-h-11">
      {label}
    </Button>
  );
  return (
    <form action={action} onSubmit={submit} className="mt-1.5 flex flex-wrap items-start gap-1.5">
      <CommentFields unit={unit} slot={slot} />
      <input type="hidden" name="comment" value={id} />
      {may.resolve && !resolved ? button("resolve", t("editor.comment.resolve")) : null}
      {may.resolve && resolved ? button("reopen", t("editor.comment.reopen")) : null}
      {may.explain ? button("explain", t("editor.comment.explain")) : null}
      {may.delete ? (
        <details>
          <summary className={SUMMARY}>{t("editor.comment.delete")}</summary>
          <p className="py-1 text-table">{t("editor.comment.deleteAsk")}</p>
          {button("delete", t("editor.comment.deleteNow"), "danger")}
        </details>
      ) : null}
      <Problem threads={threads} slot={slot} />
    </form>
  );
}

function Comment({ threads, comment }: { threads: Threads; comment: EditorComment }) {
  const t = useTexts();
  const { id, author, at, edited, resolved, scope, may } = comment;
  const { outcome, unit } = threads;
  const name = author ?? t("editor.formerUser");
  return (
    <li data-comment={id} aria-label={t("editor.comment.by", { user: name })} className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 text-meta text-ink-3">
        <bdi className="font-medium text-ink-2">{name}</bdi> <RelativeTime at={at} />
        {edited ? <span>{t("editor.comment.wasEdited")}</span> : null}
        {scope === "report" ? <span className="font-medium text-needs-ink">{t("editor.comment.report")}</span> : null}
        {resolved ? <span className="font-medium text-translated">{t("editor.comment.isResolved")}</span> : null}
      </p>
      <div className={classes("mt-1", resolved && "text-ink-2")}>
        <RichText nodes={comment.body} />
      </div>
      {may.resolve || may.explain || may.delete ? <Acts threads={threads} comment={comment} /> : null}
      {may.edit ? (
        <details open={outcome?.unit === unit.id && outcome.slot === `edit-${id}`}>
          <summary className={SUMMARY}>{t("editor.comment.edit")}</summary>
          <CommentBox
            threads={threads}
            slot={`edit-${id}`}
            comment={id}
            before={comment.text}
            label={t("editor.comment.editLabel")}
            submit={t("editor.comment.save")}
          />
        </details>
      ) : null}
    </li>
  );
}

function Thread({ threads, comments }: { threads: Threads; comments: readonly EditorComment[] }) {
  const t = useTexts();
  const resolved = comments.filter((comment) => comment.resolved);
  const rows = (list: readonly EditorComment[]) => (
    <ul className="divide-y divide-line">
      {list.map((comment) => (
        <Comment key={`${comment.id} ${comment.edited}`} threads={threads} comment={comment} />
      ))}
    </ul>
  );
  return (
    <>
      {rows(comments.filter((comment) => !comment.resolved))}
      {resolved.length > 0 ? (
        <details>
          <summary className={SUMMARY}>{t("editor.comment.resolvedCount", { count: resolved.length })}</summary>
          {rows(resolved)}
        </details>
      ) : null}
    </>
  );
}

/** What could not be done with a comment that has gone meanwhile, and what was typed for it. */
function Gone({ threads, comments }: { threads: Threads; comments: readonly EditorComment[] }) {
  const { problem, unit } = threads;
  const lost = problem?.unit === unit.id && /^(?:edit|act)-/.test(problem.slot) ? problem : undefined;
  const gone = lost && !comments.some(({ id }) => lost.slot.endsWith(`-${id}`));
  return (
    <div role="alert" className="empty:hidden">
      {gone ? (
        <Callout tone="warning">
          {lost.text}
          {lost.typed ? <p className="mt-1 whitespace-pre-wrap">{lost.typed}</p> : null}
        </Callout>
      ) : null}
    </div>
  );
}

/** What is said about a string: among those who translate into its language, and with the developers of the source. */
export function Comments({ unit, context }: PanelProps) {
  const t = useTexts();
  const store = useStore();
  const { commenting, reporting, isSource, language, viewer } = store.head;
  const { send, problem } = useComments(unit);
  const [outcome, action] = useActionState(useCommentForm(), null);
  const account = viewer?.id ?? 0;
  useEffect(() => dropStaleCommentDrafts(account), [account]);
  const threads: Threads = { unit, send, action, problem, outcome };
  const team = context.comments.filter((comment) => comment.scope === "translation");
  const source = context.comments.filter((comment) => comment.scope !== "translation");
  const may = commenting === null && viewer !== null;
  return (
    <div className="grid gap-4 py-3">
      <Gone threads={threads} comments={context.comments} />
      {isSource && team.length === 0 ? null : (
        <section aria-labelledby="comments-team">
          <h3 id="comments-team" className="text-table font-semibold">
            {language.name}
          </h3>
          <p className="text-meta text-ink-3">{t("editor.comment.teamAbout", { language: language.name })}</p>
          <Thread threads={threads} comments={team} />
          {team.length === 0 ? <Empty>{t("editor.comment.noneHere")}</Empty> : null}
          {may && !isSource ? (
            <CommentBox
              key={`${unit.id} translation`}
              threads={threads}
              slot="translation"
              label={t("editor.comment.write", { language: language.name })}
              hint={t("editor.comment.hint")}
              submit={t("editor.comment.add")}
            />
          ) : null}
        </section>
      )}
      <section
        aria-labelledby="comments-source"
        className={isSource && team.length === 0 ? undefined : "border-t border-line pt-3"}
      >
        <h3 id="comments-source" className="text-table font-semibold">
          {t("editor.comment.source")}
        </h3>
        <p className="text-meta text-ink-3">{t("editor.comment.sourceAbout")}</p>
        <Thread threads={threads} comments={source} />
        {source.length === 0 ? <Empty>{t("editor.comment.noQuestion")}</Empty> : null}
        {may ? (
          <CommentBox
            key={`${unit.id} source`}
            threads={threads}
            slot="source"
            label={t("editor.comment.ask")}
            hint={isSource ? t("editor.comment.hint") : undefined}
            submit={t("editor.comment.askNow")}
          >
            {reporting ? (
              <label className="flex min-h-8 items-center gap-2 text-table pointer-coarse:min-h-11">
                <input type="checkbox" name="report" className="size-4" />
                {t("editor.comment.isReport")}
              </label>
            ) : null}
          </CommentBox>
        ) : null}
      </section>
      {commenting ? (
        <p className="text-table text-ink-2">
          {commenting.text}{" "}
          {viewer ? null : (
            <SignInLink href={store.signIn} className="link">
              {t("editor.signInToEdit")}
            </SignInLink>
          )}
        </p>
      ) : null}
    </div>
  );
}
