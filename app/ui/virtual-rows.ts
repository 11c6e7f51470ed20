"use client";

import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** What scrolls a list: the box around it, else the page. */
function scrollerOf(list: HTMLElement): Element {
  for (let box = list.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}

type Rows = Virtualizer<Element, Element>;

const isPage = (scroller: Element | null) => scroller === document.documentElement;

/** Ways to watch and move what scrolls, for a box and for the page alike. */
const WAYS = {
  observeElementRect: (rows: Rows, told: (rect: { width: number; height: number }) => void) =>
    isPage(rows.scrollElement) ? observeWindowRect(ofWindow(rows), told) : observeElementRect(rows, told),
  observeElementOffset: (rows: Rows, told: (offset: number, scrolling: boolean) => void) =>
    isPage(rows.scrollElement) ? observeWindowOffset(ofWindow(rows), told) : observeElementOffset(rows, told),
  scrollToFn: (offset: number, how: Parameters<typeof elementScroll>[1], rows: Rows) =>
    isPage(rows.scrollElement) ? windowScroll(offset, how, ofWindow(rows)) : elementScroll(offset, how, rows),
};

/** The rows as functions for the page want them: what scrolls is the window. */
function ofWindow(rows: Rows): Virtualizer<Window, Element> {
  return new Proxy(rows as unknown as Virtualizer<Window, Element>, {
    get: (target, name) =>
      name === "scrollElement" || name === "targetWindow" ? window : Reflect.get(target, name, target),
  });
}

const useBefore = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Rows in view, and where they stand. */
export interface RowsInView {
  items: readonly VirtualItem[];
  /** The first and the last one that can be seen. */
  range: readonly [number, number];
  /** Height of all rows together. */
  height: number;
  /** From the top of what scrolls to the first row. */
  margin: number;
  /** For rows of any height: their reference. */
  measure: (row: Element | null) => void;
  /** Brings a row into view. */
  reveal: (index: number) => void;
}

/**
 * Draws only those rows of a long list that are in view. Undefined until the page is alive: what the server has drawn
 * stands until then.
 * @param options `size` is the height of a row, or a guess at it; `always` are rows that are drawn wherever they stand
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  options: { count: number; size: number; keyOf: (index: number) => number; always: readonly number[] },
): RowsInView | undefined {
  const { count, size, keyOf, always } = options;
  const [place, setPlace] = useState<{ scroller: Element; margin: number } | undefined>();
  useBefore(() => {
    const box = list.current;
    if (!box) return;
    const look = () => {
      const scroller = scrollerOf(box);
      const top = isPage(scroller) ? 0 : scroller.getBoundingClientRect().top;
      const scrolled = isPage(scroller) ? window.scrollY : scroller.scrollTop;
      const margin = Math.round(box.getBoundingClientRect().top - top + scrolled);
      setPlace((before) => (before?.scroller === scroller && before.margin === margin ? before : { scroller, margin }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [list]);
  const [measured, setMeasured] = useState(false);
  const rows = useVirtualizer<Element, Element>({
    ...WAYS,
    count,
    enabled: place !== undefined,
    estimateSize: () => size,
    getItemKey: keyOf,
    getScrollElement: () => place?.scroller ?? null,
    overscan: 8,
    scrollMargin: place?.margin ?? 0,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      const more = always.filter((index) => index >= 0 && index < count && !inView.includes(index));
      return more.length === 0 ? inView : [...inView, ...more].sort((a, b) => a - b);
    },
  });
  // Rows of another height were guessed at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size is what makes it necessary
  useEffect(() => rows.measure(), [rows, size]);
  // Which rows are in view is known when what scrolls has been measured, in the effects of the hook above. Until then the
  // rows of the server stay: new ones in their place would swallow a click that has begun on them.
  useBefore(() => setMeasured(place !== undefined), [place]);
  if (!place || !measured) return undefined;
  return {
    items: rows.getVirtualItems(),
    range: rows.range ? [rows.range.startIndex, rows.range.endIndex] : [0, -1],
    height: rows.getTotalSize(),
    margin: place.margin,
    measure: rows.measureElement,
    reveal: (index) => rows.scrollToIndex(index, { align: "auto" }),
  };
}
