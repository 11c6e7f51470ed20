"use client";

import { type TextKey, useTexts } from "#texts";
import type { EditorEvent } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { didWords } from "../../did-words";
import { RelativeTime } from "../../relative-time";
import { StateIcon } from "../../state-icon";
import { stateOf } from "../../states";
import { WordDiff } from "../../word-diff";
import { useStore } from "../editor-context";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";
import { useRevert } from "./use-revert";

const CAUSES: Readonly<Record<string, TextKey>> = {
  api: "editor.cause.api",
  machine: "editor.cause.machine",
  memory: "editor.cause.memory",
  propagation: "editor.cause.propagation",
  upload: "editor.cause.upload",
  repository: "editor.cause.repository",
  addon: "editor.cause.addon",
};

function Event({
  unit,
  event,
  onRevert,
}: {
  unit: EditorUnit;
  event: EditorEvent;
  onRevert: (change: number) => void;
}) {
  const t = useTexts();
  const { language } = useStore().head;
  const cause = CAUSES[event.cause];
  const texts = event.after.length > 0 || event.before.length > 0;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-3">
        {event.states ? (
          <>
            <StateIcon state={stateOf(event.states[0])} size={12} />
            <span aria-hidden>→</span>
            <StateIcon state={stateOf(event.states[1])} size={12} />
          </>
        ) : null}
        <span className="font-medium text-ink-2">{event.who ?? "Loquat"}</span>
        <span>{didWords(t, event.what, event.check)}</span>
        {cause ? <span>{t(cause)}</span> : null}
        <span className="ms-auto">
          <RelativeTime at={event.at} />
        </span>
      </div>
      {event.reason ? (
        <p className="mt-0.5 text-table text-ink-2">{t("editor.rejectedBecause", { reason: event.reason })}</p>
      ) : null}
      {texts ? (
        <div className="mt-0.5 flex items-end justify-between gap-2">
          <div className="min-w-0">
            {(event.after.length > 0 ? event.after : event.before).map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              <p key={index}>
                <WordDiff
                  before={event.before[index] ?? ""}
                  after={event.after[index] ?? ""}
                  lang={language.code}
                  dir={language.direction}
                />
              </p>
            ))}
          </div>
          {event.states && event.after.some((text) => text !== "") ? (
            <div className="flex shrink-0 flex-wrap justify-end gap-1.5">
              <UseHere unit={unit} texts={event.after} />
              {event.revertable ? <PutBack unit={unit} event={event} onRevert={onRevert} /> : null}
            </div>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** Saves an earlier text at once; nothing for what the string says already, or where something is being typed. */
function PutBack({
  unit,
  event,
  onRevert,
}: {
  unit: EditorUnit;
  event: EditorEvent;
  onRevert: (change: number) => void;
}) {
  const t = useTexts();
  const store = useStore();
  const same = unit.targets.join("\u001e") === event.after.join("\u001e") && event.states?.[1] === unit.state;
  if (same || store.typingDenial(unit)) return null;
  return (
    <button
      type="button"
      onClick={() => onRevert(event.id)}
      className="js-only min-h-8 shrink-0 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium hover:bg-sunken pointer-coarse:min-h-11"
    >
      {t("editor.putBack")}
    </button>
  );
}

/** What happened to the string, newest first. */
export function History({ unit, context }: PanelProps) {
  const t = useTexts();
  const { revert, problem } = useRevert(unit);
  if (context.history.length === 0) return <Empty>{t("editor.noHistory")}</Empty>;
  return (
    <>
      {problem ? (
        <p role="alert" className="py-2 text-table text-failing">
          {problem}
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {context.history.map((event) => (
          <Event key={event.id} unit={unit} event={event} onRevert={revert} />
        ))}
      </ul>
    </>
  );
}
