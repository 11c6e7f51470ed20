"use client";

import { memo, useEffect, useRef } from "react";
import { type TextKey, type Texts, useTexts } from "#texts";
import { classes } from "../classes";
import { Isolated } from "../isolated";
import { StateIcon } from "../state-icon";
import { stateOf } from "../states";
import { useEditor, useStore } from "./editor-context";
import type { RowMark } from "./editor-state";
import { Faces } from "./people";
import { Tick, TickBar } from "./tick-bar";

const MARKS: Record<Exclude<RowMark, "">, { text: TextKey; look: string }> = {
  saving: { text: "editor.mark.saving", look: "text-ink-3" },
  "needs-you": { text: "editor.mark.needsYou", look: "bg-tint-needs text-ink" },
  refused: { text: "editor.mark.refused", look: "bg-tint-failing text-ink" },
  draft: { text: "editor.mark.draft", look: "bg-sunken text-ink-2" },
};

function short(t: Texts, text: string): string {
  const line = text.slice(0, 160).replace(/\s+/g, " ");
  return line.trim() === "" ? t("editor.blank") : line;
}

const Row = memo(function Row({ id, place }: { id: number; place: number }) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.unit(id));
  const mark = useEditor((_, it) => it.mark(id));
  const dimmed = useEditor((_, it) => it.dimmed(id));
  const current = useEditor((state) => state.cursor === id);
  const total = useEditor((state) => state.total);
  if (!unit) return null;
  const { language, sourceLanguage } = store.head;
  const state = stateOf(unit.state);
  const open = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    store.open(id, { jump: true, focus: !matchMedia("(pointer: coarse)").matches });
  };
  return (
    <li
      data-row={id}
      className="relative [contain-intrinsic-size:auto_54px] [content-visibility:auto]"
      aria-setsize={total}
      aria-posinset={place}
    >
      <Tick id={id} place={place} />
      <a
        href={store.address(unit)}
        onClick={open}
        aria-current={current ? "true" : undefined}
        className={classes(
          "flex min-h-[54px] items-start gap-2 border-s-4 py-1.5 pe-3 ps-2 text-ink no-underline hover:bg-sunken",
          current ? "border-brand bg-tint-primary" : "border-transparent",
        )}
      >
        <span className="mt-0.5">
          <StateIcon state={state} />
        </span>
        <span className={classes("min-w-0 grow", dimmed && mark === "" && "opacity-60")}>
          <span className="sr-only">{t("editor.rowNumber", { place })} </span>
          <bdi lang={sourceLanguage.code.replaceAll("_", "-")} className="block truncate font-string text-body">
            {short(t, unit.sources[0] ?? "")}
          </bdi>
          <bdi
            lang={language.code.replaceAll("_", "-")}
            dir={language.direction}
            className="block truncate text-start font-string text-table text-ink-2"
          >
            {unit.targets.some((text) => text !== "") ? (
              <Isolated text={short(t, unit.targets.find((text) => text !== "") ?? "")} />
            ) : (
              "\u00a0"
            )}
          </bdi>
        </span>
        <span className="flex shrink-0 items-center gap-1">
          {unit.findings.length > 0 && mark === "" ? <StateIcon state="failing" /> : null}
          {unit.suggested && mark === "" ? <StateIcon state="suggestion" /> : null}
          <Faces unit={id} />
          {mark === "" ? null : (
            <span className={classes("rounded-full px-1.5 text-meta", MARKS[mark].look)}>{t(MARKS[mark].text)}</span>
          )}
        </span>
      </a>
    </li>
  );
});

/** Strings around the open one, in file order: where one is, and the way to any of them. */
export function ListPane() {
  const t = useTexts();
  const store = useStore();
  const order = useEditor((state) => state.order);
  const first = useEditor((state) => state.first);
  const total = useEditor((state) => state.total);
  const cursor = useEditor((state) => state.cursor);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>("[data-pane]");
    const row = cursor === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-row="${cursor}"]`);
    if (!row || !scroller || scroller.scrollHeight <= scroller.clientHeight) return;
    const box = row.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const above = box.top - view.top - 60;
    const below = box.bottom - view.bottom + 120;
    if (above < 0) scroller.scrollTop += above;
    else if (below > 0) scroller.scrollTop += below;
  }, [cursor]);
  const last = first + order.length;
  return (
    <>
      <h2 className="flex items-baseline justify-between px-3 py-2 text-table font-semibold text-ink-2">
        {t("editor.strings")}
        <span className="font-normal text-ink-3 tabular-nums">
          {order.length < total ? t("editor.range", { first: first + 1, last, total }) : total}
        </span>
      </h2>
      <TickBar />
      <ol ref={list} className="pb-3">
        {order.map((id, index) => (
          <Row key={id} id={id} place={first + index + 1} />
        ))}
      </ol>
      {last < total ? (
        <p className="px-3 pb-4">
          <a
            className="link inline-flex min-h-8 items-center text-table"
            href={`${store.path}?${new URLSearchParams({ ...(store.query ? { q: store.query } : {}), offset: String(last) })}`}
          >
            {t("editor.nextPage", { number: last + 1 })}
          </a>
        </p>
      ) : null}
    </>
  );
}
