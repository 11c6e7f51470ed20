"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { keepTicks } from "@/app/(web)/bulk-edit/ticked";
import { useEditor, useStore } from "./editor-context";
import { ticksOffered, useTicks } from "./ticks";

/** Small to look at, and large enough to hit: the box is drawn within a target of 24 pixels. */
const BOX =
  "js-only absolute start-2 bottom-0.5 z-10 grid size-6 appearance-none place-items-center before:block before:size-4 before:rounded-sm before:border before:border-line-strong before:bg-surface before:text-center before:text-meta before:leading-[14px] before:text-on-primary before:content-[''] checked:before:border-primary checked:before:bg-primary checked:before:content-['✓']";

const LOOK =
  "inline-flex min-h-8 items-center rounded-control border border-line-strong bg-surface px-2.5 text-table font-medium text-ink no-underline hover:bg-sunken pointer-coarse:min-h-11";

/** The box of a row; with Shift it ticks all rows from the one that was ticked before. */
export function Tick({ id, place }: { id: number; place: number }) {
  const t = useTexts();
  const store = useStore();
  const { ticks, ticked } = useTicks();
  if (!ticksOffered(store)) return null;
  return (
    <input
      type="checkbox"
      className={BOX}
      aria-label={t("editor.ticks.tick", { place })}
      checked={ticked.has(id)}
      // The click tells whether Shift is held down; the change would not.
      onClick={(event) => (event.shiftKey ? ticks.range(store.state.order, id) : ticks.toggle(id))}
      onChange={() => {}}
    />
  );
}

/** The page that changes strings of a translation, beside its editor. */
const pageOf = (editor: string, word: "replace" | "bulk-edit"): string =>
  editor.replace(/^\/translate\//, word === "replace" ? "/replace/" : "/bulk-edit/");

/** Under the heading of the list: changing what is ticked, or all that the list holds. */
export function TickBar() {
  const t = useTexts();
  const store = useStore();
  const total = useEditor((state) => state.total);
  const { ticks, ticked } = useTicks();
  const [problem, setProblem] = useState<string>();
  if (!ticksOffered(store) || total === 0) return null;
  const slugs = store.path.split("/").filter(Boolean).slice(1).join("/");
  const query = store.query ? `?q=${encodeURIComponent(store.query)}` : "";
  const { edit, replace } = store.head.bulk;
  const words = [
    ...(replace ? ([["replace", t("editor.ticks.replace")]] as const) : []),
    ...(edit ? ([["bulk-edit", t("editor.ticks.bulkEdit")]] as const) : []),
  ];
  const go = async (word: "replace" | "bulk-edit") => {
    setProblem(undefined);
    const answer = await keepTicks(decodeURIComponent(slugs), word, [...ticked]).catch(() => undefined);
    if (answer && "href" in answer) location.assign(answer.href);
    else setProblem(answer?.problem ?? t("editor.ticks.failed"));
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 pb-2 text-table" data-tick-bar>
      <span role={ticked.size > 0 ? "status" : undefined} className="text-ink-2">
        {ticked.size > 0 ? t("editor.ticks.count", { count: ticked.size }) : t("editor.ticks.all", { count: total })}
      </span>
      {words.map(([word, label]) =>
        ticked.size > 0 ? (
          <button key={word} type="button" className={LOOK} onClick={() => void go(word)}>
            {label}
          </button>
        ) : (
          <a key={word} className={LOOK} href={pageOf(store.path, word) + query}>
            {label}
          </a>
        ),
      )}
      {ticked.size > 0 ? (
        <button type="button" className={LOOK} onClick={() => ticks.clear()}>
          {t("editor.ticks.clear")}
        </button>
      ) : null}
      {problem ? (
        <p role="alert" className="w-full text-failing">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
