"use client";

import { useEffect, useRef, useState } from "react";
import { TaskRow } from "./task-row";
import type { TaskSummary } from "./task-summary";

const PAUSE_MS = 700;

/**
 * A background task as it happens: stage, percent, log. Asks a thin route beside the page; without script the page
 * shows how it stood when it was loaded.
 */
export function TaskProgress({
  task,
  title,
  refresh = true,
  openLog = false,
}: {
  task: TaskSummary;
  title: string;
  refresh?: boolean;
  openLog?: boolean;
}) {
  const [current, setCurrent] = useState(task);
  const wasRunning = useRef(!current.completed);
  // Whoever has just followed a link is not called back by loading this page anew.
  const leaving = useRef(false);
  useEffect(() => {
    const leave = () => {
      leaving.current = true;
    };
    window.addEventListener("beforeunload", leave);
    return () => window.removeEventListener("beforeunload", leave);
  }, []);
  useEffect(() => {
    if (current.completed) {
      // The page around it shows what the task has changed.
      if (refresh && wasRunning.current && !leaving.current) window.location.reload();
      return;
    }
    let stopped = false;
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(current.stateAddress, { headers: { accept: "application/json" } });
        if (answer.ok && !stopped) setCurrent((await answer.json()) as TaskSummary);
        else if (!stopped) setCurrent({ ...current });
      } catch {
        if (!stopped) setCurrent({ ...current });
      }
    }, PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [current, refresh]);
  return <TaskRow task={current} title={title} openLog={openLog} />;
}
