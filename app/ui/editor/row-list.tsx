"use client";

import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { type RowsInView, useRowsInView } from "../virtual-rows";
import { useEditor, useStore } from "./editor-context";
import { MOST_LISTED } from "./moving";

/** What a row of the list is given. */
export interface RowProps {
  index: number;
  /** Undefined while the order of the list is not known there. */
  id: number | undefined;
  /** Place in the list, from 1. */
  place: number;
  /** Where it stands from the top of the list; undefined where rows follow each other. */
  top: number | undefined;
  /** For rows of any height. */
  measure: ((row: Element | null) => void) | undefined;
}

/** Rows behind and before those in view that are loaded with them. */
const BESIDE = 20;
/** How long the list has to rest before what is in view is loaded. */
const REST_MS = 60;

/** Where a row stands. */
export function rowStyle(top: number | undefined, size: { height?: number; minHeight?: number }): React.CSSProperties {
  if (top === undefined) return { minHeight: size.height ?? size.minHeight };
  return { ...size, position: "absolute", insetInline: 0, top: 0, transform: `translateY(${top}px)` };
}

/** A row whose string is not here yet, or not any more. */
export function UnloadedRow({
  id,
  index,
  place,
  measure,
  style,
}: Pick<RowProps, "index" | "place" | "measure"> & { id: number; style: React.CSSProperties }) {
  const t = useTexts();
  const gone = useEditor((_, it) => it.isGone(id));
  return (
    <li ref={measure} data-row={id} data-index={index} style={style} className="px-3 py-2">
      <span className="text-table text-ink-3">
        <span className="sr-only">{t("editor.rowNumber", { place })} </span>
        {t(gone ? "editor.rowGone" : "editor.loading")}
      </span>
    </li>
  );
}

/** Moves the focus along the rows; false for other keys, and where somebody writes. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>, rows: RowsInView, last: number): boolean {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>("[data-index]");
  if (by === 0 || !row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (target.isContentEditable || target.closest("textarea, input, select, [contenteditable]")) return false;
  const next = Number(row.dataset.index) + by;
  if (next < 0 || next > last) return true;
  rows.reveal(next);
  const list = event.currentTarget;
  requestAnimationFrame(() => list.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus());
  return true;
}

/** A link to a piece of the list that the page does not hold. */
function Beyond({ offset, children }: { offset: number; children: string }) {
  const store = useStore();
  return (
    <p className="px-3 py-2">
      <a className="link inline-flex min-h-8 items-center text-table" href={store.addressOfPlace(offset)}>
        {children}
      </a>
    </p>
  );
}

/**
 * The strings of the list, as rows of any kind. Only rows in view are drawn and loaded; without script it is a piece of the
 * list with links to what stands before and behind.
 * @param size height of a row, or a guess at it
 * @param page how much of the list a page brings
 * @param follow whether the open string is brought into view: always, or only where the list scrolls by itself
 */
export function RowList({
  row: Row,
  size,
  page,
  follow,
}: {
  row: ComponentType<RowProps>;
  size: number;
  page: Readonly<Record<"before" | "ahead", number>>;
  follow: "always" | "in-pane" | "never";
}) {
  const t = useTexts();
  const store = useStore();
  const order = useEditor((state) => state.order);
  const first = useEditor((state) => state.first);
  const total = useEditor((state) => state.total);
  const listed = useEditor((state) => state.listed);
  const cursor = useEditor((state) => state.cursor);
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState(-1);
  // As long as the order is not known, the rows have their places all the same.
  const whole = !listed && total <= MOST_LISTED;
  const [base, count] = whole ? [0, total] : [first, order.length];
  const current = cursor === undefined ? -1 : store.place() - 1 - base;
  const idAt = (index: number) => order[index + base - first];
  const rows = useRowsInView(list, {
    count,
    size,
    keyOf: (index) => idAt(index) ?? -1 - index,
    always: [current, focused],
  });
  const alive = rows !== undefined;
  const reveal = useRef(rows?.reveal);
  reveal.current = rows?.reveal;
  useEffect(() => {
    if (!alive || current < 0 || follow === "never") return;
    const pane = list.current?.closest<HTMLElement>("[data-pane]");
    const scrolls = pane && pane.scrollHeight > pane.clientHeight && getComputedStyle(pane).overflowY !== "visible";
    // Where the list stands below the string, the page is not moved.
    if (follow === "always" || scrolls) reveal.current?.(current);
  }, [alive, current, follow]);
  const [from, to] = rows?.range ?? [0, -1];
  useEffect(() => {
    if (to < from) return;
    const timer = setTimeout(() => {
      const inside = from + base >= first && to + base < first + order.length;
      if (!inside) return void store.listFrom(from + base);
      const shift = base - first;
      void store.needUnits(order.slice(Math.max(0, from + shift - BESIDE), to + shift + BESIDE + 1));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [store, order, first, base, from, to]);
  const last = first + order.length;
  return (
    <>
      {base > 0 || (!alive && first > 0) ? (
        <Beyond offset={Math.max(1, first + 1 + page.before - page.ahead)}>{t("editor.earlierPage")}</Beyond>
      ) : null}
      <ol
        ref={list}
        className="relative"
        style={rows && { height: rows.height }}
        onKeyDown={(event) => {
          if (rows && moveFocus(event, rows, count - 1)) event.preventDefault();
        }}
        onFocus={(event) => setFocused(Number(event.target.closest<HTMLElement>("[data-index]")?.dataset.index ?? -1))}
        onBlur={() => setFocused(-1)}
      >
        {rows
          ? rows.items.map(({ index, key, start }) => (
              <Row
                key={key}
                index={index}
                id={idAt(index)}
                place={base + index + 1}
                top={start - rows.margin}
                measure={rows.measure}
              />
            ))
          : order.map((id, index) => (
              <Row key={id} index={index} id={id} place={first + index + 1} top={undefined} measure={undefined} />
            ))}
      </ol>
      {base + count < total || (!alive && last < total) ? (
        <Beyond offset={last + 1}>{t("editor.nextPage", { number: last + 1 })}</Beyond>
      ) : null}
    </>
  );
}
