"use client";

import { type RefObject, useEffect, useState } from "react";
import { sawTasks } from "@/app/(web)/accounts/tasks/actions";
import { classes } from "./classes";
import type { TrayAnswer, TrayState, TrayTask } from "./tray-state";

/** Between two questions while something runs. */
const PAUSE_MS = 2000;

/** Asks how the tasks are, while any runs, and shows them when it is open. */
export function TrayPanel({
  open,
  running,
  address,
  stateAddress,
  box,
  tell,
  close,
}: {
  open: boolean;
  running: boolean;
  address: string;
  stateAddress: string;
  box: RefObject<HTMLElement | null>;
  tell: (state: TrayState) => void;
  close: (back: boolean) => void;
}) {
  const [answer, setAnswer] = useState<TrayAnswer>();
  const [asked, setAsked] = useState(0);
  const known = answer !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks anew after each answer while something runs
  useEffect(() => {
    if (!(open && !known) && !running) return;
    let stopped = false;
    const ask = async () => {
      // A page that nobody looks at asks nothing.
      const told = document.hidden ? undefined : await stateOf(stateAddress);
      if (stopped) return;
      if (told) {
        setAnswer((before) => ({ ...told, tasks: [...told.tasks, ...endedBefore(before, told)] }));
        tell({ running: told.running, progress: told.progress, failed: told.failed, label: told.label });
      }
      setAsked((before) => before + 1);
    };
    const timer = setTimeout(ask, open && !known ? 0 : PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [open, known, running, asked, stateAddress, tell]);
  // What has ended and is shown has been seen.
  const ended = open && answer ? answer.tasks.flatMap(({ id, completed }) => (completed ? [id] : [])).join() : "";
  useEffect(() => {
    if (ended) sawTasks(ended.split(",")).catch(() => {});
  }, [ended]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close(true);
    const onElsewhere = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close(false);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, [open, close, box]);
  if (!open || !answer) return null;
  return (
    <section
      id="task-tray"
      aria-label={answer.words.heading}
      className="absolute inset-x-3 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto rounded-panel border border-line bg-surface p-4 shadow-overlay sm:start-auto sm:end-0 sm:w-96"
    >
      <h2 className="text-body font-semibold">{answer.words.heading}</h2>
      {answer.tasks.length === 0 ? <p className="mt-2 text-table text-ink-2">{answer.words.none}</p> : null}
      <ul className="divide-y divide-line">
        {answer.tasks.map((task) => (
          <Line key={task.id} task={task} log={answer.words.log} />
        ))}
      </ul>
      <p className="mt-2 border-t border-line pt-3 text-table">
        <a className="link inline-block py-1" href={address}>
          {answer.words.all}
        </a>
      </p>
    </section>
  );
}

/** What ended and was seen is told no more, and stays where it is shown. */
function endedBefore(before: TrayAnswer | undefined, { tasks }: TrayAnswer): TrayTask[] {
  const told = new Set(tasks.map(({ id }) => id));
  return before?.tasks.filter(({ id, completed }) => completed && !told.has(id)) ?? [];
}

async function stateOf(address: string): Promise<TrayAnswer | undefined> {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as TrayAnswer) : undefined;
  } catch {
    return undefined;
  }
}

function Line({ task, log }: { task: TrayTask; log: string }) {
  return (
    <li className="py-3" data-task={task.id}>
      <div className="flex items-baseline gap-3">
        <p className="min-w-0 grow font-medium break-words">{task.title}</p>
        {task.completed ? null : (
          <span className="text-table whitespace-nowrap text-ink-2 tabular-nums">{task.progress} %</span>
        )}
      </div>
      {task.place ? (
        <a className="link inline-block text-meta break-words" href={task.place.address}>
          <bdi>{task.place.name}</bdi>
        </a>
      ) : null}
      {task.completed ? null : (
        <div
          role="progressbar"
          aria-label={task.title}
          aria-valuenow={task.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          className="mt-2 h-2 overflow-hidden rounded-full border border-line bg-sunken"
        >
          <div className="h-full bg-primary" style={{ width: `${task.progress}%` }} />
        </div>
      )}
      <p
        className={classes(
          "mt-1 line-clamp-4 text-table break-words whitespace-pre-line",
          task.failed ? "text-failing" : "text-ink-2",
        )}
      >
        {task.text}
      </p>
      <a className="link inline-block py-1 text-table" href={task.address} aria-label={task.logLabel}>
        {log}
      </a>
    </li>
  );
}
